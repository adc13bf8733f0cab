/** Writes Word documents outside the event loop. */
import path from 'node:path';
import { createIsolatedTask } from '../isolation/isolated-task.ts';
import { EXPORT_MEMORY_BYTES, EXPORT_TIMEOUT_MS, EXPORTS_WAITING, exportRefused } from '../isolation/task-limits.ts';
import type { PrintedDocument } from '../typeset/printed-document.ts';

/** Returns the document as a Word document; the same document has the same bytes. Throws `request.invalid`, `request.tooMany`. */
export const docxWriter = createIsolatedTask<PrintedDocument, Uint8Array>({
  module: path.join(import.meta.dirname, 'docx.task.ts'),
  memoryBytes: EXPORT_MEMORY_BYTES,
  timeoutMs: EXPORT_TIMEOUT_MS,
  waiting: EXPORTS_WAITING,
  refusal: exportRefused,
});
