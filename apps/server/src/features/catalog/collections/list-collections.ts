/** Lists visible collections: by id, by a query, or all in the editors' order. */

import { foldLine, foldQuery } from '@shufang/contract/fold-text';
import type { Queryable } from '../../../platform/database.ts';
import type { UseCase } from '../../../platform/http/register.ts';
import { findPinyin } from '../../publication/text-index/pinyin-terms.ts';
import type { CatalogDependencies } from '../catalog-dependencies.ts';
import { cardsOfCollections } from './collection-cards.ts';
import { type Collection, listVisibleCollections } from './collection-store.ts';

/** Maximum number of collections that are scanned for a query; a platform has hundreds of them. */
const SEARCHED_MAX = 5_000;

const searchCollections = async (db: Queryable, query: string, limit: number): Promise<Collection[]> => {
  const terms = foldQuery(query);
  const all = await listVisibleCollections(db, SEARCHED_MAX);
  return all
    .filter(({ title, intro }) => {
      const text = foldLine(`${title}\n${intro}`);
      return terms.every((term) => text.includes(term)) || findPinyin(title, query) !== undefined;
    })
    .slice(0, limit);
};

export const listCollections: UseCase<'listCollections', Pick<CatalogDependencies, 'db'>> = async ({ db }, _caller, { ids, q, limit }) => ({
  items: await cardsOfCollections(
    db.orm,
    q === undefined ? await listVisibleCollections(db.orm, ids?.length ?? limit, ids) : await searchCollections(db.orm, q, limit),
  ),
});
