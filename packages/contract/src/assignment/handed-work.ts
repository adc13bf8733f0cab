/** Work that students hand in from elsewhere in the product: a copy that no later change touches. */
import { z } from 'zod';
import { annotationKind } from '../annotation/annotation.ts';
import { entityId } from '../publication/id.ts';
import { blockPoint } from '../publication/locator.ts';
import type { AnnotationTask } from './task.ts';

/** A highlight or a note of a student in a chapter of the assignment. */
export const handedAnnotation = z.object({
  id: entityId,
  kind: annotationKind.exclude(['bookmark']),
  /** The passage as the student selected it, with formulas in Unicode. */
  quote: z.string(),
  note: z.string(),
  /** Document and title of the chapter. */
  href: z.string(),
  chapterTitle: z.string(),
  /** Where the passage starts. */
  block: blockPoint,
  /** When it was made, UTC ms by the clock of the student's device. */
  at: z.number().int(),
});

export type HandedAnnotation = z.output<typeof handedAnnotation>;

/** A post, or a reply of a student, in the topic of a discussion assignment. */
export const handedPost = z.object({
  id: entityId,
  body: z.string(),
  /** When it was published, UTC ms. */
  at: z.number().int(),
  /** The post to which it replies; absent for a post. */
  replyTo: z.string().optional(),
});

export type HandedPost = z.output<typeof handedPost>;

/**
 * What was handed in with an attempt. Of a discussion: the posts and replies that are not hidden, the oldest first; it follows them until the
 * discussion is closed.
 */
export const handedWork = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('annotation'), bookId: entityId, annotations: z.array(handedAnnotation) }),
  z.object({ kind: z.literal('discussion'), posts: z.array(handedPost) }),
]);

export type HandedWork = z.output<typeof handedWork>;

/** How many posts and replies of a student count in a discussion assignment. */
export const discussionProgress = z.object({ posts: z.number().int(), replies: z.number().int(), isMet: z.boolean() });

export type DiscussionProgress = z.output<typeof discussionProgress>;

/** What a student could hand in now for an annotation assignment: all own annotations of its chapters, in the order of the book. */
export const annotationProgress = z.object({
  bookId: entityId,
  items: z.array(handedAnnotation.extend({ isCounted: z.boolean() })),
  /** Whether there are more annotations than the first `handedAnnotationsMax`, which are not listed and do not count. */
  isCut: z.boolean(),
});

export type AnnotationProgress = z.output<typeof annotationProgress>;

/** What the rule of an annotation assignment needs to know of an annotation. */
interface CountedAnnotation {
  readonly kind: 'highlight' | 'note' | 'bookmark';
  readonly href: string;
  readonly note: string;
}

/** Returns the number of characters of a note as an annotation assignment counts them: without spaces and line breaks. */
export const noteCharsOf = (note: string): number => Array.from(note.replaceAll(/\s/g, '')).length;

/** Returns whether an annotation lies in one of the chapters of an annotation assignment. Bookmarks never do. */
export const isInChapters = (task: Pick<AnnotationTask, 'chapters'>, { kind, href }: Omit<CountedAnnotation, 'note'>): boolean =>
  kind !== 'bookmark' && task.chapters.some((chapter) => chapter.href === href);

/** Returns whether an annotation counts in an annotation assignment. The reader and the server use the same rule. */
export const isCountedAnnotation = (task: Pick<AnnotationTask, 'chapters' | 'noteCharsMin'>, one: CountedAnnotation): boolean =>
  isInChapters(task, one) && noteCharsOf(one.note) >= task.noteCharsMin;
