/** Requests to the server for an update. None can last forever, and none can deliver more than was announced. */
import { createHash } from 'node:crypto';
import { closeSync, openSync, readSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { DEVICE_CODE_HEADER, type UpdateFile } from '@shufang/contract';

export type Fetch = (url: string, options: { headers: Record<string, string>; signal: AbortSignal }) => Promise<Response>;

/** Longest time without a byte, and longest time of a response that is no file. */
const SILENCE_MS = 20_000;
/** A file may take this time, and in addition the time of the slowest accepted connection. */
const FILE_MS = 60_000;
const SLOWEST_BYTES_PER_MS = 16;
/** Largest response that is no file. */
const RESPONSE_BYTES_MAX = 1_048_576;

/** A response that cannot be used, with the reason for the log. */
export class DownloadError extends Error {
  override readonly name = 'DownloadError';
}

export interface Limits {
  readonly silenceMs: number;
}
const LIMITS: Limits = { silenceMs: SILENCE_MS };

/** Calls `use` with each chunk of a response. Throws `DownloadError` if the server is silent, too slow, or sends more than `maxBytes`. */
const readChunks = async (
  fetch: Fetch,
  url: string,
  { maxBytes, maxMs, silenceMs }: { maxBytes: number; maxMs: number; silenceMs: number },
  use: (chunk: Uint8Array) => Promise<void> | void,
): Promise<void> => {
  const controller = new AbortController();
  let failure: DownloadError | undefined;
  const abort = (reason: string): void => {
    failure ??= new DownloadError(reason);
    controller.abort();
  };
  const total = setTimeout(() => abort('超过时限'), maxMs);
  let silence = setTimeout(() => abort('服务器没有响应'), silenceMs);
  try {
    const response = await fetch(url, { headers: { [DEVICE_CODE_HEADER]: 'pc' }, signal: controller.signal });
    if (response.status !== 200 || response.body === null) throw new DownloadError(`HTTP ${response.status}`);
    const reader = response.body.getReader();
    let bytes = 0;
    for (;;) {
      const { done, value } = await reader.read();
      if (failure !== undefined) throw failure;
      if (done) return;
      clearTimeout(silence);
      silence = setTimeout(() => abort('服务器没有响应'), silenceMs);
      bytes += value.byteLength;
      if (bytes > maxBytes) {
        abort('比预告的大');
        throw failure ?? new DownloadError('比预告的大');
      }
      await use(value);
    }
  } catch (error) {
    controller.abort();
    throw failure ?? (error instanceof DownloadError ? error : new DownloadError('连不上服务器', { cause: error }));
  } finally {
    clearTimeout(total);
    clearTimeout(silence);
  }
};

/** Returns a JSON response of the server. Throws `DownloadError`. */
export const fetchJson = async (fetch: Fetch, url: string, { silenceMs } = LIMITS): Promise<unknown> => {
  const chunks: Uint8Array[] = [];
  await readChunks(fetch, url, { maxBytes: RESPONSE_BYTES_MAX, maxMs: silenceMs, silenceMs }, (chunk) => {
    chunks.push(chunk);
  });
  try {
    return JSON.parse(Buffer.concat(chunks).toString('utf8'));
  } catch (error) {
    throw new DownloadError('响应不完整', { cause: error });
  }
};

/**
 * Downloads a file and writes it to `target`. `onProgress`: called with the share from 0 to 1. Throws `DownloadError` if its size or its hash
 * is not that of the verified manifest.
 */
export const downloadFile = async (
  fetch: Fetch,
  { url, file, target, onProgress }: { url: string; file: UpdateFile; target: string; onProgress: (share: number) => void },
  { silenceMs } = LIMITS,
): Promise<void> => {
  const hash = createHash('sha512');
  const handle = await open(target, 'w', 0o600);
  let bytes = 0;
  try {
    const maxMs = FILE_MS + file.size / SLOWEST_BYTES_PER_MS;
    await readChunks(fetch, url, { maxBytes: file.size, maxMs, silenceMs }, async (chunk) => {
      hash.update(chunk);
      // Unlike `write`, it does not end before all bytes are written: on a full disk a write can be short without an error.
      await handle.writeFile(chunk).catch((error: unknown) => {
        throw new DownloadError('无法写入磁盘', { cause: error });
      });
      bytes += chunk.byteLength;
      onProgress(bytes / file.size);
    });
    await handle.sync();
  } finally {
    await handle.close();
  }
  if (bytes !== file.size) throw new DownloadError('大小不符');
  if (hash.digest('hex') !== file.sha512) throw new DownloadError('校验值不符');
};

/** Returns the SHA-512 of a file in hex. It blocks the process, so that nothing else happens between the check and the use of the file. */
export const hashFile = (file: string): string => {
  const hash = createHash('sha512');
  const buffer = Buffer.alloc(1_048_576);
  const handle = openSync(file, 'r');
  try {
    for (let bytes = readSync(handle, buffer); bytes > 0; bytes = readSync(handle, buffer)) hash.update(buffer.subarray(0, bytes));
  } finally {
    closeSync(handle);
  }
  return hash.digest('hex');
};
