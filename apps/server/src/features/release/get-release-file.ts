/**
 * Serves installers on the app origin, complete or by ranges, so that an interrupted download can continue. Always sent as an
 * attachment.
 */
import { Readable } from 'node:stream';
import { getReleaseFile, releaseArch, releaseChannel, releasePlatform, versionCode } from '@shufang/contract';
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { contentKey } from '../../gateways/object-storage/content-key.ts';
import { ObjectNotFoundError, type ObjectStorage } from '../../gateways/object-storage/object-storage.ts';
import type { Queryable } from '../../platform/database.ts';
import { parseByteRange } from '../../platform/http/byte-range.ts';
import { describeFile } from '../../platform/http/describe-operation.ts';
import { mediaTypeOf } from './publish-version.ts';
import { findReleasedFile } from './store.ts';

const address = z.object({
  channel: releaseChannel,
  platform: releasePlatform,
  arch: releaseArch,
  version: versionCode,
  file: z.string().regex(/^[A-Za-z0-9][A-Za-z0-9._-]{0,150}$/),
});

export const registerReleaseFiles = (fastify: FastifyInstance, deps: { db: Queryable; objects: ObjectStorage }): void => {
  fastify.get(getReleaseFile.path, { schema: describeFile(getReleaseFile, 'application/octet-stream') }, async (request, reply) => {
    const requested = address.safeParse(request.params);
    if (!requested.success) return reply.callNotFound();
    const { version, file: name, ...build } = requested.data;
    const file = await findReleasedFile(deps.db, build, version, name);
    if (file === undefined) return reply.callNotFound();

    const etag = `"${file.sha256}"`;
    const { 'if-none-match': ifNoneMatch, 'if-range': ifRange, range: rangeHeader } = request.headers;
    const range = ifRange === undefined || ifRange === etag ? parseByteRange(rangeHeader, file.bytes) : undefined;
    const object =
      range === 'unsatisfiable' || ifNoneMatch === etag || request.method === 'HEAD'
        ? undefined
        : await deps.objects.get(contentKey(file.sha256), range).catch((error: unknown) => {
            if (error instanceof ObjectNotFoundError) return 'missing' as const;
            throw error;
          });
    if (object === 'missing') {
      request.log.error({ sha256: file.sha256, version, ...build }, 'the file of a released version is gone');
      return reply.callNotFound();
    }
    void reply
      .type(mediaTypeOf(build.platform))
      .header('content-disposition', `attachment; filename="${name}"`)
      .header('accept-ranges', 'bytes')
      .header('etag', etag)
      // The bytes never change, but a version may be withdrawn, so clients revalidate a cached copy before using it.
      .header('cache-control', 'public, no-cache')
      .header('content-security-policy', "default-src 'none'; sandbox")
      .header('cross-origin-resource-policy', 'same-origin');
    if (ifNoneMatch === etag) return reply.code(304).send();
    if (range === 'unsatisfiable') return reply.code(416).header('content-range', `bytes */${file.bytes}`).send();
    if (range !== undefined) void reply.code(206).header('content-range', `bytes ${range.start}-${range.end}/${file.bytes}`);
    const bytes = range === undefined ? file.bytes : range.end - range.start + 1;
    return reply.header('content-length', bytes).send(object?.stream ?? Readable.from([]));
  });
};
