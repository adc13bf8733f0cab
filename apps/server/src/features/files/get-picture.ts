/**
 * Serves public pictures on the app origin, without an authorization header. They were re-encoded, so they are safe there. The path
 * contains the hash of the picture, so the picture at a path never changes.
 */
import { getPicture } from '@shufang/contract';
import type { FastifyInstance } from 'fastify';
import type { ObjectStorage } from '../../gateways/object-storage/object-storage.ts';
import type { Database } from '../../platform/database.ts';
import { describeFile } from '../../platform/http/describe-operation.ts';
import { sendFile } from './send-file.ts';
import { findPublicPicture } from './store.ts';

export const registerPictures = (
  fastify: FastifyInstance,
  { db, objects }: { readonly db: Database; readonly objects: ObjectStorage },
): void => {
  fastify.get<{ Params: { file: string } }>(getPicture.path, { schema: describeFile(getPicture, 'image/webp') }, async (request, reply) => {
    const sha256 = /^([0-9a-f]{64})\.webp$/.exec(request.params.file)?.[1];
    const picture = sha256 === undefined ? undefined : await findPublicPicture(db.orm, sha256);
    if (picture === undefined) return reply.callNotFound();
    const headers = { 'cache-control': 'public, max-age=31536000, immutable', 'content-disposition': 'inline' };
    return sendFile(objects, request, reply, picture, headers, () => reply.callNotFound());
  });
};
