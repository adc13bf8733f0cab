/** Returns the numbers of a publisher or of the whole platform. */
import { type Dashboard, type DashboardBook, LIMITS, type Permission, type StatisticsPeriod } from '@shufang/contract';
import { addDays, dayOf, mondayOf, startOfDay } from '../../../platform/china-time.ts';
import type { Queryable } from '../../../platform/database.ts';
import type { AccessScope } from '../../../platform/http/access-scope.ts';
import type { SignedInReader } from '../../../platform/http/call-context.ts';
import type { UseCase } from '../../../platform/http/register.ts';
import { resolveAccess } from '../../authorization/access-scope.ts';
import { findBooks } from '../../catalog/find-books.ts';
import { listSearchMisses } from '../../catalog/search/search-misses.ts';
import { countImports } from '../../publication/import/import-job.ts';
import { listBookIncome } from '../../royalty/book-income.ts';
import type { LedgerEntry } from '../../royalty/royalty-shares.ts';
import { publishedPercent, publishedUsers, releasedWeeks } from '../privacy.ts';
import { getPublishedStatistics } from '../published-statistics.ts';
import type { StatisticsDependencies } from '../statistics-dependencies.ts';
import { firstWeekOf, lastCompleteWeek, listWeeks } from '../weeks.ts';
import type { TimeSpan } from '../work-counts.ts';
import {
  countBooks,
  countScopeReaders,
  countTrials,
  hasSimulated,
  listBoundCodes,
  listMostRead,
  listScopeWeeks,
  listSoldBooks,
} from './dashboard-store.ts';

/** The access to one part: undefined if the caller may not see it. */
type Access = { readonly accessScope: AccessScope | undefined } | undefined;

const HOUR_SECONDS = 3_600;

/** Returns the week of a time. */
const weekOf = (ms: number): string => mondayOf(dayOf(ms));

interface Sales {
  readonly entries: readonly (LedgerEntry & { readonly bookId: string })[];
}

/** Returns the ledger of every book in scope: the same as that of royalty statements and of the statistics of each book. */
const findSales = async (db: Queryable, access: Access, { from, until }: TimeSpan): Promise<Sales | undefined> => {
  if (access === undefined) return undefined;
  const entries: (LedgerEntry & { readonly bookId: string })[] = [];
  for (const bookId of await listSoldBooks(db, access.accessScope, { from, until }))
    for (const entry of await listBookIncome(db, bookId, from, until)) entries.push({ ...entry, bookId });
  return { entries };
};

const sumOf = (entries: Sales['entries']) => ({
  orders: new Set(entries.filter(({ source, isRefund }) => source === 'order' && !isRefund).map(({ refId }) => refId)).size,
  revenueFen: entries.reduce((sum, { isRefund, grossFen }) => (isRefund ? sum : sum + grossFen), 0),
  refundedFen: entries.reduce((sum, { isRefund, grossFen }) => (isRefund ? sum - grossFen : sum), 0),
});

interface Reading {
  readonly weeks: ReadonlyMap<string, number>;
  readonly released: readonly string[];
  readonly numbers: NonNullable<Dashboard['reading']>;
}

const findReading = async (db: Queryable, access: Access, first: string | undefined, last: string): Promise<Reading | undefined> => {
  if (access === undefined) return undefined;
  const weeks = await listScopeWeeks(db, access.accessScope, last);
  const released = releasedWeeks(weeks).filter((week) => first === undefined || week >= first);
  const { readers, newReaders, seconds } = await countScopeReaders(db, access.accessScope, released, first ?? '');
  const shown = publishedUsers(readers);
  const fresh = publishedUsers(newReaders);
  return {
    weeks: new Map(weeks.map(({ week, readers: count }) => [week, count])),
    released,
    numbers: {
      ...(shown === undefined ? {} : { readers: shown, hours: Math.round(seconds / HOUR_SECONDS) }),
      ...(fresh === undefined ? {} : { newReaders: fresh }),
    },
  };
};

/** Returns the books with most readers, or with most income; their readers are those that the contributors of the book see. */
const findTopBooks = async (
  dependencies: StatisticsDependencies,
  period: StatisticsPeriod,
  readingAccess: Access,
  reading: Reading | undefined,
  sales: Sales | undefined,
): Promise<DashboardBook[]> => {
  const { orm } = dependencies.db;
  const entriesOf = Map.groupBy(sales?.entries ?? [], ({ bookId }) => bookId);
  const sold = [...entriesOf].map(([bookId, entries]) => ({ bookId, ...sumOf(entries) }));
  const bySales = sold.toSorted((a, b) => b.revenueFen - a.revenueFen).map(({ bookId }) => bookId);
  const read = reading === undefined ? [] : await listMostRead(orm, readingAccess?.accessScope, reading.released);
  const ids = [...new Set([...read, ...bySales])].slice(0, LIMITS.statisticsListMax);
  const books = new Map((await findBooks(orm, ids)).map((book) => [book.id, book]));
  const top: DashboardBook[] = [];
  for (const bookId of ids) {
    const book = books.get(bookId);
    if (book === undefined) continue;
    const hasReaders = read.includes(bookId) && book.shelfState === 'published';
    const statistics = hasReaders ? (await getPublishedStatistics(dependencies, { bookId, period })).statistics : undefined;
    const [readers, hours, donePercent] = [statistics?.readers, statistics?.hours, statistics?.donePercent];
    const income = sold.find((one) => one.bookId === bookId);
    top.push({
      bookId,
      title: book.title,
      ...(readers === undefined ? {} : { readers }),
      ...(hours === undefined ? {} : { hours }),
      ...(donePercent === undefined ? {} : { donePercent }),
      ...(sales === undefined ? {} : { orders: income?.orders ?? 0, revenueFen: income?.revenueFen ?? 0 }),
    });
  }
  return top;
};

