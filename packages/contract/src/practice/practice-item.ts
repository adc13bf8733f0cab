/**
 * A practice question in the text of a book. The reading engine reads it from the markup of the book, by the types of the EPUB Structural
 * Semantics Vocabulary (https://www.w3.org/TR/epub-ssv-11/): `practice`, `multiple-choice-problem`, `true-false-problem`,
 * `fill-in-the-blank-problem`, `general-problem`, and `answer` for its answer.
 */
import { z } from 'zod';
import { contentNode } from './question-content.ts';

export const practiceItem = z.object({
  /** Id of its element in the document `href`. */
  id: z.string().min(1).max(200),
  href: z.string().min(1).max(1000),
  problem: z.enum(['multipleChoice', 'trueFalse', 'blank', 'general']),
  question: z.array(contentNode),
  /** Texts of the options, in order; empty if it has none. */
  options: z.array(z.array(contentNode)).max(26),
  answer: z.array(contentNode),
  explanation: z.array(contentNode),
});

export type PracticeItem = z.output<typeof practiceItem>;
