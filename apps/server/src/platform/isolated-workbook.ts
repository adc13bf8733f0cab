/** Writes Excel workbooks outside the event loop, because a thousand rows take a tenth of a second. */
import path from 'node:path';
import { createIsolatedTask } from './isolation/isolated-task.ts';
import { EXPORT_MEMORY_BYTES, EXPORT_TIMEOUT_MS, EXPORTS_WAITING, exportRefused } from './isolation/task-limits.ts';
import type { Sheet } from './write-xlsx.ts';

/** Returns the Excel workbook of the given sheets in base64. Throws `request.invalid`, `request.tooMany`. */
export const workbookWriter = createIsolatedTask<readonly Sheet[], string>({
  module: path.join(import.meta.dirname, 'workbook.task.ts'),
  memoryBytes: EXPORT_MEMORY_BYTES,
  timeoutMs: EXPORT_TIMEOUT_MS,
  waiting: EXPORTS_WAITING,
  refusal: exportRefused,
});
