/** Returns the statistics of a book as an Excel workbook. */
import { PERIOD_NAMES, type StatisticsSelection } from '@shufang/contract';
import type { Queryable } from '../../platform/database.ts';
import type { UseCase } from '../../platform/http/register.ts';
import { workbookWriter } from '../../platform/isolated-workbook.ts';
import { listInstitutionNames } from '../institution/institution-names.ts';
import { findRoyaltiesDue } from '../royalty/royalties-due.ts';
import { getPublishedStatistics } from './published-statistics.ts';
import { isSimulated } from './release-store.ts';
import { requireAuthoredBook } from './require-authored-book.ts';
import type { StatisticsDependencies } from './statistics-dependencies.ts';
import { statisticsSheets } from './statistics-workbook.ts';

const CLASS_KINDS = { inClass: '班级里的读者', alone: '自学的读者' } as const;

const describe = async (db: Queryable, { period, institutionId, classKind, versionId }: StatisticsSelection, no: number | undefined) => {
  const names = institutionId === undefined ? undefined : await listInstitutionNames(db, [institutionId]);
  return [
    PERIOD_NAMES[period],
    ...(versionId === undefined ? [] : [`第 ${no ?? ''} 版`]),
    ...(classKind === undefined ? [] : [CLASS_KINDS[classKind]]),
    ...(institutionId === undefined ? [] : [names?.get(institutionId) ?? '']),
  ].join('，');
};

/** Throws `statistics.notContributor`, `statistics.notPublished`. */
export const exportAuthorStatistics: UseCase<'exportAuthorStatistics', StatisticsDependencies> = async (
  dependencies,
  { reader },
  selection,
) => {
  const { orm } = dependencies.db;
  const { title } = await requireAuthoredBook(orm, reader.userId, selection.bookId);
  const { statistics, versions } = await getPublishedStatistics(dependencies, selection);
  const royaltyDueFen = await findRoyaltiesDue(orm, reader.userId, selection.bookId);
  const sheets = statisticsSheets(statistics, {
    title,
    royaltyDueFen,
    selection: await describe(orm, selection, versions.find(({ id }) => id === selection.versionId)?.no),
    isSimulated: await isSimulated(orm, selection.bookId),
  });
  return { fileName: `${title}-统计-${statistics.to}.xlsx`, base64: await workbookWriter.run(sheets) };
};
