/** Serves downloads on the content origin, without an authorization header: the path contains a ticket (`create-download-link.ts`). */
import type { FastifyInstance } from 'fastify';
import type { ObjectStorage } from '../../gateways/object-storage/object-storage.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Database } from '../../platform/database.ts';
import { openDownloadTicket } from './download-ticket.ts';
import { attachmentOf } from './file-name.ts';
import { sendFile } from './send-file.ts';
import { findOwnFile } from './store.ts';

export interface ServeFileDependencies {
  readonly db: Database;
  readonly objects: ObjectStorage;
  readonly clock: Clock;
  readonly ticketSecret: Uint8Array;
  readonly isSessionAlive: (sid: string) => Promise<boolean>;
  /** Whether the content host with this name belongs to the file. */
  readonly isHostOf: (host: string, fileId: string) => boolean;
}

/** Registers the path of downloads. Files are always sent as an attachment, so that browsers never display what users uploaded. */
export const registerDownloads = (fastify: FastifyInstance, deps: ServeFileDependencies): void => {
  fastify.get<{ Params: { ticket: string; name: string } }>('/~f/:ticket/:name', { schema: { hide: true } }, async (request, reply) => {
    void reply.header('cache-control', 'private, no-store').header('referrer-policy', 'no-referrer');
    const reject = (status: number, text: string): unknown => reply.code(status).type('text/plain; charset=utf-8').send(text);
    const now = deps.clock.now();
    const ticket = openDownloadTicket(deps.ticketSecret, request.params.ticket, now);
    if (ticket === undefined || !(await deps.isSessionAlive(ticket.sid))) return reject(403, '下载链接已过期，请回到书房重新下载');
    const file = deps.isHostOf(request.host, ticket.fileId) ? await findOwnFile(deps.db.orm, ticket.userId, ticket.fileId, now) : undefined;
    if (file === undefined) return reject(404, '没有找到这个文件');
    const headers = { 'content-disposition': attachmentOf(file.name), 'cross-origin-resource-policy': 'same-origin' };
    return sendFile(deps.objects, request, reply, file, headers, () => reject(404, '没有找到这个文件'));
  });
};
