/** The chapters of a book as its table of contents has them, for editors who choose among them. */
import { CodedError, type listBookChapters as listOperation, type NavigationEntry, type OutputOf } from '@shufang/contract';
import type { Queryable } from '../../platform/database.ts';
import { findReleasedVersion, type StoredManifest } from '../media/publication/read-publication.ts';
import { chapterRanks, documentIndexes, outlineOf } from '../media/publication/version-outline.ts';
import { findDeskRow } from './desk-store.ts';

type Chapters = OutputOf<typeof listOperation>;
type Row = Chapters['items'][number];

/** Each chapter once, where the contents first lead to it, with the headings above it; headings without a chapter below are left out. */
export const chaptersOf = (manifest: StoredManifest): Chapters => {
  const outline = outlineOf(manifest);
  const indexes = documentIndexes(manifest);
  const charsOf = new Map<number, number>();
  for (const [index, rank] of chapterRanks(outline).entries()) charsOf.set(rank, (charsOf.get(rank) ?? 0) + (outline.chars[index] ?? 0));
  const left = new Map(outline.chapters.map((index, rank) => [index, rank]));
  const chapter = (title: string, depth: number, index: number, rank: number): Row => ({
    title,
    depth,
    key: outline.keys[index] ?? '',
    rank,
    chars: charsOf.get(rank) ?? 0,
  });
  const rowsOf = (entry: NavigationEntry, depth: number): Row[] => {
    const index = entry.href === undefined ? undefined : indexes.get(entry.href.replace(/#.*$/, ''));
    const rank = index === undefined ? undefined : left.get(index);
    if (index !== undefined) left.delete(index);
    const below = (entry.children ?? []).flatMap((child) => rowsOf(child, depth + 1));
    if (index !== undefined && rank !== undefined) return [chapter(entry.title, depth, index, rank), ...below];
    return below.length === 0 ? [] : [{ title: entry.title, depth, chars: 0 }, ...below];
  };
  const named = manifest.toc.flatMap((entry) => rowsOf(entry, 0));
  // Without contents every document with text is a chapter.
  const unnamed = [...left].map(([index, rank]) => chapter(manifest.readingOrder[index]?.title ?? '', 0, index, rank));
  return {
    items: [...named, ...unnamed],
    frontChars: charsOf.get(-1) ?? 0,
    totalChars: outline.chars.reduce((sum, chars) => sum + chars, 0),
  };
};

/** Throws `catalog.bookNotFound`. */
export const listBookChapters = async (db: Queryable, bookId: string): Promise<Chapters> => {
  const row = await findDeskRow(db, bookId);
  const version = row && (await findReleasedVersion(db, row.current_version_id));
  if (version === undefined) throw new CodedError('catalog.bookNotFound');
  return chaptersOf(version.manifest);
};