/** Returns the numbers of the parts that one count gives. */
const countParts = async (
  db: Queryable,
  accessOf: (permission: Permission) => Promise<Access>,
  { span, days }: { readonly span: TimeSpan; readonly days: { readonly from: string; readonly to: string } },
): Promise<Pick<Dashboard, 'books' | 'trials' | 'imports' | 'searches'>> => {
  const [catalog, trials, imports, searches] = [
    await accessOf('seeBookStatistics'),
    await accessOf('seeDashboard'),
    await accessOf('importBook'),
    await accessOf('curate'),
  ];
  const tried = trials && (await countTrials(db, trials.accessScope, span));
  const percent = tried && publishedPercent(tried.obtained, tried.users < LIMITS.usersShownMin ? 0 : tried.trials);
  const users = tried && publishedUsers(tried.users);
  return {
    ...(catalog === undefined ? {} : { books: await countBooks(db, catalog.accessScope, span) }),
    ...(tried === undefined
      ? {}
      : { trials: { ...(users === undefined ? {} : { users }), ...(percent === undefined ? {} : { obtainedPercent: percent }) } }),
    ...(imports === undefined ? {} : { imports: await countImports(db, imports.accessScope, span) }),
    ...(searches === undefined || searches.accessScope !== undefined
      ? {}
      : { searches: await listSearchMisses(db, { ...days, min: LIMITS.searchMissesMin, limit: LIMITS.searchMissesShown }) }),
  };
};

/** Returns the function that finds the access to a part. A role limited to something else than a publisher, such as that of an author, gives none. */
const accessFor =
  ({ db, clock }: StatisticsDependencies, reader: SignedInReader) =>
  async (permission: Permission): Promise<Access> => {
    const access = await resolveAccess({ db, clock }, reader, { permission, scope: 'filtered' });
    return access?.accessScope?.publishers.length === 0 ? undefined : access;
  };

export const getDashboard: UseCase<'getDashboard', StatisticsDependencies> = async (dependencies, { reader, accessScope }, { period }) => {
  const { db, clock } = dependencies;
  const { orm } = db;
  const last = lastCompleteWeek(clock.now());
  const first = firstWeekOf(period, last);
  const to = addDays(last, 6);
  const span = { from: first === undefined ? 0 : startOfDay(first), until: startOfDay(addDays(to, 1)) };
  const accessOf = accessFor(dependencies, reader);
  const sales = await findSales(orm, await accessOf('seeRevenue'), span);
  const readingAccess = await accessOf('seeBookStatistics');
  const reading = await findReading(orm, readingAccess, first, last);
  const codeAccess = await accessOf('seeCodes');
  const codes = codeAccess && (await listBoundCodes(orm, codeAccess.accessScope, span));
  const begin = first ?? [...(reading?.weeks.keys() ?? []), ...(sales?.entries ?? []).map(({ at }) => weekOf(at))].toSorted()[0] ?? last;
  const salesByWeek = Map.groupBy(sales?.entries ?? [], ({ at }) => weekOf(at));
  const codesByWeek = Map.groupBy(codes ?? [], weekOf);
  return {
    from: begin,
    to,
    computedAt: clock.now(),
    isSimulated: await hasSimulated(orm, accessScope),
    ...(sales === undefined ? {} : { sales: sumOf(sales.entries) }),
    ...(reading === undefined ? {} : { reading: reading.numbers }),
    ...(codes === undefined ? {} : { codes: { bound: codes.length } }),
    ...(await countParts(orm, accessOf, { span, days: { from: begin, to } })),
    weeks: listWeeks(begin, last, LIMITS.heatWeeksMax).map((week) => {
      const readers = publishedUsers(reading?.weeks.get(week) ?? 0);
      return {
        week,
        ...(readers === undefined ? {} : { readers }),
        ...(sales === undefined ? {} : sumOf(salesByWeek.get(week) ?? [])),
        ...(codes === undefined ? {} : { codes: codesByWeek.get(week)?.length ?? 0 }),
      };
    }),
    topBooks: await findTopBooks(dependencies, period, readingAccess, reading, sales),
  };
};
