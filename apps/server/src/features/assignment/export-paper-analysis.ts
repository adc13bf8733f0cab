/** Writes the analysis of an assignment as an Excel workbook or as PDF, with the numbers of the page. */
import type { UseCase } from '../../platform/http/register.ts';
import { workbookWriter } from '../../platform/isolated-workbook.ts';
import { analysisDocument } from './analysis-document.ts';
import { analysisSheets } from './analysis-sheets.ts';
import { analyzeAssignment } from './analyze-assignment.ts';
import type { AssignmentDependencies } from './assignment-dependencies.ts';
import { requireAnswered } from './get-paper-analysis.ts';

/** Throws `assignment.notFound`, `print.noFont`, `print.failed`. */
export const exportPaperAnalysis: UseCase<'exportPaperAnalysis', AssignmentDependencies> = async (
  { db, clock, typesetter, findOperatorName },
  { reader },
  { assignmentId, format },
) => {
  const one = await requireAnswered(db.orm, reader.userId, assignmentId);
  const analysis = await analyzeAssignment(db.orm, one);
  const fileName = `${one.title}-试卷分析.${format}`;
  if (format === 'xlsx') return { fileName, base64: await workbookWriter.run(analysisSheets(analysis)) };
  const pdf = await typesetter.typeset(analysisDocument(analysis, { ...one, publisher: await findOperatorName(), date: clock.now() }));
  return { fileName, base64: Buffer.from(pdf).toString('base64') };
};
