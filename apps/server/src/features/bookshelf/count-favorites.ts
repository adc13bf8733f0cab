/** Counts how many users have each book as a favorite, for the order by popularity. */
import type { Queryable } from '../../platform/database.ts';
import { countFavoritesByBook } from './store.ts';

/** Returns the number of favorites by book id; books without favorites are left out. */
export const countFavorites = (db: Queryable): Promise<Map<string, number>> => countFavoritesByBook(db);
