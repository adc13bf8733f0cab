/** Writes the codes of a batch in an isolated process, because 200,000 codes would block the event loop for seconds. */
import path from 'node:path';
import { createIsolatedTask } from '../../platform/isolation/isolated-task.ts';
import { EXPORT_MEMORY_BYTES, EXPORT_TIMEOUT_MS, EXPORTS_WAITING, exportRefused } from '../../platform/isolation/task-limits.ts';
import type { CodeBatch } from './code-batch.ts';

export interface CodesWork {
  readonly batch: CodeBatch;
  /** The secret from which the codes are derived. */
  readonly secret: Uint8Array;
  readonly publicUrl: string;
  readonly format: 'csv' | 'xlsx';
}

/** Returns the codes as CSV, or as a workbook in base64. Throws `request.invalid`, `request.tooMany`. */
export const codesWriter = createIsolatedTask<CodesWork, string>({
  module: path.join(import.meta.dirname, 'codes.task.ts'),
  memoryBytes: EXPORT_MEMORY_BYTES,
  timeoutMs: EXPORT_TIMEOUT_MS,
  waiting: EXPORTS_WAITING,
  refusal: exportRefused,
});
