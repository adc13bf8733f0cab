/**
 * Serves the cover images of books in lists. They were re-encoded at import, so the app origin may serve them. The URL contains the hash
 * of the image, so the image at a URL never changes.
 */
import { getCover } from '@shufang/contract';
import type { FastifyInstance } from 'fastify';
import { contentKey } from '../../gateways/object-storage/content-key.ts';
import { ObjectNotFoundError, type ObjectStorage } from '../../gateways/object-storage/object-storage.ts';
import { describeFile } from '../../platform/http/describe-operation.ts';

export const registerCoverRoute = (
  fastify: FastifyInstance,
  deps: { objects: ObjectStorage; isCover: (bookId: string, sha256: string) => Promise<boolean> },
): void => {
  fastify.get<{ Params: { bookId: string; file: string } }>(
    getCover.path,
    { schema: describeFile(getCover, 'image/webp') },
    async (request, reply) => {
      const sha256 = /^([0-9a-f]{64})\.webp$/.exec(request.params.file)?.[1];
      if (sha256 === undefined || !(await deps.isCover(request.params.bookId, sha256))) return reply.callNotFound();
      try {
        const object = await deps.objects.get(contentKey(sha256));
        return await reply
          .type('image/webp')
          .header('cache-control', 'public, max-age=31536000, immutable')
          .header('content-length', object.bytes)
          .send(object.stream);
      } catch (error) {
        if (error instanceof ObjectNotFoundError) return reply.callNotFound();
        throw error;
      }
    },
  );
};
