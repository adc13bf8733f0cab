/** The two addresses files are fetched from without a header: pictures for everyone on the app origin, downloads on the content origin. */
import { PICTURE_PATH } from '@shufang/contract';
import type { FastifyInstance } from 'fastify';
import type { ObjectStorage } from '../../gateways/object-storage/object-storage.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Database } from '../../platform/database.ts';
import { describeFile } from '../../platform/http/describe-operation.ts';
import { openDownloadTicket } from './download-ticket.ts';
import { attachmentOf } from './file-name.ts';
import { sendFile } from './send-file.ts';
import { findOwnFile, findPublicPicture } from './store.ts';

export interface ServeFileDependencies {
  readonly db: Database;
  readonly objects: ObjectStorage;
  readonly clock: Clock;
  readonly ticketSecret: Uint8Array;
  readonly isSessionAlive: (sid: string) => Promise<boolean>;
  /** Whether this host of the content origin is the one of the file. */
  readonly isHostOf: (host: string, fileId: string) => boolean;
}

/** Made anew by us from pixels, so they may stand on the app origin. The address carries the hash, so it never changes. */
const registerPictures = (fastify: FastifyInstance, { db, objects }: ServeFileDependencies): void => {
  fastify.get<{ Params: { file: string } }>(
    `${PICTURE_PATH}/:file`,
    { schema: describeFile({ summary: '公开图片（头像）', operationId: 'getPicture', type: 'image/webp' }) },
    async (request, reply) => {
      const sha256 = /^([0-9a-f]{64})\.webp$/.exec(request.params.file)?.[1];
      const picture = sha256 === undefined ? undefined : await findPublicPicture(db.orm, sha256);
      if (picture === undefined) return reply.callNotFound();
      const headers = { 'cache-control': 'public, max-age=31536000, immutable', 'content-disposition': 'inline' };
      return sendFile(objects, request, reply, picture, headers, () => reply.callNotFound());
    },
  );
};

/** Always offered for saving, never shown: what people upload is theirs, not ours. */
const registerDownloads = (fastify: FastifyInstance, deps: ServeFileDependencies): void => {
  fastify.get<{ Params: { ticket: string; name: string } }>('/~f/:ticket/:name', { schema: { hide: true } }, async (request, reply) => {
    void reply.header('cache-control', 'private, no-store').header('referrer-policy', 'no-referrer');
    const refuse = (status: number, text: string): unknown => reply.code(status).type('text/plain; charset=utf-8').send(text);
    const now = deps.clock.now();
    const ticket = openDownloadTicket(deps.ticketSecret, request.params.ticket, now);
    if (ticket === undefined || !(await deps.isSessionAlive(ticket.sid))) return refuse(403, '下载链接已过期，请回到书房重新下载');
    const file = deps.isHostOf(request.host, ticket.fileId) ? await findOwnFile(deps.db.orm, ticket.userId, ticket.fileId, now) : undefined;
    if (file === undefined) return refuse(404, '没有找到这个文件');
    const headers = { 'content-disposition': attachmentOf(file.name), 'cross-origin-resource-policy': 'same-origin' };
    return sendFile(deps.objects, request, reply, file, headers, () => refuse(404, '没有找到这个文件'));
  });
};

export const registerFileAddresses = (fastify: FastifyInstance, deps: ServeFileDependencies): void => {
  registerPictures(fastify, deps);
  registerDownloads(fastify, deps);
};
