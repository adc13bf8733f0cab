/** Converts and lists the files that accompany a book, for readers and editors. */
import { type BookMaterial, CodedError } from '@shufang/contract';
import type { Queryable } from '../../../platform/database.ts';
import { findBook } from '../find-books.ts';
import { listMaterials, type StoredMaterial } from './material-store.ts';

export const viewMaterial = (
  { id, title, note, audience, fileName, mediaType, sizeBytes, createdAt }: StoredMaterial,
  open: boolean,
): BookMaterial => ({
  id,
  title,
  note,
  audience,
  fileName,
  mediaType,
  sizeBytes,
  createdAt,
  open,
});

/** Lists the materials of a book for editors, to whom all are open. */
export const listMaterialsForAdmin = async (db: Queryable, bookId: string): Promise<{ items: BookMaterial[] }> => ({
  items: (await listMaterials(db, bookId)).map((material) => viewMaterial(material, true)),
});

/** Returns the title of a book. Throws `catalog.bookNotFound`. */
export const titleOfBook = async (db: Queryable, bookId: string): Promise<string> => {
  const book = await findBook(db, bookId);
  if (book === undefined) throw new CodedError('catalog.bookNotFound');
  return book.title;
};

/** Returns the fields of a material that the audit log records. */
export const factsOf = ({ title, note, audience }: Pick<StoredMaterial, 'title' | 'note' | 'audience'>) => ({ title, note, audience });
