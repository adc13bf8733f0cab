/** The rules for editing the category tree: its depth, different names of siblings, and one change at a time. */
import { type CategoryRecord, CodedError } from '@shufang/contract';
import type { Queryable, Transaction } from '../../../platform/database.ts';
import type { CatalogDependencies } from '../catalog-dependencies.ts';
import { listStoredCategories, lockCategories, type StoredCategory } from './category-store.ts';

/** Returns the error for a change of the tree that is not possible, with the reason for the user. */
export const invalidChange = (reason: string): CodedError => new CodedError('request.invalid', { reason });

/** Returns the children of a category, or the roots, in their order. */
export const childrenOf = (all: readonly StoredCategory[], parentId: string | undefined): StoredCategory[] =>
  all.filter((one) => one.parentId === parentId);

/** Returns the depth of a category: 0 without a category, 1 for a root. */
export const depthOf = (all: readonly StoredCategory[], id: string | undefined): number => {
  const one = all.find((candidate) => candidate.id === id);
  return one === undefined ? 0 : 1 + depthOf(all, one.parentId);
};

/** Returns the number of levels of this subtree, including its root. */
export const heightOf = (all: readonly StoredCategory[], id: string): number =>
  1 + Math.max(0, ...childrenOf(all, id).map((part) => heightOf(all, part.id)));

export const isInSubtree = (all: readonly StoredCategory[], id: string | undefined, ancestorId: string): boolean => {
  if (id === ancestorId) return true;
  const one = all.find((candidate) => candidate.id === id);
  return one?.parentId !== undefined && isInSubtree(all, one.parentId, ancestorId);
};

/** Returns the category. Throws `catalog.categoryNotFound`. */
export const requireCategory = (all: readonly StoredCategory[], id: string): StoredCategory => {
  const category = all.find((one) => one.id === id);
  if (category === undefined) throw new CodedError('catalog.categoryNotFound');
  return category;
};

/** Checks the name of a category. Throws `request.invalid` if a sibling has the same name. */
export const requireUniqueName = (
  all: readonly StoredCategory[],
  one: { id: string; parentId: string | undefined; name: string },
): void => {
  if (childrenOf(all, one.parentId).some(({ id, name }) => id !== one.id && name === one.name)) throw invalidChange('同一级已有同名的学科');
};

/** Returns the categories in tree order: each after its parent and its preceding siblings. */
const inTreeOrder = (all: readonly StoredCategory[], parentId?: string): CategoryRecord[] =>
  childrenOf(all, parentId).flatMap(({ id, kind, name, books }) => [
    { id, ...(parentId === undefined ? {} : { parentId }), kind, name, books },
    ...inTreeOrder(all, id),
  ]);

/** Returns all categories in tree order with the number of their books. */
export const listCategoryTree = async (db: Queryable): Promise<CategoryRecord[]> => inTreeOrder(await listStoredCategories(db));

/** Runs a change of the tree in one transaction under the lock of the tree. Returns the tree after the change. */
export const changeCategories = async (
  { db, clock }: Pick<CatalogDependencies, 'db' | 'clock'>,
  change: (tx: Transaction, all: readonly StoredCategory[], now: number) => Promise<void>,
): Promise<{ items: CategoryRecord[] }> => {
  await db.transaction(async (tx) => {
    await lockCategories(tx);
    await change(tx, await listStoredCategories(tx), clock.now());
  });
  return { items: await listCategoryTree(db.orm) };
};
