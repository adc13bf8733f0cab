/** The chapters of a book for plans of classes, and how far members have read them. The same numbers for members and teachers. */
import type { ChapterPlan, ChapterProgress, NavigationEntry, PublicationManifest } from '@shufang/contract';
import type { Queryable } from '../../platform/database.ts';
import { findBook } from '../catalog/find-books.ts';
import { findReleasedVersion } from '../publication/versions/read-version.ts';
import { documentIndexes, outlineOf } from '../publication/versions/version-outline.ts';
import { findPassedParts } from '../reading/passed-parts.ts';
import { findDocumentTimes, findUnrecorded } from '../reading-time/document-times.ts';

export interface Chapter {
  readonly href: string;
  readonly title: string;
  /** Where the chapter lies in the book, from 0 to 1. */
  readonly from: number;
  readonly to: number;
  readonly expectedSeconds: number;
}

/** Characters per minute of a slow reader of a textbook, as the client assumes before it has measured the speed. */
const CHARS_PER_MINUTE = 300;
/** A chapter is done when this share of its text was read, in this share of the expected time (product.md §9.2). */
const DONE_SHARE = 0.95;
const DONE_TIME_SHARE = 0.3;

/** Returns the title of the first entry of the table of contents that links to each document, by the index of the document. */
const titlesOf = (manifest: PublicationManifest): Map<number, string> => {
  const indexes = documentIndexes(manifest);
  const titles = new Map<number, string>();
  const visit = (entries: readonly NavigationEntry[]): void => {
    for (const { href, title, children } of entries) {
      const index = href === undefined ? undefined : indexes.get(href.replace(/#.*$/, ''));
      if (index !== undefined && !titles.has(index)) titles.set(index, title);
      visit(children ?? []);
    }
  };
  visit(manifest.toc);
  return titles;
};

/** Returns the chapters of a version: documents with text to which the table of contents links. */
export const chaptersOf = (manifest: PublicationManifest): Chapter[] => {
  const { chars, chapters } = outlineOf(manifest);
  const total = Math.max(
    1,
    chars.reduce((sum, count) => sum + count, 0),
  );
  const titles = titlesOf(manifest);
  const before = chars.map((_, index) => chars.slice(0, index).reduce((sum, count) => sum + count, 0));
  return chapters.map((index) => {
    const [start, length] = [before[index] ?? 0, chars[index] ?? 0];
    return {
      href: manifest.readingOrder[index]?.href ?? '',
      title: titles.get(index) ?? '',
      from: start / total,
      to: (start + length) / total,
      expectedSeconds: Math.ceil((length / CHARS_PER_MINUTE) * 60),
    };
  });
};

/** Returns the chapters of the version of a book that readers see; none if its content was removed. */
export const findChapters = async (db: Queryable, bookId: string): Promise<Chapter[]> => {
  const versionId = (await findBook(db, bookId))?.currentVersionId;
  const version = versionId === undefined ? undefined : await findReleasedVersion(db, versionId);
  return version === undefined ? [] : chaptersOf(version.manifest);
};

interface MemberReading {
  /** Parts of the book that were read, from 0 to 1. */
  readonly parts: readonly (readonly [from: number, to: number])[];
  /** Seconds by URL of the document; undefined if the member has switched the recording off. */
  readonly times: ReadonlyMap<string, number> | undefined;
}

/** Returns how far a member has read a chapter. */
export const progressIn = ({ href, from, to, expectedSeconds }: Chapter, { parts, times }: MemberReading): ChapterProgress => {
  const read = parts.reduce((sum, [start, end]) => sum + Math.max(0, Math.min(end, to) - Math.max(start, from)), 0);
  const share = to > from ? Math.min(1, read / (to - from)) : 0;
  const seconds = times === undefined ? undefined : (times.get(href) ?? 0);
  const isLongEnough = seconds === undefined || seconds >= expectedSeconds * DONE_TIME_SHARE;
  return {
    share: Math.round(share * 100) / 100,
    isDone: share >= DONE_SHARE && isLongEnough,
    ...(seconds === undefined ? {} : { seconds }),
  };
};

/** Returns the reading of these users in a book. */
export const findReadings = async (db: Queryable, userIds: readonly string[], bookId: string): Promise<Map<string, MemberReading>> => {
  const [passed, times, unrecorded] = await Promise.all([
    findPassedParts(db, userIds, bookId),
    findDocumentTimes(db, userIds, bookId),
    findUnrecorded(db, userIds),
  ]);
  return new Map(
    userIds.map((id) => [
      id,
      { parts: passed.get(id) ?? [], times: unrecorded.has(id) ? undefined : (times.get(id) ?? new Map<string, number>()) },
    ]),
  );
};

/** Returns whether members see a plan at this time. */
export const isShown = ({ isHidden, opensAt }: ChapterPlan, now: number): boolean => !isHidden || opensAt === undefined || opensAt <= now;
