/** Computes what is published about the readers of a book in a period, by the rules of `privacy.ts`. */
import { type AuthorStatistics, LIMITS, type StatisticsSelection } from '@shufang/contract';
import { addDays } from '../../platform/china-time.ts';
import type { Queryable } from '../../platform/database.ts';
import { listInstitutionNames } from '../institution/institution-names.ts';
import type { BookChapters } from './book-chapters.ts';
import { publishedParts, publishedPercent, publishedUsers, releasedWeeks } from './privacy.ts';
import {
  countChapterReaders,
  countChapterWeeks,
  countDayReaders,
  countReaders,
  type GroupReaders,
  listReaderGroups,
  listWeekReaders,
  type ReaderGroups,
  type ReaderScope,
} from './reader-counts.ts';
import { firstWeekOf, listWeeks } from './weeks.ts';

/** Name of the readers that belong to no institution. They are never published as a group. */
const REST = 'rest';
/** Name of all readers, when there is no filter. */
const ALL = '';
const DONE_TIME_SHARE = 0.3;
/** Weeks of `monthActive`. */
const MONTH_WEEKS = 4;

const groupOf = ({ institutionId, classKind }: StatisticsSelection, reader: ReaderGroups): string => {
  if (institutionId !== undefined) return reader.institutionId ?? REST;
  if (classKind !== undefined) return reader.isInClass ? 'inClass' : 'alone';
  return ALL;
};

/** Returns the group that a selection shows. */
const shownGroup = ({ institutionId, classKind }: StatisticsSelection): string => institutionId ?? classKind ?? ALL;

/** Returns whether the number of a group may be published beside those of the other groups. */
const isPublished = (counts: readonly { readonly name: string; readonly readers: number }[], group: string): boolean => {
  const parts = new Map(counts.map(({ name, readers }) => [name, readers]));
  return group === ALL ? (parts.get(ALL) ?? 0) >= LIMITS.usersShownMin : publishedParts(parts, REST).has(group);
};

/**
 * Returns whether the number of one version may be published beside that of all versions: the users who are only in the other versions are
 * none, or enough.
 */
const isSafeBeside = (all: number, ofVersion: number): boolean => all <= ofVersion || all - ofVersion >= LIMITS.usersShownMin;

const minutesOf = (seconds: number): number => Math.round(seconds / 60);

/** Returns the institutions with their readers in the weeks, those with most readers first; one that is hidden is left out. */
const countInstitutions = async (db: Queryable, bookId: string, readers: readonly ReaderGroups[], weeks: readonly string[]) => {
  const groups = new Map(readers.map(({ userId, institutionId }) => [userId, institutionId ?? REST]));
  const counts = await countReaders(db, { bookId, versionId: undefined, groups }, weeks, '');
  const shown = publishedParts(new Map(counts.map(({ name, readers: count }) => [name, count])), REST);
  const names = await listInstitutionNames(db, [...shown]);
  return counts
    .filter(({ name }) => shown.has(name))
    .map(({ name, readers: count }) => ({ id: name, name: names.get(name) ?? '', readers: publishedUsers(count) }))
    .toSorted((a, b) => (b.readers ?? 0) - (a.readers ?? 0) || a.name.localeCompare(b.name, 'zh'));
};

type ReaderStatistics = Pick<
  AuthorStatistics,
  | 'from'
  | 'to'
  | 'weeks'
  | 'readers'
  | 'newReaders'
  | 'weekActive'
  | 'monthActive'
  | 'hours'
  | 'medianMinutes'
  | 'donePercent'
  | 'days'
  | 'chapters'
  | 'institutions'
>;

