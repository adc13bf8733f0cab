/** What readers say of searches that did not find what they looked for, and what editors make of it. */
import { createHmac } from 'node:crypto';
import {
  LIMITS,
  type listSearchReports as listOperation,
  newId,
  type OutputOf,
  type ParsedInputOf,
  type reportSearch as reportOperation,
  type settleSearchReports as settleOperation,
} from '@shufang/contract';
import { z } from 'zod';
import { type DeskOperator, recordAct } from '../../platform/audit.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Database } from '../../platform/database.ts';
import type { CallContext } from '../../platform/http/call-context.ts';
import type { RateLimiter } from '../../platform/rate-limit.ts';
import { networkOfAddress, takeSearchReportBudget } from '../account/budgets.ts';
import { foldLine } from '../media/text-index/fold-text.ts';
import { readCursor, writeCursor } from './cursor.ts';
import {
  countReportGroups,
  deleteSearchReportsBefore,
  type GroupPlace,
  listReportGroups,
  putSearchReport,
  settleReports,
} from './search-report-store.ts';

export interface SearchReportDependencies {
  readonly db: Database;
  readonly clock: Clock;
  readonly limiter: RateLimiter;
  /** From the server's secret; without it nobody can tell who is meant. */
  readonly key: Uint8Array;
}

/** Throws `request.tooMany`, `unavailable`. */
export const reportSearch = async (
  { db, clock, limiter, key }: SearchReportDependencies,
  { reader, address }: Pick<CallContext, 'reader' | 'address'>,
  { q, found, note }: ParsedInputOf<typeof reportOperation>,
): Promise<void> => {
  await takeSearchReportBudget(limiter, address);
  const who = createHmac('sha256', key)
    .update(reader === undefined ? `network ${networkOfAddress(address)}` : `person ${reader.userId}`)
    .digest();
  const now = clock.now();
  // Of signs alone search sees nothing.
  await putSearchReport(db.orm, { id: newId(now), key: foldLine(q) || q, words: q, found, note, userId: reader?.userId, who, at: now });
};

/** Throws `request.invalid` for a cursor that is none of ours. */
export const listSearchReports = async (
  { db }: Pick<SearchReportDependencies, 'db'>,
  { state, cursor, limit }: ParsedInputOf<typeof listOperation>,
): Promise<OutputOf<typeof listOperation>> => {
  const place = readCursor(cursor, z.tuple([z.number().int(), z.number().int(), z.string()]));
  const after: GroupPlace | undefined = place && { rank: place[0], lastAt: place[1], key: place[2] };
  const [found, counts] = await Promise.all([listReportGroups(db.orm, { state, after, limit: limit + 1 }), countReportGroups(db.orm)]);
  const page = found.slice(0, limit);
  const last = found.length > limit ? page.at(-1) : undefined;
  return {
    items: page.map(({ rank: _rank, ...group }) => group),
    counts,
    ...(last === undefined ? {} : { nextCursor: writeCursor([last.rank, last.lastAt, last.key]) }),
  };
};

export const settleSearchReports = (
  { db, clock }: Pick<SearchReportDependencies, 'db' | 'clock'>,
  operator: DeskOperator,
  { key, lastAt }: ParsedInputOf<typeof settleOperation>,
): Promise<OutputOf<typeof settleOperation>> =>
  db.transaction(async (tx) => {
    const now = clock.now();
    const { settled, words } = await settleReports(tx, { key, lastAt, now });
    const target = { kind: 'searchReport', id: key, name: words } as const;
    if (settled > 0) await recordAct(tx, operator, { act: 'searchReport.settle', target, after: { reports: settled } }, now);
    return { settled };
  });

export const forgetSearchReports = ({ db, clock }: Pick<SearchReportDependencies, 'db' | 'clock'>): Promise<number> =>
  deleteSearchReportsBefore(db.orm, clock.now() - LIMITS.searchReportDays * 86_400_000);
