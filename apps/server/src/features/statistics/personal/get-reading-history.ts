/** Returns the caller's reading time of one year, by day and by book. */
import type { UseCase } from '../../../platform/http/register.ts';
import { findBooks } from '../../catalog/find-books.ts';
import { findUnrecorded } from '../../reading-time/document-times.ts';
import type { StatisticsDependencies } from '../statistics-dependencies.ts';
import { hasSimulatedDays, listDays, listReadBooks, listReadYears } from './history-store.ts';

export const getReadingHistory: UseCase<'getReadingHistory', StatisticsDependencies> = async ({ db }, { reader }, { today, year }) => {
  const current = Number(today.slice(0, 4));
  const shown = year ?? current;
  const [first, last] = [`${shown}-01-01`, `${shown}-12-31`];
  const [days, books, years, unrecorded, isSimulated] = await Promise.all([
    listDays(db.orm, reader.userId, first, last),
    listReadBooks(db.orm, reader.userId, first, last),
    listReadYears(db.orm, reader.userId),
    findUnrecorded(db.orm, [reader.userId]),
    hasSimulatedDays(db.orm, reader.userId),
  ]);
  const found = await findBooks(
    db.orm,
    books.map(({ bookId }) => bookId),
  );
  const titles = new Map(found.map(({ id, title }) => [id, title]));
  return {
    isRecorded: !unrecorded.has(reader.userId),
    isSimulated,
    year: shown,
    years: [...new Set([current, ...years])].toSorted((a, b) => b - a),
    days,
    // A book that no longer exists has no title, and its time is part of the days only.
    books: books.flatMap(({ bookId, seconds }) => {
      const title = titles.get(bookId);
      return title === undefined ? [] : [{ bookId, title, seconds }];
    }),
  };
};
