/** Lists the chapters of a book from its table of contents, for editors who choose among them. */
import { CodedError, type NavigationEntry, type PublicationManifest } from '@shufang/contract';
import type { UseCase, UseCaseOutput } from '../../../platform/http/register.ts';
import { findReleasedVersion } from '../../publication/versions/read-version.ts';
import { chapterRanks, documentIndexes, outlineOf } from '../../publication/versions/version-outline.ts';
import type { BookAdminDependencies } from '../catalog-dependencies.ts';
import { findAdminBookRow } from './admin-book-store.ts';

type Chapters = UseCaseOutput<'listBookChapters'>;
type Row = Chapters['items'][number];

/**
 * Returns each chapter once, at its first entry in the table of contents, with the headings above it; headings without chapters are left
 * out.
 */
const chaptersOf = (manifest: PublicationManifest): Chapters => {
  const outline = outlineOf(manifest);
  const indexes = documentIndexes(manifest);
  const charsOf = new Map<number, number>();
  for (const [index, rank] of chapterRanks(outline).entries()) charsOf.set(rank, (charsOf.get(rank) ?? 0) + (outline.chars[index] ?? 0));
  const remaining = new Map(outline.chapters.map((index, rank) => [index, rank]));
  const chapter = (title: string, depth: number, index: number, rank: number): Row => ({
    title,
    depth,
    key: outline.keys[index] ?? '',
    rank,
    chars: charsOf.get(rank) ?? 0,
  });
  const rowsOf = (entry: NavigationEntry, depth: number): Row[] => {
    const index = entry.href === undefined ? undefined : indexes.get(entry.href.replace(/#.*$/, ''));
    const rank = index === undefined ? undefined : remaining.get(index);
    if (index !== undefined) remaining.delete(index);
    const below = (entry.children ?? []).flatMap((child) => rowsOf(child, depth + 1));
    if (index !== undefined && rank !== undefined) return [chapter(entry.title, depth, index, rank), ...below];
    return below.length === 0 ? [] : [{ title: entry.title, depth, chars: 0 }, ...below];
  };
  const titled = manifest.toc.flatMap((entry) => rowsOf(entry, 0));
  // The chapters of a version without a table of contents: all its linear documents with enough text.
  const unnamed = [...remaining].map(([index, rank]) => chapter(manifest.readingOrder[index]?.title ?? '', 0, index, rank));
  return {
    items: [...titled, ...unnamed],
    frontChars: charsOf.get(-1) ?? 0,
    totalChars: outline.chars.reduce((sum, chars) => sum + chars, 0),
  };
};

/** Returns the chapters. Throws `catalog.bookNotFound`. */
export const listBookChapters: UseCase<'listBookChapters', Pick<BookAdminDependencies, 'db'>> = async ({ db }, _caller, { bookId }) => {
  const row = await findAdminBookRow(db.orm, bookId);
  const version = row && (await findReleasedVersion(db.orm, row.current_version_id));
  if (version === undefined) throw new CodedError('catalog.bookNotFound');
  return chaptersOf(version.manifest);
};
