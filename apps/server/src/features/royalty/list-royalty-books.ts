/** Lists the books whose royalties an operator settles. */
import { z } from 'zod';
import { dayOf } from '../../platform/china-time.ts';
import { pageOf, readCursor, writeCursor } from '../../platform/http/cursor.ts';
import type { UseCase } from '../../platform/http/register.ts';
import { listRoyaltyBookRows } from './rate-store.ts';
import type { RoyaltyDependencies } from './royalty-dependencies.ts';

const titleCursor = z.tuple([z.string(), z.string()]);

/** Throws `request.invalid` for an invalid cursor. */
export const listRoyaltyBooks: UseCase<'listRoyaltyBooks', RoyaltyDependencies> = async (
  { db, clock },
  { accessScope },
  { q, cursor, limit },
) => {
  const after = readCursor(cursor, titleCursor);
  const found = await listRoyaltyBookRows(db.orm, { q, day: dayOf(clock.now()), accessScope, after, limit: limit + 1 });
  const { items, next } = pageOf(found, limit, ({ title, bookId }) => writeCursor([title, bookId]));
  return {
    items: items.map(({ bookId, title, contributors, payees, rateBp, settledPeriod }) => ({
      bookId,
      title,
      contributors,
      payees,
      rateBp,
      ...(settledPeriod === null ? {} : { settledPeriod }),
    })),
    ...(next === undefined ? {} : { nextCursor: next }),
  };
};
