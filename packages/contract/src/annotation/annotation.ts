import { z } from 'zod';
import { LIMITS } from '../limits.ts';
import { entityId } from '../publication/id.ts';
import { anchorState, annotationTarget } from '../publication/selectors.ts';

export const annotationKind = z.enum(['highlight', 'note', 'bookmark']);
export type AnnotationKind = z.output<typeof annotationKind>;
export const annotationColor = z.enum(['yellow', 'green', 'blue', 'pink', 'red']);
export type AnnotationColor = z.output<typeof annotationColor>;
/** How the passage of a highlight or note is drawn: on a colored ground, or with a straight or wavy line in its color. */
export const highlightStyle = z.enum(['solid', 'underline', 'wavy']);
export type HighlightStyle = z.output<typeof highlightStyle>;

/** A highlight, note or bookmark of one user in one book. The client generates `id`. A highlight with a body is a note. */
export const annotation = z.object({
  id: entityId,
  bookId: entityId,
  /** Id of the book version to which `target` refers. */
  versionId: entityId,
  kind: annotationKind,
  color: annotationColor,
  highlightStyle,
  body: z.string().max(LIMITS.noteBodyChars),
  tags: z.array(z.string().max(30)).max(LIMITS.noteTags),
  target: annotationTarget,
  anchor: anchorState,
  /** Chapter title, and progression (0 to 1) in the publication, both in the version `versionId`; shown in lists. */
  chapterTitle: z.string().max(300),
  totalProgression: z.number().min(0).max(1),
  createdAt: z.number().int(),
  updatedAt: z.number().int(),
  /** Time when the annotation was moved to the bin, UTC ms; absent while it is not there. */
  deletedAt: z.number().int().optional(),
  /** Texts of the note that a later edit on another device replaced. They are shown to the user and never discarded. */
  otherBodies: z.array(z.object({ body: z.string(), at: z.number().int(), deviceId: z.string() })).optional(),
});
export type Annotation = z.output<typeof annotation>;
