/** Which books are in the reach of somebody at the desk: those of their publishers. A publisher is known by the name its books have. */
import { CodedError } from '@shufang/contract';
import { type SQL, sql } from 'drizzle-orm';
import type { Queryable } from '../../../platform/database.ts';
import type { Bounds } from '../../../platform/http/call-reach.ts';

/** For lists and counts: whether the book with the id in this column is in reach. One that is gone is nobody's. */
export const isBookWithin = (bookId: SQL, bounds: Bounds | undefined): SQL =>
  bounds === undefined
    ? sql`true`
    : sql`exists (select 1 from book reached where reached.id = ${bookId} and reached.publisher = any(${sql.param([...bounds.publishers])}::text[]))`;

/** Of these books those in reach. */
export const booksWithin = async (db: Queryable, bookIds: readonly string[], bounds: Bounds | undefined): Promise<ReadonlySet<string>> => {
  if (bounds === undefined) return new Set(bookIds);
  const { rows } = await db.execute<{ id: string }>(sql`
    select id from book where id = any(${sql.param([...bookIds])}::text[]) and publisher = any(${sql.param([...bounds.publishers])}::text[])`);
  return new Set(rows.map(({ id }) => id));
};

/** The publisher of each of these books; '' stands for one without a publisher, and for one that is gone. */
export const publishersOfBooks = async (db: Queryable, bookIds: readonly string[]): Promise<string[]> => {
  const { rows } = await db.execute<{ publisher: string }>(sql`
    select distinct coalesce(b.publisher, '') as publisher from unnest(${sql.param([...bookIds])}::text[]) as wanted (id)
    left join book b on b.id = wanted.id order by 1`);
  return rows.map(({ publisher }) => publisher);
};

/** Nobody gives a book away, or takes one, but who looks after both sides. Throws `request.invalid`. */
export const requirePublisherWithin = (publisher: string, bounds: Bounds | undefined): void => {
  if (bounds === undefined || bounds.publishers.includes(publisher)) return;
  throw new CodedError('request.invalid', { reason: `出版社只能填写您负责的：${bounds.publishers.join('、')}` });
};
