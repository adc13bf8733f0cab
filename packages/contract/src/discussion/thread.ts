/** The class layer of a book: passages that teachers share with a class, and questions to the class at a passage, with their replies. */
import { z } from 'zod';
import { LIMITS } from '../limits.ts';
import { entityId } from '../publication/id.ts';
import { annotationTarget } from '../publication/selectors.ts';

/** `highlight`: a passage that a teacher shares, with a remark or without one; `question`: a question to the class. */
export const threadKind = z.enum(['highlight', 'question']);

export type ThreadKind = z.output<typeof threadKind>;

/** What everyone in the class sees of a thread, a post of a topic, or a reply. */
export const post = {
  id: entityId,
  /** Name of the author. Classmates read an empty one if the author asked anonymously; the teachers read the name. */
  author: z.string(),
  isTeacher: z.boolean(),
  isAnonymous: z.boolean(),
  isOwn: z.boolean(),
  body: z.string(),
  at: z.number().int(),
  /** Why a teacher has hidden it. Only the author and the teachers see what is hidden. */
  hiddenReason: z.string().optional(),
};

export const reply = z.object({ ...post, isAccepted: z.boolean() });

export type Reply = z.output<typeof reply>;

export const thread = z.object({
  ...post,
  classId: entityId,
  bookId: entityId,
  kind: threadKind,
  /** Id of the book version to which `target` refers. */
  versionId: entityId,
  target: annotationTarget,
  chapterTitle: z.string(),
  totalProgression: z.number(),
  replies: z.array(reply),
  /** Whether the caller may accept one of the replies: the one who asked, and the teachers who may edit. */
  mayAccept: z.boolean(),
});

export type Thread = z.output<typeof thread>;

/** A class of the caller whose threads are listed. */
export const threadClass = z.object({
  id: entityId,
  name: z.string(),
  isTeacher: z.boolean(),
  mayModerate: z.boolean(),
  isActive: z.boolean(),
});

export type ThreadClass = z.output<typeof threadClass>;

export const postBody = z.string().trim().max(LIMITS.threadBodyChars, `最多 ${LIMITS.threadBodyChars} 个字`);
