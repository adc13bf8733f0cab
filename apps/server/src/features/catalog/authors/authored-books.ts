/** Finds books with a contributor entry linked to an account. No right is stored, so removing the entry ends the access. */
import type { Queryable } from '../../../platform/database.ts';
import type { SignedInReader } from '../../../platform/http/call-context.ts';
import { listBooksOfContributor } from '../admin/admin-book-store.ts';

/** Returns the books of a contributor. `since` in a result: time of publication, UTC ms; for a draft, the time of its last change. */
export const listAuthoredBooks = (db: Queryable, userId: string): Promise<readonly { readonly bookId: string; readonly since: number }[]> =>
  listBooksOfContributor(db, userId);

/** Returns whether the user has the role of an author or a linked contributor entry in a book. */
export const isNamedAuthor = async (db: Queryable, { userId, roles }: Pick<SignedInReader, 'userId' | 'roles'>): Promise<boolean> =>
  roles.includes('author') || (await listBooksOfContributor(db, userId)).length > 0;
