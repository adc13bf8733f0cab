/** Compares two versions of a book in an isolated process: texts of millions of characters would block the event loop for seconds. */
import path from 'node:path';
import { CodedError } from '@shufang/contract';
import { createIsolatedTask } from '../../../platform/isolation/isolated-task.ts';
import { COMPARISON_TIMEOUT_MS, EXPORT_MEMORY_BYTES, EXPORTS_WAITING } from '../../../platform/isolation/task-limits.ts';
import type { BlockOfVersion } from '../../publication/versions/version-text.ts';
import type { TextChanges } from './text-changes.ts';

export interface CompareWork {
  /** URLs of the documents of the new version, in reading order. */
  readonly hrefs: readonly string[];
}

export interface ComparedDocument {
  /** Index in the reading order of its version. */
  readonly document: number;
  readonly isPrevious: boolean;
  readonly blocks: readonly BlockOfVersion[];
}

/**
 * The parts are the documents of both versions, each in its own message. Throws `request.invalid` if the book exceeds a limit, and
 * `request.tooMany`.
 */
export const comparison = createIsolatedTask<CompareWork, TextChanges, ComparedDocument>({
  module: path.join(import.meta.dirname, 'compare-versions.task.ts'),
  memoryBytes: EXPORT_MEMORY_BYTES,
  timeoutMs: COMPARISON_TIMEOUT_MS,
  waiting: EXPORTS_WAITING,
  refusal: () => new CodedError('request.invalid', { reason: '这本书的改动太多' }),
});
