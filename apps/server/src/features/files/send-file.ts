/** Sends the bytes of a file, whole or a range. The bytes of a hash never change, so the hash is the ETag. */
import { Readable } from 'node:stream';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { contentKey } from '../../gateways/object-storage/content-key.ts';
import { ObjectNotFoundError, type ObjectStorage } from '../../gateways/object-storage/object-storage.ts';
import { parseByteRange } from '../../platform/http/byte-range.ts';
import type { StoredFile } from './user-file.ts';

type Sent = Pick<StoredFile, 'sha256' | 'sizeBytes' | 'mediaType'>;

/** Sends a file. `onMissing` returns the response when the object store has no such object. */
export const sendFile = async (
  objects: ObjectStorage,
  request: FastifyRequest,
  reply: FastifyReply,
  file: Sent,
  headers: Readonly<Record<string, string>>,
  onMissing: () => unknown,
): Promise<unknown> => {
  const { sha256, sizeBytes, mediaType } = file;
  const etag = `"${sha256}"`;
  const { 'if-none-match': ifNoneMatch, 'if-range': ifRange, range: rangeHeader } = request.headers;
  const range = ifRange === undefined || ifRange === etag ? parseByteRange(rangeHeader, sizeBytes) : undefined;
  const isBodyless = range === 'unsatisfiable' || ifNoneMatch === etag || request.method === 'HEAD' || sizeBytes === 0;
  const object = isBodyless
    ? undefined
    : await objects.get(contentKey(sha256), range).catch((error: unknown) => {
        if (error instanceof ObjectNotFoundError) return 'missing' as const;
        throw error;
      });
  if (object === 'missing') {
    request.log.error({ sha256 }, 'the object of a user file is missing');
    return onMissing();
  }
  void reply
    .type(mediaType.startsWith('text/') ? `${mediaType}; charset=utf-8` : mediaType)
    .header('accept-ranges', 'bytes')
    .header('etag', etag)
    .header('x-content-type-options', 'nosniff')
    .header('content-security-policy', "default-src 'none'; sandbox")
    .headers(headers);
  if (ifNoneMatch === etag) return reply.code(304).send();
  if (range === 'unsatisfiable') return reply.code(416).header('content-range', `bytes */${sizeBytes}`).send();
  if (range !== undefined) void reply.code(206).header('content-range', `bytes ${range.start}-${range.end}/${sizeBytes}`);
  const bytes = range === undefined ? sizeBytes : range.end - range.start + 1;
  return reply.header('content-length', bytes).send(object?.stream ?? Readable.from([]));
};
