/** Returns the caller's reading time in each document of a book. */
import type { UseCase } from '../../platform/http/register.ts';
import { findDocumentTimes } from './document-times.ts';
import type { ReadingTimeDependencies } from './reading-time-dependencies.ts';

export const getChapterTimes: UseCase<'getChapterTimes', ReadingTimeDependencies> = async ({ db }, { reader }, { bookId }) => {
  const times = (await findDocumentTimes(db.orm, [reader.userId], bookId)).get(reader.userId) ?? new Map<string, number>();
  return { documents: [...times].map(([href, seconds]) => ({ href, seconds })) };
};
