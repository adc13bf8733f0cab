/** Writes a gradebook, or a snapshot of it, as an Excel workbook. */
import { CodedError } from '@shufang/contract';
import type { UseCase } from '../../platform/http/register.ts';
import { workbookWriter } from '../../platform/isolated-workbook.ts';
import { currentGradebook } from './current-gradebook.ts';
import type { GradebookDependencies } from './gradebook-dependencies.ts';
import { gradebookSheets } from './gradebook-workbook.ts';
import { findSnapshotContent } from './store.ts';
import { requireTaughtClass } from './taught-gradebook.ts';

/** A snapshot does not store the order of the students. */
const byNumber = new Intl.Collator('en', { numeric: true });
const byName = new Intl.Collator('zh');

const dayFormat = new Intl.DateTimeFormat('sv-SE', { timeZone: 'Asia/Shanghai', dateStyle: 'short' });

/** Throws `class.notFound`, `grade.snapshotNotFound`. */
export const exportGradebook: UseCase<'exportGradebook', GradebookDependencies> = async (
  { db, clock },
  { reader },
  { classId, snapshotAt },
) => {
  const className = await requireTaughtClass(db.orm, reader.userId, classId);
  const content =
    snapshotAt === undefined ? await currentGradebook(db.orm, classId) : await findSnapshotContent(db.orm, classId, snapshotAt);
  if (content === undefined) throw new CodedError('grade.snapshotNotFound');
  const students = Object.values(content.students).toSorted(
    (a, b) => byNumber.compare(a.studentNo, b.studentNo) || byName.compare(a.name, b.name),
  );
  const base64 = await workbookWriter.run(gradebookSheets(content.scheme, students));
  return { fileName: `${className}-成绩-${dayFormat.format(snapshotAt ?? clock.now())}.xlsx`, base64 };
};
