/** Attacks the published statistics of a simulated term over time, filters and complements: no hidden number is learned. */
import type { StatisticsPeriod } from '@shufang/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { addDays, mondayOf } from '../../platform/china-time.ts';
import { createTestDatabase, type TestDatabase } from '../../platform/testing/test-database.ts';
import { computeReaderStatistics } from './reader-statistics.ts';
import { rollUpDays } from './roll-up-days.ts';
import { attack, type Cell, type Growth, type Interval, type Sum } from './testing/attack.ts';
import {
  randomFrom,
  SIMULATED_BOOK,
  SIMULATED_VERSION,
  type SimulatedTime,
  simulateTimes,
  storeTimes,
} from './testing/simulated-reading.ts';
import { listWeeks } from './weeks.ts';

const READERS = 34;
const WEEKS = listWeeks('2026-09-07', '2026-10-19', 10);
const DAYS = Array.from({ length: 7 * WEEKS.length }, (_, index) => addDays('2026-09-07', index));
const DOCUMENTS = [6, 6, 6];
const BOOK = {
  chapters: DOCUMENTS.map((_, index) => ({ href: `${index}`, title: `${index}`, from: 0, to: 1, expectedSeconds: 60 })),
  documents: DOCUMENTS.map((_, document) => ({ versionId: SIMULATED_VERSION, document, chapter: document })),
  versions: [],
};
const [SCHOOL_A, SCHOOL_B] = ['0'.repeat(26), '1'.repeat(26)];
/** Groups of a reader, by number: 17 at one school, 5 at another, the others at none; half of them in a class. */
const schoolOf = (reader: number) => (reader < 17 ? SCHOOL_A : reader < 22 ? SCHOOL_B : 'rest');
const kindOf = (reader: number) => (reader % 3 === 0 ? 'alone' : 'inClass');
const FILTERS = {
  all: {},
  [SCHOOL_A]: { institutionId: SCHOOL_A },
  [SCHOOL_B]: { institutionId: SCHOOL_B },
  alone: { classKind: 'alone' },
  inClass: { classKind: 'inClass' },
} as const;
const GROUPS = [...Object.keys(FILTERS), 'rest'];
const PARTITIONS = [
  [SCHOOL_A, SCHOOL_B, 'rest'],
  ['alone', 'inClass'],
];

let database: TestDatabase;
let times: SimulatedTime[];
beforeAll(async () => {
  database = await createTestDatabase();
  const random = randomFrom(Number(process.env['PROPERTY_SEED'] ?? 1));
  times = simulateTimes({ random, readers: READERS, days: DAYS, documents: DOCUMENTS, activity: 0.12 });
  await storeTimes(database, times);
  const { pool } = database.db;
  await pool.query(`insert into institution values ($1, '甲', 0), ($2, '乙', 0)`, [SCHOOL_A, SCHOOL_B]);
  await pool.query(
    `insert into class_group (id, teacher_name, name, term, book_id, version_id, code, created_at)
     values ('class', '', '', '', $1, $2, 'code', 0)`,
    [SIMULATED_BOOK, SIMULATED_VERSION],
  );
  for (const userId of new Set(times.map((time) => time.userId))) {
    const reader = Number(userId.slice('reader'.length));
    const school = schoolOf(reader);
    if (school !== 'rest')
      await pool.query(
        `insert into institution_member (id, institution_id, student_no, kind, user_id, created_at) values ($2, $1, $2, 'student', $2, 0)`,
        [school, userId],
      );
    if (kindOf(reader) === 'inClass')
      await pool.query(`insert into class_member (class_id, user_id, status, name, joined_at) values ('class', $1, 'active', '', 0)`, [
        userId,
      ]);
  }
  await rollUpDays(database);
}, 120_000);
afterAll(() => database?.drop());

const isIn = (group: string, userId: string): boolean => {
  const reader = Number(userId.slice('reader'.length));
  return [schoolOf(reader), kindOf(reader), 'all'].includes(group);
};
/** Returns the true number of users of a group with at least `least` seconds among some times. */
const usersIn = (group: string, own: readonly SimulatedTime[], least: number): number => {
  const seconds = new Map<string, number>();
  for (const time of own) if (isIn(group, time.userId)) seconds.set(time.userId, (seconds.get(time.userId) ?? 0) + time.seconds);
  return [...seconds.values()].filter((sum) => sum >= least).length;
};

