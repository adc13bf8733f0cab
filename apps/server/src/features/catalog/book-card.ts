/** Converts rows of the catalog to cards for the API, without private columns. */
import { type AccessRight, type BookCard, COVER_PATH } from '@shufang/contract';
import type { Book } from './book.ts';

/** Fields of a card that depend on the caller. */
export interface PersonalFields {
  /** The caller's current right by book id. */
  readonly rights: ReadonlyMap<string, AccessRight>;
  /** The caller's progression (0 to 1) by book id. */
  readonly progress: ReadonlyMap<string, number>;
}

export const noPersonalFields: PersonalFields = { rights: new Map(), progress: new Map() };

export const coverPath = (bookId: string, sha256: string): string => `${COVER_PATH}/${bookId}/${sha256}.webp`;

export const toBookCard = (book: Book, personal: PersonalFields): BookCard => {
  const progress = personal.progress.get(book.id);
  const right = personal.rights.get(book.id);
  return {
    id: book.id,
    title: book.title,
    ...(book.subtitle === undefined ? {} : { subtitle: book.subtitle }),
    authors: book.authors,
    ...(book.publisher === undefined ? {} : { publisher: book.publisher }),
    ...(book.placeOfPublication === undefined ? {} : { placeOfPublication: book.placeOfPublication }),
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
