/** Serves the content origin: the engine's frame page and, behind a ticket, the files of a book. No cookie, no token, no script but the engine's. */
import { createGzip, constants as zlib } from 'node:zlib';
import type { FrameAssets } from '@shufang/reading-engine/assets';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { contentKey } from '../../gateways/object-storage/content-key.ts';
import type { ObjectStorage } from '../../gateways/object-storage/object-storage.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Queryable } from '../../platform/database.ts';
import { parseByteRange } from '../../platform/http/byte-range.ts';
import { findReleasedVersion, findResource, type PublicationResource } from '../media/publication/read-publication.ts';
import { type ContentAddresses, EVERY_BOOK } from './content-addresses.ts';
import { type ContentTicket, openTicket } from './content-ticket.ts';
import type { ReadingPace } from './reading-pace.ts';

export interface ContentOriginDependencies {
  readonly db: Queryable;
  readonly clock: Clock;
  readonly objects: ObjectStorage;
  readonly addresses: ContentAddresses;
  readonly ticketSecret: Uint8Array;
  readonly engineAssets: () => Promise<FrameAssets>;
  /** Origins the reader may be framed by. */
  readonly appOrigins: readonly string[];
  readonly isSessionAlive: (sid: string) => Promise<boolean>;
  readonly pace: ReadingPace;
  /** The network an address is counted as. */
  readonly networkOf: (address: string) => string;
}

/** security.md §2, book content: what a document of a book may load, and nothing may run. */
const bookPolicy = (appOrigins: readonly string[]): string =>
  [
    "default-src 'none'",
    "img-src 'self' data: blob:",
    "style-src 'self' 'unsafe-inline'",
    "font-src 'self' data:",
    "media-src 'self' blob:",
    "frame-src 'none'",
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'none'",
    `frame-ancestors 'self' ${appOrigins.join(' ')}`,
  ].join('; ');

const enginePolicy = (origin: string, hash: string, appOrigins: readonly string[]): string =>
  [
    "default-src 'none'",
    `script-src ${origin}/~engine/${hash}/`,
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' data:",
    "font-src 'self' data:",
    "connect-src 'self'",
    "frame-src 'self'",
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'none'",
    `frame-ancestors ${appOrigins.join(' ')}`,
  ].join('; ');

const COMPRESSIBLE = /^(?:text\/|application\/(?:xhtml\+xml|javascript|json)|image\/svg\+xml)/;
/** Types a browser may show from the content origin; anything else is only ever offered as a file. */
const SHOWABLE =
  /^(?:application\/xhtml\+xml|text\/css|image\/(?:png|jpeg|gif|webp|avif|svg\+xml)|audio\/[\w.+-]+|video\/[\w.+-]+|font\/[\w.+-]+)$/;

const versionBooks = (db: Queryable) => {
  const known = new Map<string, string>();
  return async (versionId: string): Promise<string | undefined> => {
    const cached = known.get(versionId);
    if (cached !== undefined) return cached;
    const version = await findReleasedVersion(db, versionId);
    if (version === undefined) return undefined;
    if (known.size >= 10_000) known.clear();
    known.set(versionId, version.bookId);
    return version.bookId;
  };
};

const isOpen = ({ usedBy }: PublicationResource, scope: ContentTicket['scope']): boolean =>
  scope === 'full' || usedBy.length === 0 || usedBy.some((index) => scope.some(([from, to]) => from <= index && index < to));

