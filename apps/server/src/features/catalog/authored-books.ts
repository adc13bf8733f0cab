/** The books whose makers' list names an account: what its owner reads for that reason. Nothing is granted, so nothing is left when the name goes. */
import type { Queryable } from '../../platform/database.ts';
import { listBooksOfContributor } from './desk-store.ts';

/** `since`: when it was published, UTC ms; of a draft, when it was last changed. */
export const listAuthoredBooks = (db: Queryable, userId: string): Promise<readonly { readonly bookId: string; readonly since: number }[]> =>
  listBooksOfContributor(db, userId);
