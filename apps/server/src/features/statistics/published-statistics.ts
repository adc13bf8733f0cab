/** Publishes the statistics of a book: computed once after each week, then the same for every page, workbook and report. */

import { setTimeout as pause } from 'node:timers/promises';
import { type AuthorStatistics, LIMITS, type StatisticsSelection } from '@shufang/contract';
import { addDays, startOfDay } from '../../platform/china-time.ts';
import type { Queryable } from '../../platform/database.ts';
import { hasStaleDays } from '../reading-time/stale-days.ts';
import { listBookIncome } from '../royalty/book-income.ts';
import { type BookChapters, findBookChapters } from './book-chapters.ts';
import { publishedParts, publishedPercent, publishedUsers } from './privacy.ts';
import { computeReaderStatistics } from './reader-statistics.ts';
import { findRelease, putRelease } from './release-store.ts';
import { rollUpDays } from './roll-up-days.ts';
import type { StatisticsDependencies } from './statistics-dependencies.ts';
import { lastCompleteWeek } from './weeks.ts';
import {
  countAnnotations,
  countCodes,
  countErrata,
  countPractice,
  countPracticeByVersion,
  listHardest,
  listHighlighted,
  sumRatings,
  type TimeSpan,
} from './work-counts.ts';

const toFive = (count: number): number => Math.floor(count / LIMITS.usersShownMin) * LIMITS.usersShownMin;

/** The same ledger as that of royalty statements. */
const salesOf = async (db: Queryable, bookId: string, span: TimeSpan) => {
  const income = await listBookIncome(db, bookId, span.from, span.until);
  const sum = (isRefund: boolean) => income.reduce((total, entry) => (entry.isRefund === isRefund ? total + entry.grossFen : total), 0);
  return {
    orders: new Set(income.filter(({ source, isRefund }) => source === 'order' && !isRefund).map(({ refId }) => refId)).size,
    codes: await countCodes(db, bookId, span),
    revenueFen: sum(false),
    refundedFen: 0 - sum(true),
  };
};

const errataOf = async (db: Queryable, bookId: string, span: TimeSpan) => {
  const states = await countErrata(db, bookId, span);
  const of = (state: string) => states.get(state) ?? 0;
  return {
    reported: [...states.values()].reduce((sum, count) => sum + count, 0),
    open: of('submitted'),
    accepted: of('accepted'),
    fixed: of('fixed'),
    rejected: of('rejected'),
    duplicate: of('duplicate'),
  };
};

/** Returns what is published about the work of readers and the sales of the whole book. */
const computeWork = async (db: Queryable, bookId: string, span: TimeSpan, { chapters }: BookChapters) => {
  const [annotations, practice, ratings] = [
    await countAnnotations(db, bookId, span),
    await countPractice(db, bookId, span),
    await sumRatings(db, bookId),
  ];
  const titles = new Map(chapters.map(({ href, title }) => [href, title]));
  const isAnnotated = annotations.users >= LIMITS.usersShownMin;
  return {
    highlights: isAnnotated ? toFive(annotations.highlights) : undefined,
    notes: isAnnotated ? toFive(annotations.notes) : undefined,
    annotators: publishedUsers(annotations.users),
    practiceUsers: publishedUsers(practice.users),
    practicePercent: practice.score === null ? undefined : publishedPercent(practice.score * practice.users, practice.users),
    ratings: ratings && { count: ratings.count, meanTenths: Math.round((10 * ratings.stars) / ratings.count) },
    sales: await salesOf(db, bookId, span),
    errata: await errataOf(db, bookId, span),
    highlighted: (await listHighlighted(db, bookId, span)).map(({ users, ...rest }) => ({ ...rest, users: toFive(users) })),
    questions: (await listHardest(db, bookId, span)).map(({ href, itemId, users, score, discrimination }) => ({
      chapter: titles.get(href) ?? '',
      itemId,
      users: toFive(users),
      facilityPercent: Math.round(100 * score),
      discrimination: discrimination === null ? undefined : Math.round(100 * discrimination),
    })),
  };
};

