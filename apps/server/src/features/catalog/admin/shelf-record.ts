/** Converts a stored book to its shelf state (draft, published or off the shelf) for editors. */
import type { ShelfRecord } from '@shufang/contract';
import type { Book } from '../book.ts';
import { coverPath } from '../book-card.ts';

export const toShelfRecord = ({ id, title, authors, cover, shelfState }: Book): ShelfRecord => ({
  bookId: id,
  title,
  authors,
  ...(cover === undefined ? {} : { cover: { url: coverPath(id, cover.sha256), width: cover.width, height: cover.height } }),
  state: shelfState,
});