/** Returns the statistics of readers up to the week `last`. */
export const computeReaderStatistics = async (
  db: Queryable,
  selection: StatisticsSelection,
  { chapters, documents }: BookChapters,
  last: string,
): Promise<ReaderStatistics> => {
  const { bookId, versionId, period } = selection;
  const isWhole = shownGroup(selection) === ALL && versionId === undefined;
  const group = shownGroup(selection);
  const everyWeek = await listWeekReaders(db, bookId, last);
  const first = firstWeekOf(period, last) ?? everyWeek[0]?.week ?? last;
  const released = period === 'week' ? [last] : releasedWeeks(everyWeek.filter(({ week }) => week >= first));
  const begun = everyWeek[0]?.week ?? last;
  const grid = listWeeks(begun > first ? begun : first, last, LIMITS.heatWeeksMax);
  const readerGroups = await listReaderGroups(db, bookId);
  const scope: ReaderScope = {
    bookId,
    versionId,
    groups: new Map(readerGroups.map((reader) => [reader.userId, groupOf(selection, reader)])),
  };
  /** The same readers in all versions, if one version is selected. */
  const everywhere = versionId === undefined ? undefined : { ...scope, versionId: undefined };
  const isSafe = (own: { readonly readers: number } | undefined, all: readonly { readonly name: string; readonly readers: number }[]) =>
    everywhere === undefined || isSafeBeside(all.find(({ name }) => name === group)?.readers ?? 0, own?.readers ?? 0);
  const countIn = async (weeks: readonly string[]): Promise<GroupReaders | undefined> => {
    const counts = await countReaders(db, scope, weeks, first);
    const own = isPublished(counts, group) ? counts.find(({ name }) => name === group) : undefined;
    return isSafe(own, everywhere === undefined ? [] : await countReaders(db, everywhere, weeks, first)) ? own : undefined;
  };

  const total = await countIn(released);
  const [week, month] = [await countIn([last]), await countIn(listWeeks(addDays(last, -7 * (MONTH_WEEKS - 1)), last, MONTH_WEEKS))];
  const doneSeconds = chapters.map(({ expectedSeconds }) => Math.ceil(expectedSeconds * DONE_TIME_SHARE));
  const byChapter = await countChapterReaders(db, scope, released, { documents, doneSeconds });
  const byWeek = await countChapterWeeks(db, scope, grid, documents);
  const allByChapter = everywhere === undefined ? [] : await countChapterReaders(db, everywhere, released, { documents, doneSeconds });
  const allByWeek = everywhere === undefined ? [] : await countChapterWeeks(db, everywhere, grid, documents);
  const days = isWhole ? await countDayReaders(db, scope, grid) : [];
  const readers = total?.readers ?? 0;
  const doneOf = byChapter.filter(({ name }) => name === group).reduce((sum, { doneReaders }) => sum + doneReaders, 0);

  const chapterRow = ({ href, title, expectedSeconds }: BookChapters['chapters'][number], chapter: number) => {
    const counts = byChapter.filter((row) => row.chapter === chapter);
    const found = isPublished(counts, group) ? counts.find(({ name }) => name === group) : undefined;
    const all = allByChapter.filter((row) => row.chapter === chapter);
    const own = isSafe(found, all) ? found : undefined;
    const weekReaders = grid.map((monday) => {
      const cells = byWeek.filter((row) => row.chapter === chapter && row.week === monday);
      const cell = cells.find(({ name }) => name === group);
      const allCells = allByWeek.filter((row) => row.chapter === chapter && row.week === monday);
      const isShown = isPublished(cells, group) && cell !== undefined && isSafe(cell, allCells);
      return (isShown ? publishedUsers(cell.readers) : undefined) ?? null;
    });
    return {
      href,
      title,
      expectedMinutes: Math.max(1, minutesOf(expectedSeconds)),
      weekReaders,
      readers: own && publishedUsers(own.readers),
      reachedPercent: own && publishedPercent(Math.min(own.readers, readers), readers),
      donePercent: own && publishedPercent(own.doneReaders, own.readers),
      rereadPercent: own && publishedPercent(own.rereaders, own.readers),
      medianMinutes: own && minutesOf(own.medianSeconds),
    };
  };

  return {
    from: first,
    to: addDays(last, 6),
    weeks: grid,
    readers: publishedUsers(readers),
    newReaders: total && publishedUsers(total.newReaders),
    weekActive: week && publishedUsers(week.readers),
    monthActive: month && publishedUsers(month.readers),
    hours: isWhole && total !== undefined ? Math.round(total.seconds / 3_600) : undefined,
    medianMinutes: total && minutesOf(total.medianSeconds),
    donePercent: total && publishedPercent(doneOf / Math.max(1, chapters.length), readers),
    days: isWhole
      ? grid.flatMap((monday) =>
          Array.from({ length: 7 }, (_, weekday) => {
            const count = days.find((day) => day.week === monday && day.weekday === weekday)?.readers ?? 0;
            return { day: addDays(monday, weekday), readers: publishedUsers(count) ?? null };
          }),
        )
      : [],
    chapters: chapters.map(chapterRow),
    institutions: await countInstitutions(db, bookId, readerGroups, released),
  };
};