type Work = Partial<AuthorStatistics> & Pick<AuthorStatistics, 'highlighted' | 'questions'>;
const NO_WORK: Work = { highlighted: [], questions: [] };

/** Returns what is published about practice in one version; hidden if the users of the other versions could be computed from it. */
const computeVersionPractice = async (db: Queryable, bookId: string, versionId: string, span: TimeSpan): Promise<Work> => {
  const counts = await countPracticeByVersion(db, bookId, span);
  const own = counts.find((count) => count.versionId === versionId);
  const isShown = publishedParts(new Map(counts.map((count) => [count.versionId, count.users]))).has(versionId);
  if (own === undefined || !isShown) return NO_WORK;
  return {
    ...NO_WORK,
    practiceUsers: publishedUsers(own.users),
    practicePercent: publishedPercent(own.score * own.users, own.users),
  };
};

const compute = async (
  { db, clock }: StatisticsDependencies,
  selection: StatisticsSelection,
  chapters: BookChapters,
  last: string,
): Promise<AuthorStatistics> => {
  const readers = await computeReaderStatistics(db.orm, selection, chapters, last);
  const { bookId, versionId, institutionId, classKind } = selection;
  const isUnfiltered = institutionId === undefined && classKind === undefined;
  const span = { from: selection.period === 'all' ? 0 : startOfDay(readers.from), until: startOfDay(addDays(readers.to, 1)) };
  const computeOf = (): Promise<Work> => {
    if (!isUnfiltered) return Promise.resolve(NO_WORK);
    return versionId === undefined ? computeWork(db.orm, bookId, span, chapters) : computeVersionPractice(db.orm, bookId, versionId, span);
  };
  const work = await computeOf();
  // What is undefined is left out, as it is when the statistics are read again.
  return JSON.parse(JSON.stringify({ ...readers, ...work, computedAt: clock.now() })) as AuthorStatistics;
};

/** How often and how long to wait for days that another process is counting. */
const COUNT_WAITS = 20;
const COUNT_WAIT_MS = 250;

/** Counts the days of the book that wait for it, because what is published is not changed for a week. */
export const countWaitingDays = async (dependencies: StatisticsDependencies, bookId: string, last: string): Promise<void> => {
  for (let wait = 0; wait < COUNT_WAITS && (await hasStaleDays(dependencies.db.orm, bookId, addDays(last, 6))); wait += 1) {
    if ((await rollUpDays(dependencies)) === 0) await pause(COUNT_WAIT_MS);
  }
};

/** Writes the period, version and filter of a selection as one text. */
const keyOfRelease = ({ period, versionId, institutionId, classKind }: StatisticsSelection): string =>
  [period, versionId ?? '', institutionId ?? classKind ?? ''].join(' ');

/** Returns the statistics after the last complete week, and the versions of the book. */
export const getPublishedStatistics = async (
  dependencies: StatisticsDependencies,
  selection: StatisticsSelection,
): Promise<{ readonly statistics: AuthorStatistics; readonly versions: BookChapters['versions'] }> => {
  const { db, clock } = dependencies;
  const { bookId } = selection;
  const chapters = await findBookChapters(db.orm, bookId, selection.versionId);
  const key = { bookId, week: lastCompleteWeek(clock.now()), selection: keyOfRelease(selection) };
  const found = await findRelease(db.orm, key);
  if (found !== undefined) return { statistics: found, versions: chapters.versions };
  await countWaitingDays(dependencies, bookId, key.week);
  await putRelease(db.orm, key, await compute(dependencies, selection, chapters, key.week));
  const statistics = await findRelease(db.orm, key);
  if (statistics === undefined) throw new Error('the published statistics were not stored');
  return { statistics, versions: chapters.versions };
};
