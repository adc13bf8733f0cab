import { z } from 'zod';
import { LIMITS } from '../limits.ts';
import { entityId } from '../publication/id.ts';
import { anchorState, annotationTarget } from '../publication/selectors.ts';

export const annotationKind = z.enum(['highlight', 'note', 'bookmark']);
export type AnnotationKind = z.output<typeof annotationKind>;
export const annotationColor = z.enum(['yellow', 'green', 'blue', 'pink', 'red']);
export type AnnotationColor = z.output<typeof annotationColor>;

/** A highlight, a note or a bookmark of one person in one book. The client makes `id`. A highlight with a body is a note. */
export const annotation = z.object({
  id: entityId,
  bookId: entityId,
  /** The version the target was described in. */
  versionId: entityId,
  kind: annotationKind,
  color: annotationColor,
  body: z.string().max(LIMITS.noteBodyChars),
  tags: z.array(z.string().max(30)).max(LIMITS.noteTags),
  target: annotationTarget,
  anchor: anchorState,
  /** For lists, as it was when made: chapter title, and 0 to 1 in the publication. */
  chapterTitle: z.string().max(300),
  totalProgression: z.number().min(0).max(1),
  createdAt: z.number().int(),
  updatedAt: z.number().int(),
  /** In the bin since; absent when alive. */
  deletedAt: z.number().int().optional(),
  /** Texts that lost against a later edit from another device: shown, never thrown away. */
  otherBodies: z.array(z.object({ body: z.string(), at: z.number().int(), deviceId: z.string() })).optional(),
});
export type Annotation = z.output<typeof annotation>;
