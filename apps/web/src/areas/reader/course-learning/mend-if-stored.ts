/** Repairs a stored book of which a chapter could not be shown. */
import type { OpenedBook } from '../../../features/reading/use-open-book.ts';
import { isOnDevice } from '../../../platform/storage/offline-books.ts';
import { ownerNow } from '../../../platform/storage/use-owner.ts';

/** Checks the files of the book if it is shown from this device, and downloads again what is missing. Does nothing for other books. */
export const mendIfStored = ({ book, content }: Pick<OpenedBook, 'book' | 'content'>): void => {
  if (!isOnDevice(content.baseUrl)) return;
  import('../../../features/offline/mend-book.ts')
    .then(({ mendBook }) => mendBook(ownerNow(), book.id))
    .catch((error: unknown) => reportError(error));
};
