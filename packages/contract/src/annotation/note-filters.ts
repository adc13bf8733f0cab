import { z } from 'zod';
import { LIMITS } from '../limits.ts';
import { entityId } from '../publication/id.ts';
import { anchorState } from '../publication/selectors.ts';
import { annotationColor, annotationKind } from './annotation.ts';

export const noteFilters = {
  bookId: entityId.optional(),
  kind: annotationKind.optional(),
  color: annotationColor.optional(),
  /** Exact title of the chapter with the annotation; requires `bookId`. */
  chapter: z.string().max(300).optional(),
  tag: z.string().max(30).optional(),
  /** Result of the annotation's last anchoring: `orphan` if its passage was not found. */
  anchor: anchorState.optional(),
  /** Earliest creation time of the annotations (inclusive) and latest one (`before`, exclusive), UTC ms. */
  from: z.coerce.number().int().min(0).optional(),
  before: z.coerce.number().int().min(0).optional(),
  q: z.string().trim().max(LIMITS.searchTextMax).optional(),
};
