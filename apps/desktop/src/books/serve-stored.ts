/** Serves the files of stored books, decrypted, under `book://<id>/~o/`. Main process. */
import { readStoredBookUrl } from '@shufang/desktop-bridge';
import { bookPolicy } from '../main/content-policy.ts';
import { notFound } from '../main/serve-files.ts';
import type { BookStore } from './book-store.ts';
import type { LeaseKeys } from './lease-keys.ts';
import { type OpenedFile, openSealedFile } from './sealed-file.ts';

/** Returns the first and the last byte of a header `Range`; undefined for none, or for one that the file does not have. */
export const readRange = (header: string | null, bytes: number): { start: number; end: number } | undefined => {
  const [, from = '', to = ''] = /^bytes=(\d*)-(\d*)$/.exec(header ?? '') ?? [];
  if (from === '' && to === '') return undefined;
  const start = from === '' ? Math.max(0, bytes - Number(to)) : Number(from);
  const end = from === '' || to === '' ? bytes - 1 : Math.min(Number(to), bytes - 1);
  return start <= end ? { start, end } : undefined;
};

/** Size in bytes up to which a response is decrypted before it is sent. */
const WHOLE_BYTES_MAX = 1_048_576;

const wholeOf = async (file: OpenedFile, start: number, end: number): Promise<Blob> => {
  const pieces: Uint8Array<ArrayBuffer>[] = [];
  for await (const piece of file.read(start, end)) pieces.push(piece);
  await file.close();
  return new Blob(pieces);
};

/** Returns the bytes as a stream. The first piece is decrypted before, so that a damaged file is missing instead of ending early. */
const streamOf = async (file: OpenedFile, start: number, end: number): Promise<ReadableStream<Uint8Array<ArrayBuffer>>> => {
  const pieces = file.read(start, end);
  let next = await pieces.next();
  return new ReadableStream({
    async pull(controller) {
      try {
        if (next.done === true) {
          await file.close();
          controller.close();
          return;
        }
        controller.enqueue(next.value);
        next = await pieces.next();
      } catch (error) {
        await file.close();
        controller.error(error);
      }
    },
    cancel: () => file.close(),
  });
};

/**
 * Returns the response with a stored file; undefined if the URL is not one of a stored book. A file that is missing or damaged, or whose key
 * the key store does not open, is not found.
 */
export const serveStored = async (store: BookStore, keys: LeaseKeys, request: Request): Promise<Response | undefined> => {
  const wanted = readStoredBookUrl(request.url);
  if (wanted === undefined) return undefined;
  const { bookId, lease, href } = wanted;
  const opened = keys.open(lease);
  if (opened === undefined || opened.bookId !== bookId) return notFound();
  const location = await store.find(lease.id, href);
  if (location === undefined) return notFound();
  let file: OpenedFile | undefined;
  try {
    file = await openSealedFile(location, opened.key, href);
    const range = readRange(request.headers.get('range'), file.bytes);
    const { start, end } = range ?? { start: 0, end: file.bytes - 1 };
    const headers = new Headers(file.headers);
    headers.set('content-security-policy', bookPolicy(headers.get('content-security-policy')));
    headers.set('accept-ranges', 'bytes');
    headers.set('cache-control', 'no-store');
    headers.set('content-length', String(end - start + 1));
    if (range !== undefined) headers.set('content-range', `bytes ${start}-${end}/${file.bytes}`);
    const body = end - start < WHOLE_BYTES_MAX ? await wholeOf(file, start, end) : await streamOf(file, start, end);
    return new Response(body, { status: range === undefined ? 200 : 206, headers });
  } catch {
    await file?.close();
    return notFound();
  }
};
