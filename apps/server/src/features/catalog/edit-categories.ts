/** What editors do with the tree of disciplines: add, rename, move, remove. */
import {
  type CategoryRecord,
  CodedError,
  LIMITS,
  type moveCategory as moveOperation,
  newId,
  type ParsedInputOf,
  type saveCategory as saveOperation,
} from '@shufang/contract';
import { type Operator, recordAct } from '../../platform/audit.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Database, Transaction } from '../../platform/database.ts';
import {
  deleteCategory,
  insertCategory,
  listStoredCategories,
  lockCategories,
  placeCategories,
  renameCategory,
  type StoredCategory,
} from './category-store.ts';

interface Dependencies {
  readonly db: Database;
  readonly clock: Clock;
}

const invalid = (reason: string): CodedError => new CodedError('request.invalid', { reason });

const partsOf = (all: readonly StoredCategory[], parentId: string | undefined): StoredCategory[] =>
  all.filter((one) => one.parentId === parentId);

/** Each after the one above it and its elder sisters. */
const inTreeOrder = (all: readonly StoredCategory[], parentId?: string): CategoryRecord[] =>
  partsOf(all, parentId).flatMap(({ id, kind, name, books }) => [
    { id, ...(parentId === undefined ? {} : { parentId }), kind, name, books },
    ...inTreeOrder(all, id),
  ]);

/** How many levels lie above and at this one; 0 for the top itself. */
const depthOf = (all: readonly StoredCategory[], id: string | undefined): number => {
  const one = all.find((candidate) => candidate.id === id);
  return one === undefined ? 0 : 1 + depthOf(all, one.parentId);
};

/** How many levels this one has, its own counted. */
const heightOf = (all: readonly StoredCategory[], id: string): number =>
  1 + Math.max(0, ...partsOf(all, id).map((part) => heightOf(all, part.id)));

const isWithin = (all: readonly StoredCategory[], id: string | undefined, ancestorId: string): boolean => {
  if (id === ancestorId) return true;
  const one = all.find((candidate) => candidate.id === id);
  return one?.parentId !== undefined && isWithin(all, one.parentId, ancestorId);
};

const requireCategory = (all: readonly StoredCategory[], id: string): StoredCategory => {
  const known = all.find((one) => one.id === id);
  if (known === undefined) throw new CodedError('catalog.categoryNotFound');
  return known;
};

const requireOwnName = (all: readonly StoredCategory[], one: { id: string; parentId: string | undefined; name: string }): void => {
  if (partsOf(all, one.parentId).some(({ id, name }) => id !== one.id && name === one.name)) throw invalid('同一级已有同名的学科');
};

export const listCategoryRecords = async ({ db }: Pick<Dependencies, 'db'>): Promise<{ items: CategoryRecord[] }> => ({
  items: inTreeOrder(await listStoredCategories(db.orm)),
});

const change = async (
  deps: Dependencies,
  act: (tx: Transaction, all: readonly StoredCategory[], now: number) => Promise<void>,
): Promise<{ items: CategoryRecord[] }> => {
  await deps.db.transaction(async (tx) => {
    await lockCategories(tx);
    await act(tx, await listStoredCategories(tx), deps.clock.now());
  });
  return listCategoryRecords(deps);
};

/** Throws `catalog.categoryNotFound`, `request.invalid` for a name its sister has, too deep a tree, too many. */
export const saveCategory = (
  deps: Dependencies,
  operator: Operator,
  input: ParsedInputOf<typeof saveOperation>,
): Promise<{ items: CategoryRecord[] }> =>
  change(deps, async (tx, all, now) => {
    const { name } = input;
    if (input.id !== undefined) {
      const before = requireCategory(all, input.id);
      requireOwnName(all, { ...before, name });
      await renameCategory(tx, before.id, name);
      const target = { kind: 'category', id: before.id, name } as const;
      await recordAct(tx, operator, { act: 'category.save', target, before: { name: before.name }, after: { name } }, now);
      return;
    }
    const { parentId } = input;
    const kind = parentId === undefined ? input.kind : requireCategory(all, parentId).kind;
    const made = { id: newId(now), parentId, kind, name };
    requireOwnName(all, made);
    if (depthOf(all, parentId) >= LIMITS.categoryDepth) throw invalid(`学科最多分 ${LIMITS.categoryDepth} 级`);
    if (all.length >= LIMITS.categoriesMax) throw invalid(`学科最多 ${LIMITS.categoriesMax} 个`);
    await insertCategory(tx, made);
    await recordAct(
      tx,
      operator,
      { act: 'category.save', target: { kind: 'category', id: made.id, name }, after: { name, parentId, kind } },
      now,
    );
  });

/** Throws `catalog.categoryNotFound`, `request.invalid` for a place in a part of itself, in another tree, beside a stranger or too deep. */
export const moveCategory = (
  deps: Dependencies,
  operator: Operator,
  { id, parentId, beforeId }: ParsedInputOf<typeof moveOperation>,
): Promise<{ items: CategoryRecord[] }> =>
  change(deps, async (tx, all, now) => {
    const known = requireCategory(all, id);
    if (parentId !== undefined) {
      if (requireCategory(all, parentId).kind !== known.kind) throw invalid('只能在同一种分类里移动');
      if (isWithin(all, parentId, id)) throw invalid('不能移到它自己下面');
    }
    if (depthOf(all, parentId) + heightOf(all, id) > LIMITS.categoryDepth) throw invalid(`学科最多分 ${LIMITS.categoryDepth} 级`);
    requireOwnName(all, { id, parentId, name: known.name });
    const sisters = partsOf(all, parentId)
      .map((one) => one.id)
      .filter((one) => one !== id);
    const place = beforeId === undefined ? sisters.length : sisters.indexOf(beforeId);
    if (place === -1) throw invalid('要排在前面的学科不在这一级');
    await placeCategories(tx, parentId, sisters.toSpliced(place, 0, id));
    const facts = { before: { parentId: known.parentId ?? null }, after: { parentId: parentId ?? null, beforeId: beforeId ?? null } };
    await recordAct(tx, operator, { act: 'category.move', target: { kind: 'category', id, name: known.name }, ...facts }, now);
  });

/** Throws `catalog.categoryNotFound`, `catalog.categoryInUse`. */
export const removeCategory = (deps: Dependencies, operator: Operator, id: string): Promise<{ items: CategoryRecord[] }> =>
  change(deps, async (tx, all, now) => {
    const known = requireCategory(all, id);
    const parts = partsOf(all, id).length;
    if (parts > 0) throw new CodedError('catalog.categoryInUse', { what: `${parts} 个下级学科` });
    if (known.books > 0) throw new CodedError('catalog.categoryInUse', { what: `${known.books} 本书` });
    await deleteCategory(tx, id);
    const target = { kind: 'category', id, name: known.name } as const;
    await recordAct(tx, operator, { act: 'category.remove', target, before: { name: known.name, parentId: known.parentId } }, now);
  });
