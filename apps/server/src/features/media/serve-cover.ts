/** Card pictures of books: re-encoded by us at import, so they may stand on the app origin. The address carries the hash, so it never changes. */
import { COVER_PATH } from '@shufang/contract';
import type { FastifyInstance } from 'fastify';
import { contentKey } from '../../gateways/object-storage/content-key.ts';
import { ObjectNotFoundError, type ObjectStorage } from '../../gateways/object-storage/object-storage.ts';
import { describeFile } from '../../platform/http/describe-operation.ts';

export const registerCoverRoute = (
  fastify: FastifyInstance,
  deps: { objects: ObjectStorage; isCover: (bookId: string, sha256: string) => Promise<boolean> },
): void => {
  fastify.get<{ Params: { bookId: string; file: string } }>(
    `${COVER_PATH}/:bookId/:file`,
    { schema: describeFile({ summary: '图书封面', operationId: 'getCover', type: 'image/webp' }) },
    async (request, reply) => {
      const sha256 = /^([0-9a-f]{64})\.webp$/.exec(request.params.file)?.[1];
      if (sha256 === undefined || !(await deps.isCover(request.params.bookId, sha256))) return reply.callNotFound();
      try {
        const picture = await deps.objects.get(contentKey(sha256));
        return await reply
          .type('image/webp')
          .header('cache-control', 'public, max-age=31536000, immutable')
          .header('content-length', picture.bytes)
          .send(picture.stream);
      } catch (error) {
        if (error instanceof ObjectNotFoundError) return reply.callNotFound();
        throw error;
      }
    },
  );
};
