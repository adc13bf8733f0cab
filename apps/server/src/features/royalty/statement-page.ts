/** Returns a statement with a page of its lines and its messages. */
import type { RoyaltyStatementView } from '@shufang/contract';
import type { Queryable } from '../../platform/database.ts';
import { listLines, listMessages, type StoredStatement, viewStatement } from './statement-store.ts';

const PAGE_LINES = 100;

export const readStatementPage = async (db: Queryable, stored: StoredStatement, after: number): Promise<RoyaltyStatementView> => {
  const found = await listLines(db, stored.id, after, PAGE_LINES + 1);
  const lines = found.slice(0, PAGE_LINES);
  const last = found.length > PAGE_LINES ? lines.at(-1) : undefined;
  return {
    statement: viewStatement(stored),
    lines,
    ...(last === undefined ? {} : { next: last.no }),
    messages: await listMessages(db, stored.id),
  };
};
