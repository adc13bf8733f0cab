/** Finds quotes of imported notes in an isolated process: a document may have millions of characters, and a quote a million matches. */
import path from 'node:path';
import { CodedError } from '@shufang/contract';
import { createIsolatedTask } from '../../platform/isolation/isolated-task.ts';
import {
  EXPORT_MEMORY_BYTES,
  EXPORT_TIMEOUT_MS,
  EXPORTS_WAITING,
  TABLE_MEMORY_BYTES,
  TABLE_TIMEOUT_MS,
  TABLES_WAITING,
} from '../../platform/isolation/task-limits.ts';
import type { BookQuote, FoundInBook, OpenDocument } from './find-in-book.ts';
import type { QuoteQuery } from './find-quote.ts';

export interface QuotesWork {
  readonly text: string;
  readonly quotes: readonly QuoteQuery[];
}

/** Runs the search for quotes in an isolated process. Throws `request.invalid` and `request.tooMany`. */
export const quoteFinder = createIsolatedTask<QuotesWork, (readonly [number, number] | undefined)[]>({
  module: path.join(import.meta.dirname, 'quotes.task.ts'),
  memoryBytes: TABLE_MEMORY_BYTES,
  timeoutMs: TABLE_TIMEOUT_MS,
  processes: 2,
  waiting: TABLES_WAITING,
  refusal: () => new CodedError('request.invalid', { reason: '这份笔记的定位时间过长，请分成几份导入' }),
});

/** Searches all open documents of a book; each is a message of its own. Throws `request.invalid` and `request.tooMany`. */
export const bookQuoteFinder = createIsolatedTask<{ readonly quotes: readonly BookQuote[] }, (FoundInBook | undefined)[], OpenDocument>({
  module: path.join(import.meta.dirname, 'book-quotes.task.ts'),
  memoryBytes: EXPORT_MEMORY_BYTES,
  timeoutMs: EXPORT_TIMEOUT_MS,
  waiting: EXPORTS_WAITING,
  refusal: () => new CodedError('request.invalid', { reason: '这份笔记的定位时间过长，请分成几份导入' }),
});
