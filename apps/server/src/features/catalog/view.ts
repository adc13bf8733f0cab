/** Rows of the catalogue to what goes over the wire; private columns stop here. */
import { type AccessRight, type BookCard, COVER_PATH } from '@shufang/contract';
import type { Book } from './book.ts';

/** What a card says about the person looking at it. */
export interface PersonalMarks {
  /** The right in force by book id. */
  readonly rights: ReadonlyMap<string, AccessRight>;
  /** Progression 0 to 1 by book id. */
  readonly progress: ReadonlyMap<string, number>;
}

export const noPersonalMarks: PersonalMarks = { rights: new Map(), progress: new Map() };

export const coverPath = (bookId: string, sha256: string): string => `${COVER_PATH}/${bookId}/${sha256}.webp`;

export const toBookCard = (book: Book, marks: PersonalMarks): BookCard => {
  const progress = marks.progress.get(book.id);
  const right = marks.rights.get(book.id);
  return {
    id: book.id,
    title: book.title,
    ...(book.subtitle === undefined ? {} : { subtitle: book.subtitle }),
    authors: book.authors,
    ...(book.publisher === undefined ? {} : { publisher: book.publisher }),
    ...(book.isbn === undefined ? {} : { isbn: book.isbn }),
    ...(book.edition === 1 && book.workId === undefined ? {} : { edition: book.edition }),
    ...(book.newerEdition === undefined ? {} : { newerEditionId: book.newerEdition.id }),
    ...(book.cover === undefined
      ? {}
      : { cover: { url: coverPath(book.id, book.cover.sha256), width: book.cover.width, height: book.cover.height } }),
    accessModel: book.accessModel,
    priceFen: book.priceFen,
    ...(book.removalNotice === undefined ? {} : { removed: true }),
    owned: right?.kind === 'owned',
    ...(right === undefined ? {} : { right: right.kind }),
    ...(book.plan === undefined ? {} : { plan: book.plan.name }),
    publishedAt: book.publishedAt ?? book.updatedAt,
    chars: book.chars,
    categories: [...book.categoryNames],
    ...(progress === undefined ? {} : { progress }),
  };
};
