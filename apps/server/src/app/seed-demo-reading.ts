/**
 * Simulated reading of the Python demo book over a term, so that the statistics of its author show something: the students of the demo class,
 * and as many readers who only exist for this. Pages mark it as simulated.
 */
import { type AnnotationTarget, newId } from '@shufang/contract';
import { insertNewUser } from '../features/account/create-users.ts';
import { insertAnnotation } from '../features/annotation/store.ts';
import { findReleasedVersion } from '../features/publication/versions/read-version.ts';
import { type BlockOfVersion, listBlocksOfDocument } from '../features/publication/versions/version-text.ts';
import { insertSimulatedDays } from '../features/reading/reading-day-store.ts';
import { SIMULATED_DEVICE } from '../features/reading/reading-days.ts';
import { markStaleDays } from '../features/reading-time/stale-days.ts';
import { insertTimes, type UserDayTime } from '../features/reading-time/store.ts';
import { isSimulated, markSimulated } from '../features/statistics/release-store.ts';
import { lastCompleteWeek } from '../features/statistics/weeks.ts';
import { type Chapter, findChapters } from '../features/teaching/class-chapters.ts';
import { addDays } from '../platform/china-time.ts';
import { sql } from '../platform/sql.ts';
import type { Platform } from './open-platform.ts';
import { seedDemoDashboard } from './seed-demo-dashboard.ts';
import { seedDemoLicenseUse } from './seed-demo-license-use.ts';
import { simulatePractice } from './simulate-practice.ts';

const WEEKS = 14;
const LONE_READERS = 30;
const DAY_MS = 86_400_000;

interface ReadChapter extends Chapter {
  readonly document: number;
  readonly blocks: readonly BlockOfVersion[];
}

/** Returns numbers from 0 (included) to 1 that look random and are the same in every demo. */
const createRandom = (seed: number): (() => number) => {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 4_294_967_296;
  };
};

/** Divides seconds among blocks by their length; every seventh block takes three times as long, and a hasty reader skips some. */
const divide = (seconds: number, blocks: readonly BlockOfVersion[], random: () => number): number[] => {
  const weights = blocks.map(({ text }, index) => (random() < 0.12 ? 0 : (8 + text.length) * (index % 7 === 3 ? 3 : 1)));
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  return weights.map((weight) => (total === 0 ? 0 : Math.min(32_767, Math.round((seconds * weight) / total))));
};

interface SimulatedReader {
  readonly userId: string;
  /** Week of the term in which the user begins. */
  readonly start: number;
  /** Probability of reading in a week, and of going on to the next chapter. */
  readonly diligence: number;
  readonly advance: number;
}

/** Returns the reading of a user up to yesterday. */
const simulate = (
  { userId, start, diligence, advance }: SimulatedReader,
  { chapters, first, random }: { readonly chapters: readonly ReadChapter[]; readonly first: string; readonly random: () => number },
): UserDayTime[] => {
  const times: UserDayTime[] = [];
  const read = (chapter: ReadChapter | undefined, day: string, share: number): void => {
    if (chapter === undefined) return;
    const seconds = Math.max(30, Math.round(chapter.expectedSeconds * share));
    times.push({ userId, document: chapter.document, day, seconds, blockSeconds: divide(seconds, chapter.blocks, random) });
  };
  let position = 0;
  for (let week = start; week < WEEKS; week += 1) {
    if (random() > diligence * (1 - week / (3 * WEEKS))) continue;
    const days = new Set(
      Array.from({ length: 1 + Math.floor(random() * 3) }, () => [1, 3, 0, 6, 2, 4, 5][Math.floor(random() ** 2 * 7)] ?? 1),
    );
    for (const weekday of days) {
      const day = addDays(first, 7 * week + weekday);
      read(chapters[position], day, 0.25 + random() * 0.6);
      if (random() < 0.12) read(chapters[Math.floor(random() * (position + 1))], day, 0.15 + random() * 0.2);
    }
    if (random() < advance) position = Math.min(chapters.length - 1, position + 1);
  }
  // A user reads a chapter once a day: later readings of the day are added to the first one.
  const merged = new Map<string, UserDayTime>();
  for (const time of times) {
    const key = `${time.document} ${time.day}`;
    const before = merged.get(key);
    merged.set(key, {
      ...time,
      seconds: time.seconds + (before?.seconds ?? 0),
      blockSeconds: time.blockSeconds.map((one, index) => Math.min(32_767, one + (before?.blockSeconds[index] ?? 0))),
    });
  }
  return [...merged.values()];
};

/** Returns a highlight of the first sentence of a block. */
const targetOf = ({ href }: ReadChapter, { id, text, startChar }: BlockOfVersion): AnnotationTarget => {
  const sentence = /^.{6,60}?[。！？；]/u.exec(text)?.[0] ?? text.slice(0, 40);
  return {
    href,
    blocks: { start: { blockId: id, offset: 0 }, end: { blockId: id, offset: sentence.length } },
    quote: { exact: sentence, prefix: '', suffix: text.slice(sentence.length, sentence.length + 32) },
    position: { start: startChar, end: startChar + sentence.length },
    cfi: '',
  };
};

