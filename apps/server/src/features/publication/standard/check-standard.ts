/** Checks a book against the EPUB standard beside its import: what is wrong with the file, not what the import changed. */
import { readFile, stat } from 'node:fs/promises';
import path from 'node:path';
import { CodedError, type ImportFinding } from '@shufang/contract';
import { createIsolatedTask } from '../../../platform/isolation/isolated-task.ts';
import { PUBLICATION_LIMITS } from '../limits.ts';
import { type StandardMessage, standardFindings } from './standard-findings.ts';

const task = createIsolatedTask<Uint8Array, readonly StandardMessage[]>({
  module: path.join(import.meta.dirname, 'check-standard.task.ts'),
  memoryBytes: PUBLICATION_LIMITS.standardCheckBytes,
  timeoutMs: PUBLICATION_LIMITS.standardCheckTimeoutMs,
  waiting: PUBLICATION_LIMITS.standardChecksWaiting,
  // The limit is wall time: a busy machine exceeds it too.
  refusal: (reason) => (reason === 'time' ? new CodedError('request.tooMany') : new CodedError('request.invalid', { reason })),
});

const skipped = (reason: string): ImportFinding => ({
  severity: 'notice',
  code: 'standard.skipped',
  message: `${reason}，没有按 EPUB 标准检查`,
  count: 1,
});
const UNUSUAL_FILE = skipped('文件过大或结构特殊');
const BUSY = skipped('系统繁忙');

/** A book that cannot be checked can be imported: the check is only a report. */
const skipUnchecked = (error: unknown): ImportFinding[] => {
  if (error instanceof CodedError && error.code === 'request.tooMany') return [BUSY];
  if (error instanceof Error) return [UNUSUAL_FILE];
  throw error;
};

/** Returns the errors and warnings of EPUBCheck; a notice if the file is too large or the check ends without a result. */
export const checkStandard = async (sourcePath: string): Promise<ImportFinding[]> => {
  const { size } = await stat(sourcePath);
  if (size > PUBLICATION_LIMITS.standardCheckFileBytes) return [UNUSUAL_FILE];
  try {
    return standardFindings(await task.run(await readFile(sourcePath)));
  } catch (error) {
    return skipUnchecked(error);
  }
};
