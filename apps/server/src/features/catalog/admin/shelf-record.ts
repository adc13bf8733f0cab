/** Converts a stored book to its shelf state (draft, published or off the shelf) for editors. */
import type { ShelfRecord } from '@shufang/contract';
import type { Book } from '../book.ts';

export const toShelfRecord = ({ id, title, shelfState }: Book): ShelfRecord => ({ bookId: id, title, state: shelfState });