interface Simulation {
  readonly bookId: string;
  readonly versionId: string;
  readonly chapters: readonly ReadChapter[];
  readonly random: () => number;
}

/** Stores highlights, notes and answers of a reader who never signs in, so that no device has to receive them. */
const work = async ({ db, clock }: Platform, userId: string, { bookId, versionId, chapters, random }: Simulation): Promise<void> => {
  const passages = chapters.flatMap((chapter) =>
    chapter.blocks
      .filter(({ text }) => text.length > 30)
      .slice(1, 3)
      .map((block) => ({ chapter, block })),
  );
  await db.transaction(async (tx) => {
    for (const [index, { chapter, block }] of passages.entries()) {
      if (random() > 0.75 / (1 + (index % 5))) continue;
      const at = clock.now() - Math.floor((8 + random() * 70) * DAY_MS);
      const kind = random() < 0.25 ? 'note' : 'highlight';
      await insertAnnotation(tx, {
        id: newId(at),
        userId,
        bookId,
        versionId,
        kind,
        color: 'yellow',
        highlightStyle: 'solid',
        body: kind === 'note' ? '复习时再看' : '',
        tags: [],
        target: targetOf(chapter, block),
        anchor: 'exact',
        chapterTitle: chapter.title,
        totalProgression: chapter.from,
        createdAt: at,
        updatedAt: at,
        deletedAt: null,
        deletionReceivedAt: null,
        clocks: {},
        bodySentHlc: null,
        otherBodies: [],
      });
    }
    await simulatePractice(tx, userId, { bookId, versionId, hrefs: chapters.map(({ href }) => href), now: clock.now(), random });
  });
};

/** Creates readers without a phone number and password, so that nobody can sign in as them. */
const createLoneReaders = async ({ db, clock }: Platform): Promise<string[]> => {
  const at = clock.now() - (WEEKS + 2) * 7 * DAY_MS;
  return db.transaction(async (tx) => {
    const ids: string[] = [];
    for (let reader = 1; reader <= LONE_READERS; reader += 1) {
      const user = await insertNewUser(tx, { nickname: `模拟读者 ${reader}` }, at + reader);
      if (user === undefined) continue;
      ids.push(user.id);
      await tx.execute(sql`insert into demo_item (kind, id, recorded_at) values ('account', ${user.id}, ${clock.now()})`);
    }
    return ids;
  });
};

/** Simulates the term; does nothing if the book has simulated reading already. */
export const seedDemoReading = async (
  platform: Platform,
  { bookId, versionId, studentIds }: { readonly bookId: string; readonly versionId: string; readonly studentIds: readonly string[] },
): Promise<void> => {
  const { db, clock } = platform;
  if (await isSimulated(db.orm, bookId)) return;
  await markSimulated(db.orm, bookId);
  const random = createRandom(20_260_901);
  const readingOrder = (await findReleasedVersion(db.orm, versionId))?.manifest.readingOrder ?? [];
  const chapters: ReadChapter[] = [];
  for (const chapter of await findChapters(db.orm, bookId)) {
    const document = readingOrder.findIndex(({ href }) => href === chapter.href);
    chapters.push({ ...chapter, document, blocks: await listBlocksOfDocument(db.orm, versionId, document) });
  }
  const loneIds = await createLoneReaders(platform);
  const readers: SimulatedReader[] = [
    ...studentIds.map((userId) => ({ userId, start: 0, diligence: 0.75 + random() * 0.25, advance: 0.45 + random() * 0.4 })),
    ...loneIds.map((userId) => ({
      userId,
      start: Math.floor(random() * 7),
      diligence: 0.35 + random() * 0.5,
      advance: 0.3 + random() * 0.6,
    })),
  ];
  const first = addDays(lastCompleteWeek(clock.now()), -7 * (WEEKS - 1));
  const times = readers.flatMap((reader) => simulate(reader, { chapters, first, random }));
  const students = new Set(studentIds);
  await db.transaction(async (tx) => {
    await insertTimes(tx, { bookId, versionId, deviceId: SIMULATED_DEVICE }, times);
    // The calendars of the students show the same time by day; nobody signs in as one of the other readers.
    await insertSimulatedDays(
      tx,
      bookId,
      times.filter(({ userId }) => students.has(userId)),
    );
    await markStaleDays(
      tx,
      times.map(({ day }) => ({ bookId, day })),
    );
  });
  const lone = new Set(loneIds);
  const loneTimes = times.filter(({ userId }) => lone.has(userId));
  await seedDemoLicenseUse(platform, bookId, loneTimes);
  await seedDemoDashboard(platform, bookId, loneTimes);
  for (const userId of loneIds) await work(platform, userId, { bookId, versionId, chapters, random });
  platform.log.info({ readers: readers.length }, 'reading simulated');
};
