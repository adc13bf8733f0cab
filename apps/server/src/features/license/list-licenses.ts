/** Lists licenses for operators with the titles of their first books and the number of licenses in each state. */
import { pageOf, readTimeCursor, writeCursor } from '../../platform/http/cursor.ts';
import type { UseCase } from '../../platform/http/register.ts';
import { findBooks } from '../catalog/find-books.ts';
import type { ManageLicensesDependencies } from './license-dependencies.ts';
import { countLicenses, listLicenseRows } from './license-store.ts';

/** Number of titles shown for a license; the list shows its number of books too. */
const TITLES_SHOWN = 5;

export const listLicenses: UseCase<'listLicenses', ManageLicensesDependencies> = async (
  { db, clock },
  { accessScope: scope },
  { state, q, cursor, limit },
) => {
  const now = clock.now();
  const after = readTimeCursor(cursor);
  const [found, counts] = await Promise.all([
    listLicenseRows(db.orm, { state, q, scope, after, limit: limit + 1, now }),
    countLicenses(db.orm, scope, now),
  ]);
  const { items, next } = pageOf(found, limit, ({ endsAt, id }) => writeCursor([endsAt, id]));
  const shown = items.map(({ bookIds }) => bookIds.slice(0, TITLES_SHOWN));
  const titles = new Map((await findBooks(db.orm, [...new Set(shown.flat())])).map(({ id, title }) => [id, title]));
  return {
    items: items.map((license, index) => ({ ...license, titles: (shown[index] ?? []).flatMap((id) => titles.get(id) ?? []) })),
    ...(next === undefined ? {} : { next }),
    counts,
  };
};
