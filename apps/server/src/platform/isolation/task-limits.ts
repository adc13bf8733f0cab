/** Memory and time limits of each kind of isolated work (security.md §3; docs/limits.md). */
import { CodedError, type ErrorCode } from '@shufang/contract';
import type { StopReason } from './isolated-task.ts';

const MIB = 1_048_576;

const DOCUMENT_MEBIBYTES = 256;
const TABLE_MEBIBYTES = 384;
const EXPORT_MEBIBYTES = 768;

/** Memory limit of the process that reads a sign-in response or the metadata of an identity provider. */
export const DOCUMENT_MEMORY_BYTES = DOCUMENT_MEBIBYTES * MIB;
export const TABLE_MEMORY_BYTES = TABLE_MEBIBYTES * MIB;
export const EXPORT_MEMORY_BYTES = EXPORT_MEBIBYTES * MIB;
export const DOCUMENT_TIMEOUT_MS = 10_000;
export const TABLE_TIMEOUT_MS = 20_000;
export const EXPORT_TIMEOUT_MS = 120_000;
export const COMPARISON_TIMEOUT_MS = 60_000;

/** Number of runs of one kind that may wait for a process; one more is rejected. */
export const DOCUMENTS_WAITING = 64;
export const TABLES_WAITING = 8;
export const EXPORTS_WAITING = 16;

const SENTENCES: Readonly<Record<StopReason, string>> = {
  time: '文件结构异常，读取时间过长',
  memory: '文件结构异常，读取所需内存过多',
  crash: '文件结构异常，无法读取',
};

/** Returns the error for a document that exceeded a limit: `code` with a reason. */
export const refusedAs =
  (code: ErrorCode) =>
  (reason: StopReason): CodedError =>
    new CodedError(code, { reason: SENTENCES[reason] });

const EXPORT_SENTENCES: Readonly<Record<StopReason, string>> = {
  time: '导出的内容过多，请缩小范围后分批导出',
  memory: '导出的内容过多，请缩小范围后分批导出',
  crash: '导出没有完成，请稍后再试',
};

export const exportRefused = (reason: StopReason): CodedError => new CodedError('request.invalid', { reason: EXPORT_SENTENCES[reason] });
