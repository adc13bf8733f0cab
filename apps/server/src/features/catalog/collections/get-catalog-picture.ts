/** Serves the images of collections and home slots. */
import { getCatalogPicture } from '@shufang/contract';
import type { FastifyInstance } from 'fastify';
import { contentKey } from '../../../gateways/object-storage/content-key.ts';
import { ObjectNotFoundError } from '../../../gateways/object-storage/object-storage.ts';
import { describeFile } from '../../../platform/http/describe-operation.ts';
import type { CatalogDependencies } from '../catalog-dependencies.ts';
import { findCatalogImage } from './collection-store.ts';

const SHA256 = /^[0-9a-f]{64}$/;

/**
 * Registers the route. The app origin may serve these images, because they are re-encoded at upload. The URL contains the hash of the
 * image, so its content never changes.
 */
export const registerCatalogImages = (fastify: FastifyInstance, deps: Pick<CatalogDependencies, 'db' | 'objects'>): void => {
  fastify.get<{ Params: { sha256: string } }>(
    getCatalogPicture.path,
    { schema: describeFile(getCatalogPicture, 'image/*') },
    async (request, reply) => {
      const { sha256 } = request.params;
      const picture = SHA256.test(sha256) ? await findCatalogImage(deps.db.orm, sha256) : undefined;
      if (picture === undefined) return reply.callNotFound();
      try {
        const bytes = await deps.objects.get(contentKey(sha256));
        return await reply
          .type(picture.mediaType)
          .header('cache-control', 'public, max-age=31536000, immutable')
          .header('content-length', bytes.bytes)
          .send(bytes.stream);
      } catch (error) {
        if (error instanceof ObjectNotFoundError) return reply.callNotFound();
        throw error;
      }
    },
  );
};
