/** The SQL that changes `category`. */
import type { CategoryKind } from '@shufang/contract';
import type { Queryable, Transaction } from '../../../platform/database.ts';
import { sql } from '../../../platform/sql.ts';

export interface StoredCategory {
  readonly id: string;
  readonly parentId: string | undefined;
  readonly kind: CategoryKind;
  readonly name: string;
  /** Number of books in this category, in any shelf state; books of its descendants are not counted. */
  readonly books: number;
}

/** Returns all categories; siblings are in the order set by editors. */
export const listStoredCategories = async (db: Queryable): Promise<StoredCategory[]> => {
  const { rows } = await db.execute<{ id: string; parent_id: string | null; kind: CategoryKind; name: string; books: number }>(sql`
    select c.id, c.parent_id, c.kind, c.name, coalesce(filed.n, 0)::int as books from category c
    left join (select category_id, count(*) as n from book b, unnest(b.category_ids) as category_id group by 1) filed on filed.category_id = c.id
    order by c.position, c.id`);
  return rows.map(({ id, parent_id, kind, name, books }) => ({ id, parentId: parent_id ?? undefined, kind, name, books }));
};

/** Locks the tree until the transaction ends, so that changes run one at a time; reads continue. */
export const lockCategories = async (tx: Transaction): Promise<void> => {
  await tx.execute(sql`lock table category in share row exclusive mode`);
};

export const insertCategory = async (tx: Transaction, { id, parentId, kind, name }: Omit<StoredCategory, 'books'>): Promise<void> => {
  await tx.execute(sql`
    insert into category (id, parent_id, kind, name, position)
    values (${id}, ${parentId ?? null}, ${kind}, ${name},
      (select coalesce(max(position), 0) + 1 from category where parent_id is not distinct from ${parentId ?? null}::text))`);
};

export const renameCategory = async (tx: Transaction, id: string, name: string): Promise<void> => {
  await tx.execute(sql`update category set name = ${name} where id = ${id}`);
};

/** Sets the order of the children of `parentId`: that of the given ids. */
export const setCategoryOrder = async (tx: Transaction, parentId: string | undefined, ids: readonly string[]): Promise<void> => {
  await tx.execute(sql`
    update category c set parent_id = ${parentId ?? null}, position = given.place
    from unnest(${sql.param([...ids])}::text[]) with ordinality as given (id, place) where given.id = c.id`);
};

export const deleteCategory = async (tx: Transaction, id: string): Promise<void> => {
  await tx.execute(sql`delete from category where id = ${id}`);
};