const truth = (): Map<Cell, number> => {
  const cells = new Map<Cell, number>();
  for (const group of GROUPS) {
    for (const week of WEEKS) {
      const inWeek = times.filter(({ day }) => mondayOf(day) === week);
      cells.set(`${group} ${week}`, usersIn(group, inWeek, 60));
      cells.set(
        `${group} ever ${week}`,
        usersIn(
          group,
          times.filter(({ day }) => mondayOf(day) <= week),
          60,
        ),
      );
      for (const document of DOCUMENTS.keys()) {
        cells.set(
          `${group} ${week} ${document}`,
          usersIn(
            group,
            inWeek.filter((time) => time.document === document),
            10,
          ),
        );
      }
    }
  }
  return cells;
};

const sums: Sum[] = WEEKS.flatMap((week) =>
  ['', ...[...DOCUMENTS.keys()].map((document) => ` ${document}`)].flatMap((rest) =>
    PARTITIONS.map((parts) => ({ whole: `all ${week}${rest}`, parts: parts.map((part) => `${part} ${week}${rest}`) })),
  ),
);
/** Over time: who has ever read by a week. A reader needs 60 seconds, in one week or over several, so the bound holds for large weeks. */
const growths: Growth[] = GROUPS.flatMap((group) =>
  WEEKS.slice(1).map((week, index) => ({
    before: `${group} ever ${WEEKS[index]}`,
    after: `${group} ever ${week}`,
    added: `${group} ${week}`,
  })),
);

const learned = (cells: ReadonlyMap<Cell, Interval>, true_: ReadonlyMap<Cell, number>): Cell[] =>
  [...attack({ cells, sums, growths })]
    .filter(([cell, { low, high }]) => {
      const users = true_.get(cell) ?? 0;
      return users > 0 && users < 5 && low === high;
    })
    .map(([cell]) => cell);

test('hiding small numbers alone does not stop the attack, which finds many of them', () => {
  const cells = truth();
  const published = new Map(
    [...cells].map(([cell, users]) => [
      cell,
      users < 5 || cell.startsWith('rest') ? { low: 0, high: READERS } : { low: users, high: users },
    ]),
  );
  expect(learned(published, cells).length).toBeGreaterThan(3);
});

test('what is published over a term, by week, filter and period, discloses no hidden number', async () => {
  const cells = truth();
  // Without a filter nothing is hidden for the sake of another number, so a hidden one is at most 4.
  const published = new Map<Cell, Interval>(
    [...cells.keys()].map((cell) => [cell, { low: 0, high: cell.startsWith('all ') ? 4 : READERS }]),
  );
  const put = (cell: Cell, users: number | null | undefined): void => {
    if (typeof users === 'number') published.set(cell, { low: users, high: users + 4 });
  };
  for (const [group, filter] of Object.entries(FILTERS)) {
    for (const week of WEEKS) {
      const statisticsOf = (period: StatisticsPeriod) =>
        computeReaderStatistics(database.db.orm, { bookId: SIMULATED_BOOK, period, ...filter }, BOOK, week);
      const [ofWeek, ofAll] = [await statisticsOf('week'), await statisticsOf('all')];
      put(`${group} ${week}`, ofWeek.readers);
      put(`${group} ever ${week}`, ofAll.readers);
      for (const [document, { weekReaders }] of ofAll.chapters.entries()) {
        for (const [index, users] of weekReaders.entries()) put(`${group} ${ofAll.weeks[index]} ${document}`, users);
      }
    }
  }
  const shown = [...published].filter(([, { low }]) => low > 0);
  expect(shown.length).toBeGreaterThan(60);
  expect(shown.filter(([cell, { low }]) => (cells.get(cell) ?? 0) < 5 || low > (cells.get(cell) ?? 0))).toEqual([]);
  expect(learned(published, cells)).toEqual([]);
}, 60_000);
