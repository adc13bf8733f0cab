/** Returns the statistics of a book to its contributors. */
import type { UseCase } from '../../platform/http/register.ts';
import { findRoyaltiesDue } from '../royalty/royalties-due.ts';
import { getPublishedStatistics } from './published-statistics.ts';
import { isSimulated } from './release-store.ts';
import { requireAuthoredBook } from './require-authored-book.ts';
import type { StatisticsDependencies } from './statistics-dependencies.ts';

/** Throws `statistics.notContributor`, `statistics.notPublished`. */
export const getAuthorStatistics: UseCase<'getAuthorStatistics', StatisticsDependencies> = async (dependencies, { reader }, selection) => {
  const { orm } = dependencies.db;
  const { title } = await requireAuthoredBook(orm, reader.userId, selection.bookId);
  const { statistics, versions } = await getPublishedStatistics(dependencies, selection);
  const dueFen = await findRoyaltiesDue(orm, reader.userId, selection.bookId);
  return { title, isSimulated: await isSimulated(orm, selection.bookId), royaltyDueFen: dueFen, versions: [...versions], statistics };
};
