/** The answers of readers to practice questions in books. They are for the reader only, and never count as a grade. */
import { z } from 'zod';
import { LIMITS } from '../limits.ts';
import { entityId } from '../publication/id.ts';

/** The last checked answer to a practice question. Synced as one value: the response belongs to its verdict. */
export const practiceAnswer = z.object({
  /** Version of the book in which it was answered. */
  versionId: entityId,
  /** Response by interaction, as the assessment rules define it (`questionResponse`). */
  response: z.record(z.string().max(64), z.array(z.string().max(LIMITS.practiceResponseChars)).max(100)),
  verdict: z.enum(['correct', 'partial', 'wrong']),
  /** Whether the reader compared their answer with the book's and decided the verdict. */
  isSelfAssessed: z.boolean(),
  /** Number of times the question was answered. */
  tries: z.number().int().min(1).max(1_000_000),
  answeredAt: z.number().int().min(0),
});

export type PracticeAnswer = z.output<typeof practiceAnswer>;

/** Id = `practiceAnswerId(…)`. `itemId`: id of the question's element in the document `href`. */
export const practiceAnswerRecord = z.object({
  bookId: entityId,
  href: z.string().min(1).max(1000),
  itemId: z.string().min(1).max(200),
  answer: practiceAnswer,
});

export type PracticeAnswerRecord = z.output<typeof practiceAnswerRecord>;

const FNV_OFFSET = 0xcbf29ce484222325n;
const FNV_PRIME = 0x100000001b3n;

/** Returns the FNV-1a hash of a text, 64 bits in hexadecimal. */
const hashOf = (text: string): string => {
  let hash = FNV_OFFSET;
  for (const byte of new TextEncoder().encode(text)) hash = BigInt.asUintN(64, (hash ^ BigInt(byte)) * FNV_PRIME);
  return hash.toString(16).padStart(16, '0');
};

/** Returns the id of the answer to a practice question: the id of the book, and a hash of the question's address in it. */
export const practiceAnswerId = ({ bookId, href, itemId }: Pick<PracticeAnswerRecord, 'bookId' | 'href' | 'itemId'>): string =>
  `${bookId}:${hashOf(`${href}#${itemId}`)}`;
