/** Lists statements of one state with the number in each state. */
import { z } from 'zod';
import { pageOf, readCursor, writeCursor } from '../../platform/http/cursor.ts';
import type { UseCase } from '../../platform/http/register.ts';
import type { RoyaltyDependencies } from './royalty-dependencies.ts';
import { listStatementsPage, sumStatements, viewStatement } from './statement-store.ts';

const statementCursor = z.tuple([z.string(), z.string()]);

/** Throws `request.invalid` for an invalid cursor. */
export const listRoyaltyStatements: UseCase<'listRoyaltyStatements', RoyaltyDependencies> = async (
  { db: { orm } },
  { accessScope },
  { status, period, q, cursor, limit },
) => {
  const filter = { period, q, accessScope };
  const after = readCursor(cursor, statementCursor);
  const found = await listStatementsPage(orm, { ...filter, status, after, limit: limit + 1 });
  const { items, next } = pageOf(found, limit, (one) => writeCursor([one.period, one.id]));
  const totals = await sumStatements(orm, filter);
  return {
    items: items.map(viewStatement),
    counts: {
      draft: totals.draft.count,
      issued: totals.issued.count,
      disputed: totals.disputed.count,
      confirmed: totals.confirmed.count,
      paid: totals.paid.count,
    },
    fen: totals[status].fen,
    ...(next === undefined ? {} : { nextCursor: next }),
  };
};
