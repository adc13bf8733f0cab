/** Lists the printed short links in the access scope, filtered by code or label, newest first. */
import { pageOf, readTimeCursor, writeCursor } from '../../../platform/http/cursor.ts';
import type { UseCase } from '../../../platform/http/register.ts';
import type { CatalogDependencies } from '../catalog-dependencies.ts';
import { listLinks } from './short-link-store.ts';
import { viewShortLinks } from './short-link-view.ts';

/** Returns a page of links. Throws `request.invalid` for an invalid cursor. */
export const listShortLinks: UseCase<'listShortLinks', Pick<CatalogDependencies, 'db' | 'publicUrl'>> = async (
  dependencies,
  { accessScope },
  { q, cursor, limit },
) => {
  const after = readTimeCursor(cursor);
  const found = await listLinks(dependencies.db.orm, q, { after, limit: limit + 1 }, accessScope);
  const { items, next } = pageOf(found, limit, ({ createdAt, code }) => writeCursor([createdAt, code]));
  return {
    items: await viewShortLinks(dependencies, items),
    ...(next === undefined ? {} : { next }),
  };
};
