/** Operations of the bookshelf (书房). Clients with their own database exchange the same records by sync instead. */
import { z } from 'zod';

export const favoriteResult = z.object({ isFavorite: z.boolean() });
