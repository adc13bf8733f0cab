/** How many items of a page are asked for. */
import { z } from 'zod';
import { LIMITS } from './limits.ts';

/** `otherwise`: where nobody says. */
export const pageLimit = (otherwise: number = LIMITS.pageSizeDefault) =>
  z.coerce.number().int().min(1).max(LIMITS.pageSizeMax).default(otherwise);
