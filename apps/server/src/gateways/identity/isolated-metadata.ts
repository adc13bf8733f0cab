/** Parses identity provider metadata in an isolated process. */
import path from 'node:path';
import { createIsolatedTask } from '../../platform/isolation/isolated-task.ts';
import { DOCUMENT_MEMORY_BYTES, DOCUMENT_TIMEOUT_MS, refusedAs, TABLES_WAITING } from '../../platform/isolation/task-limits.ts';
import type { IdpMetadata } from './idp-metadata.ts';

/** Runs the parser in an isolated process. Throws `institution.metadataBad`. */
export const metadataReader = createIsolatedTask<string, IdpMetadata>({
  module: path.join(import.meta.dirname, 'idp-metadata.task.ts'),
  memoryBytes: DOCUMENT_MEMORY_BYTES,
  timeoutMs: DOCUMENT_TIMEOUT_MS,
  waiting: TABLES_WAITING,
  refusal: refusedAs('institution.metadataBad'),
});
