/** The product page of a book: what it is, what is in it, and what this person may do with it. */
import {
  type AccessRight,
  CodedError,
  type getBookInfo as getBookInfoOperation,
  type NavigationEntry,
  type OutputOf,
  type TocEntry,
} from '@shufang/contract';
import type { Queryable } from '../../platform/database.ts';
import type { CallContext } from '../../platform/http/call-context.ts';
import { findReleasedVersion, type PublicationVersion, type StoredManifest } from '../media/publication/read-publication.ts';
import { documentIndexes, type VersionOutline } from '../media/publication/version-outline.ts';
import type { Book, BookTrial } from './book.ts';
import { findEditions } from './editions.ts';
import { findBook } from './find-books.ts';
import { countMaterials } from './material-store.ts';
import { peopleOf } from './people.ts';
import { type Asker, type Personal, personalMarksFor } from './personal-marks.ts';
import { findRatingSum } from './rating-store.ts';
import { toBookCard } from './view.ts';

export interface BookInfoDependencies {
  readonly db: Queryable;
  readonly personal: Personal;
  /** For each document of the reading order whether it is open for a right. */
  readonly openDocuments: (manifest: StoredManifest, right: AccessRight, trial: BookTrial) => readonly boolean[];
  /** The same by less than a manifest, where many books are looked at. */
  readonly openDocumentsIn: (outline: VersionOutline, right: AccessRight, trial: BookTrial) => readonly boolean[];
}

/** Ours: what a student reads of a Chinese textbook in a minute. */
const CHARS_PER_MINUTE = 300;

/** The table of contents with open marks and reading times; a heading that leads nowhere is open when one of its children is. */
export const tocFor = (manifest: StoredManifest, openAt: readonly boolean[]): TocEntry[] => {
  const indexes = documentIndexes(manifest);
  const timed = new Set<number>();
  const timesOf = (index: number | undefined): Pick<TocEntry, 'minutes' | 'mediaMinutes'> => {
    const item = index === undefined || timed.has(index) ? undefined : manifest.readingOrder[index];
    if (item === undefined || index === undefined) return {};
    timed.add(index);
    return {
      ...(item.chars === 0 ? {} : { minutes: Math.ceil(item.chars / CHARS_PER_MINUTE) }),
      ...(item.mediaSeconds === undefined ? {} : { mediaMinutes: Math.ceil(item.mediaSeconds / 60) }),
    };
  };
  const convert = (entry: NavigationEntry): TocEntry => {
    const index = entry.href === undefined ? undefined : indexes.get(entry.href.replace(/#.*$/, ''));
    const positions = index === undefined ? undefined : manifest.readingOrder[index]?.positions;
    const times = timesOf(index);
    // After its own time, so that a chapter has it and not its first section.
    const children = entry.children?.map(convert);
    return {
      title: entry.title,
      ...(entry.href === undefined ? {} : { href: entry.href }),
      open: index === undefined ? (children?.some((child) => child.open) ?? false) : openAt[index] === true,
      ...(positions === undefined ? {} : { positions }),
      ...times,
      ...(children === undefined || children.length === 0 ? {} : { children }),
    };
  };
  return manifest.toc.map(convert);
};

/** Descriptions come as HTML in many books: people read the text. */
const plainText = (html: string): string =>
  html
    .replaceAll(/<(?:br|\/p|\/div|\/li)\s*\/?>/gi, '\n')
    .replaceAll(/<[^>]*>/g, '')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&nbsp;', ' ')
    .replaceAll('&amp;', '&')
    .replaceAll(/\n{3,}/g, '\n\n')
    .trim();

export interface VisibleBook {
  readonly book: Book;
  readonly version: PublicationVersion;
  readonly right: AccessRight;
}

/** A book whose page this person may see. Throws `catalog.bookNotFound` for drafts (except to operators and authors) and unknown ids. */
export const findVisibleBook = async (
  deps: Pick<BookInfoDependencies, 'db' | 'personal'>,
  context: Asker,
  bookId: string,
): Promise<VisibleBook> => {
  const book = await findBook(deps.db, bookId);
  const version = book?.currentVersionId === undefined ? undefined : await findReleasedVersion(deps.db, book.currentVersionId);
  if (book === undefined || version === undefined) throw new CodedError('catalog.bookNotFound');
  const right = await deps.personal.rightOf(context, book);
  if (book.shelfState === 'draft' && right.kind === 'none') throw new CodedError('catalog.bookNotFound');
  return { book, version, right };
};

/** Throws `catalog.bookNotFound`. */
export const getBookInfo = async (
  deps: BookInfoDependencies,
  context: CallContext,
  bookId: string,
): Promise<OutputOf<typeof getBookInfoOperation>> => {
  const { book, version, right } = await findVisibleBook(deps, context, bookId);
  const [marks, rating, editions, materials] = await Promise.all([
    personalMarksFor(deps.personal, context, [book]),
    findRatingSum(deps.db, bookId),
    findEditions(deps, context, book),
    countMaterials(deps.db, bookId),
  ]);
  const { newerEdition } = book;
  const isClosed = (right.kind === 'trial' || right.kind === 'none') && book.removalNotice === undefined;
  const institutionSignIn = isClosed ? await deps.personal.institutionSignInFor(context, book) : undefined;
  return {
    book: toBookCard(book, marks),
    metadata: {
      ...version.metadata,
      title: book.title,
      ...(book.isbn === undefined ? {} : { isbn: book.isbn }),
      ...(book.publisher === undefined ? {} : { publisher: book.publisher }),
    },
    contributors: peopleOf(book.contributors),
    descriptionText: plainText(book.description ?? version.metadata.description ?? ''),
    ...(book.plan === undefined ? {} : { plan: book.plan }),
    ...(book.level === undefined ? {} : { level: book.level }),
    ...(editions.length === 1 ? {} : { editionCount: editions.length }),
    ...(materials === 0 ? {} : { materialCount: materials }),
    ...(newerEdition === undefined ? {} : { newerEdition: { bookId: newerEdition.id, edition: newerEdition.edition } }),
    right,
    ...(institutionSignIn === undefined ? {} : { institutionSignIn }),
    toc: tocFor(version.manifest, deps.openDocuments(version.manifest, right, book)),
    trialChapters: book.trialChapters,
    updatedAt: version.releasedAt,
    versionNo: version.no,
    ...(rating === undefined ? {} : { rating }),
    counts: version.counts,
  };
};
