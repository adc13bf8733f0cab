/** How many people keep each book as a favourite, for whoever orders books by that. */
import type { Queryable } from '../../platform/database.ts';
import { countFavoritesByBook } from './store.ts';

/** By book id; books nobody keeps are left out. */
export const countFavorites = (db: Queryable): Promise<Map<string, number>> => countFavoritesByBook(db);