export const registerContentOrigin = (fastify: FastifyInstance, deps: ContentOriginDependencies): void => {
  const bookOfVersion = versionBooks(deps.db);
  const policy = bookPolicy(deps.appOrigins);
  const refuse = (reply: FastifyReply, status: number, text: string): FastifyReply =>
    reply
      .code(status)
      .header('cache-control', 'no-store')
      .header('content-security-policy', policy)
      .type('text/plain; charset=utf-8')
      .send(text);

  fastify.get(
    '/~engine/:hash/:file',
    { schema: { hide: true } },
    async (request: FastifyRequest<{ Params: { hash: string; file: string } }>, reply) => {
      const assets = await deps.engineAssets();
      const file =
        request.params.hash === assets.hash ? assets.files.find((candidate) => candidate.name === request.params.file) : undefined;
      if (file === undefined) return refuse(reply, 404, '没有找到');
      return reply
        .header('cache-control', 'public, max-age=31536000, immutable')
        .header('content-security-policy', enginePolicy(`${request.protocol}://${request.host}`, assets.hash, deps.appOrigins))
        .header('referrer-policy', 'no-referrer')
        .header('cross-origin-opener-policy', 'same-origin')
        .type(file.type)
        .send(file.body);
    },
  );

  fastify.get(
    '/~c/:ticket/*',
    { schema: { hide: true } },
    async (request: FastifyRequest<{ Params: { ticket: string; '*': string } }>, reply) => {
      const ticket = openTicket(deps.ticketSecret, request.params.ticket, deps.clock.now());
      if (ticket === undefined || (ticket.sid !== undefined && !(await deps.isSessionAlive(ticket.sid))))
        return refuse(reply, 403, '阅读凭证已过期');
      const book = await bookOfVersion(ticket.versionId);
      const host = deps.addresses.bookOfHost(request.host);
      if (book === undefined || (host !== EVERY_BOOK && host !== book)) return refuse(reply, 404, '没有找到');
      const href = request.params['*'];
      // No file of a book has such a name, and the database cannot even be asked for one.
      if (href.includes('\0') || !href.isWellFormed()) return refuse(reply, 404, '没有找到');
      const resource = await findResource(deps.db, ticket.versionId, href);
      if (resource === undefined) return refuse(reply, 404, '没有找到');
      if (!isOpen(resource, ticket.scope)) return refuse(reply, 403, '没有阅读权限');
      const [index] = resource.usedBy;
      if (resource.mediaType === 'application/xhtml+xml' && index !== undefined) {
        const reader = ticket.userId === undefined ? { network: deps.networkOf(request.ip) } : { userId: ticket.userId };
        const waitMs = await deps.pace(reader, { versionId: ticket.versionId, index });
        if (waitMs > 0) {
          void reply.header('retry-after', Math.ceil(waitMs / 1000));
          return refuse(reply, 429, '翻阅过快，请稍后再试');
        }
      }

      const showable = SHOWABLE.test(resource.mediaType);
      void reply
        .header('content-security-policy', policy)
        .header('referrer-policy', 'no-referrer')
        .header('cache-control', `private, max-age=${Math.floor((ticket.expiresAt - deps.clock.now()) / 1000)}, immutable`)
        .header('etag', `"${resource.sha256}"`)
        .header('cross-origin-resource-policy', 'same-origin')
        .header('accept-ranges', 'bytes')
        .type(
          showable
            ? COMPRESSIBLE.test(resource.mediaType)
              ? `${resource.mediaType}; charset=utf-8`
              : resource.mediaType
            : 'application/octet-stream',
        );
      if (!showable) void reply.header('content-disposition', 'attachment');
      if (request.headers['if-none-match'] === `"${resource.sha256}"`) return reply.code(304).send();

      const range = parseByteRange(request.headers.range, resource.bytes);
      if (range === 'unsatisfiable') return reply.code(416).header('content-range', `bytes */${resource.bytes}`).send();
      const object = await deps.objects.get(contentKey(resource.sha256), range);
      if (range !== undefined) {
        return reply
          .code(206)
          .header('content-range', `bytes ${range.start}-${range.end}/${resource.bytes}`)
          .header('content-length', object.bytes)
          .send(object.stream);
      }
      const accepts = String(request.headers['accept-encoding'] ?? '');
      if (COMPRESSIBLE.test(resource.mediaType) && resource.bytes > 1_400 && /\bgzip\b/.test(accepts)) {
        return reply
          .header('content-encoding', 'gzip')
          .header('vary', 'accept-encoding')
          .send(object.stream.pipe(createGzip({ level: 5, flush: zlib.Z_NO_FLUSH })));
      }
      return reply.header('content-length', object.bytes).send(object.stream);
    },
  );
};
