/** Schema of a page size. */
import { z } from 'zod';
import { LIMITS } from './limits.ts';

/** Returns the schema; `defaultLimit` applies when the request has none. */
export const pageLimit = (defaultLimit: number = LIMITS.pageSizeDefault) =>
  z.coerce.number().int().min(1).max(LIMITS.pageSizeMax).default(defaultLimit);
