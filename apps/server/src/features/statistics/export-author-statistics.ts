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
import { comparisonSheet, statisticsSheets } from './statistics-workbook.ts';

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

type Version = Awaited<ReturnType<typeof getPublishedStatistics>>['versions'][number];

/** Returns the two versions to compare, the newest two unless others are asked for; undefined if these are not two. */
const comparedOf = (
  versions: readonly Version[],
  { left, right }: { readonly left?: string | undefined; readonly right?: string | undefined },
): readonly [Version, Version] | undefined => {
  const [newest, before] = versions;
  const first = versions.find(({ id }) => id === left) ?? before;
  const second = versions.find(({ id }) => id === right) ?? newest;
  return first === undefined || second === undefined || first.id === second.id ? undefined : [first, second];
};

/** Throws `statistics.notContributor`, `statistics.notPublished`. */
export const exportAuthorStatistics: UseCase<'exportAuthorStatistics', StatisticsDependencies> = async (
  dependencies,
  { reader },
  { left, right, ...selection },
) => {
  const { orm } = dependencies.db;
  const { bookId, period } = selection;
  const { title } = await requireAuthoredBook(orm, reader.userId, bookId);
  const { statistics, versions } = await getPublishedStatistics(dependencies, selection);
  const royaltyDueFen = await findRoyaltiesDue(orm, reader.userId, bookId);
  const sheets = statisticsSheets(statistics, {
    title,
    royaltyDueFen,
    selection: await describe(orm, selection, versions.find(({ id }) => id === selection.versionId)?.no),
    isSimulated: await isSimulated(orm, bookId),
  });
  const compared = comparedOf(versions, { left, right });
  const ofVersion = async ({ id, no }: Version) => ({
    no,
    statistics: (await getPublishedStatistics(dependencies, { bookId, period, versionId: id })).statistics,
  });
  const comparison = compared === undefined ? [] : [comparisonSheet([await ofVersion(compared[0]), await ofVersion(compared[1])])];
  return { fileName: `${title}-统计-${statistics.to}.xlsx`, base64: await workbookWriter.run([...sheets, ...comparison]) };
};
