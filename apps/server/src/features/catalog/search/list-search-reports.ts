/** Lists the reported searches, grouped by their folded query. */
import { z } from 'zod';
import { pageOf, readCursor, writeCursor } from '../../../platform/http/cursor.ts';
import type { UseCase } from '../../../platform/http/register.ts';
import type { CatalogDependencies } from '../catalog-dependencies.ts';
import { countReportGroups, type GroupCursor, listReportGroups } from './search-report-store.ts';

/** Returns a page of groups. Throws `request.invalid` for an invalid cursor. */
export const listSearchReports: UseCase<'listSearchReports', Pick<CatalogDependencies, 'db'>> = async (
  { db },
  _caller,
  { state, cursor, limit },
) => {
  const position = readCursor(cursor, z.tuple([z.number().int(), z.number().int(), z.string()]));
  const after: GroupCursor | undefined = position && { rank: position[0], lastAt: position[1], key: position[2] };
  const [found, counts] = await Promise.all([listReportGroups(db.orm, { state, after, limit: limit + 1 }), countReportGroups(db.orm)]);
  const { items, next } = pageOf(found, limit, ({ rank, lastAt, key }) => writeCursor([rank, lastAt, key]));
  return {
    items: items.map(({ rank: _rank, ...group }) => group),
    counts,
    ...(next === undefined ? {} : { nextCursor: next }),
  };
};
