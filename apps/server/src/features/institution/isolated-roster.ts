/** Parses a member list in an isolated process. */
import path from 'node:path';
import { createIsolatedTask } from '../../platform/isolation/isolated-task.ts';
import { refusedAs, TABLE_MEMORY_BYTES, TABLE_TIMEOUT_MS, TABLES_WAITING } from '../../platform/isolation/task-limits.ts';
import type { RosterError, RosterLine } from './read-roster.ts';

/** Parses a member list. Its input is the file in base64. Throws `institution.rosterUnreadable`, `institution.rosterTooLong`. */
export const rosterReader = createIsolatedTask<string, { lines: RosterLine[]; errors: RosterError[] }>({
  module: path.join(import.meta.dirname, 'roster.task.ts'),
  memoryBytes: TABLE_MEMORY_BYTES,
  timeoutMs: TABLE_TIMEOUT_MS,
  waiting: TABLES_WAITING,
  refusal: refusedAs('institution.rosterUnreadable'),
});
