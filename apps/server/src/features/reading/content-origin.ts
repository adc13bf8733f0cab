/**
 * Serves the content origin: the frame page of the reading engine and, with a content ticket, the files of a book. Its responses contain no
 * cookies, no session tokens, and no scripts except the engine's.
 */
import { pipeline, Readable } from 'node:stream';
import { createGunzip } from 'node:zlib';
import type { FrameAssets } from '@shufang/reading-engine/assets';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { ObjectStorage } from '../../gateways/object-storage/object-storage.ts';
import type { ContentCache } from '../../platform/cdn-settings.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Queryable } from '../../platform/database.ts';
import { parseByteRange } from '../../platform/http/byte-range.ts';
import { LruCache } from '../../platform/lru-cache.ts';
import { findReleasedVersion, findResource, type PublicationResource } from '../publication/versions/read-version.ts';
import { SCRIPT_FOLDER } from '../publication/versions/script-folder.ts';
import { getContent, keyOfContent } from '../publication/versions/stored-content.ts';
import { cacheControlOf } from './content-caching.ts';
import { type ContentTicket, createTicketReader } from './content-ticket.ts';
import { type ContentUrls, EVERY_BOOK } from './content-urls.ts';
import type { ReadingRateLimit } from './reading-rate-limit.ts';
import type { RevocationList, TicketState } from './revocation-list.ts';
import { registerBundles } from './serve-bundle.ts';
import { registerFonts } from './serve-fonts.ts';
import { registerScripts } from './serve-scripts.ts';
import { createTextReader } from './stored-texts.ts';

export interface ContentOriginDependencies {
  /** Returns the script that the server adds to documents with scripts. */
  readonly scriptBridge: () => Promise<Buffer>;
  readonly areScriptsApproved: (versionId: string) => Promise<boolean>;
  readonly db: Queryable;
  readonly clock: Clock;
  readonly objects: ObjectStorage;
  readonly addresses: ContentUrls;
  readonly ticketSecret: Uint8Array;
  /** Which files a shared cache may store. */
  readonly contentCache: ContentCache;
  readonly engineAssets: () => Promise<FrameAssets>;
  /** Returns the origins that may frame the reader for content under this host. */
  readonly appOriginsFor: (contentHost: string) => readonly string[];
  readonly isSessionAlive: (sid: string) => Promise<boolean>;
  readonly revocations: Pick<RevocationList, 'stateOf'>;
  readonly rateLimit: ReadingRateLimit;
  /** Returns the subnet of a client IP. */
  readonly subnetOf: (address: string) => string;
}

/** Returns the Content-Security-Policy of a book's documents: it lists what they may load and forbids all scripts (security.md §2). */
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

const enginePolicy = (scriptSource: string, appOrigins: readonly string[]): string =>
  [
    "default-src 'none'",
    `script-src ${scriptSource}`,
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

/** Media types of texts, which have a character set. */
const TEXT = /^(?:text\/|application\/(?:xhtml\+xml|javascript|json|guided-navigation\+json)|image\/svg\+xml)/;
/** Media types that a browser may display from the content origin; files of all others are sent as attachments. */
const SHOWABLE =
  /^(?:application\/(?:xhtml\+xml|guided-navigation\+json)|text\/css|image\/(?:png|jpeg|gif|webp|avif|svg\+xml)|audio\/[\w.+-]+|video\/[\w.+-]+|font\/[\w.+-]+)$/;

/** Returns a lookup of the files of released versions, which never change. The cache holds the most recent ones. */
const cachedResources = (db: Queryable) => {
  const resources = new LruCache<string, PublicationResource>({ max: 20_000 });
  return async (versionId: string, href: string): Promise<PublicationResource | undefined> => {
    const key = `${versionId} ${href}`;
    const cached = resources.get(key);
    if (cached !== undefined) return cached;
    const resource = await findResource(db, versionId, href);
    if (resource !== undefined) resources.set(key, resource);
    return resource;
  };
};

const versionBooks = (db: Queryable) => {
  const bookIds = new LruCache<string, string>({ max: 10_000 });
  return async (versionId: string): Promise<string | undefined> => {
    const cached = bookIds.get(versionId);
    if (cached !== undefined) return cached;
    const version = await findReleasedVersion(db, versionId);
    if (version === undefined) return undefined;
    bookIds.set(versionId, version.bookId);
    return version.bookId;
  };
};

const isOpen = ({ usedBy }: PublicationResource, scope: ContentTicket['scope']): boolean =>
  scope === 'full' || usedBy.length === 0 || usedBy.some((index) => scope.some(([from, to]) => from <= index && index < to));

export const registerContentOrigin = (fastify: FastifyInstance, deps: ContentOriginDependencies): void => {
  const bookOfVersion = versionBooks(deps.db);
  const resourceOf = cachedResources(deps.db);
  const ticketOf = createTicketReader(deps.ticketSecret);
  const readText = createTextReader(deps.objects);
  const policyFor = ({ host }: FastifyRequest): string => bookPolicy(deps.appOriginsFor(host));
  /**
   * Returns whether the session and the right behind the content ticket are still valid, with the id of the book. The state is `unknown` if
   * the database cannot be read.
   */
  const ticketStateOf = async (
    ticket: ContentTicket,
    request: FastifyRequest,
  ): Promise<{ state: TicketState; bookId?: string | undefined }> => {
    const { sid, userId, institutionIds, revision } = ticket;
    try {
      if (sid !== undefined && !(await deps.isSessionAlive(sid))) return { state: 'revoked' };
      const bookId = await bookOfVersion(ticket.versionId);
      if (bookId === undefined) return { state: 'valid' };
      return { state: await deps.revocations.stateOf({ bookId, userId, institutionIds }, revision), bookId };
    } catch (error) {
      request.log.error({ err: error }, 'the right behind a content ticket could not be checked');
      return { state: 'unknown' };
    }
  };
  const refuse = (reply: FastifyReply, status: number, text: string): FastifyReply =>
    reply
      .code(status)
      .header('cache-control', 'no-store')
      .header('content-security-policy', policyFor(reply.request))
      .type('text/plain; charset=utf-8')
      .send(text);

  fastify.get(
    '/~engine/:hash/frame.html',
    { schema: { hide: true } },
    async (request: FastifyRequest<{ Params: { hash: string } }>, reply) => {
      const { hash, page, scriptSource } = await deps.engineAssets();
      if (request.params.hash !== hash) return refuse(reply, 404, '没有找到');
      void reply
        .header('cache-control', 'public, max-age=31536000, immutable')
        .header('vary', 'accept-encoding')
        .header('content-security-policy', enginePolicy(scriptSource, deps.appOriginsFor(request.host)))
        .header('referrer-policy', 'no-referrer')
        .header('cross-origin-opener-policy', 'same-origin')
        .type('text/html; charset=utf-8');
      const accepts = String(request.headers['accept-encoding'] ?? '');
      if (/\bbr\b/.test(accepts)) return reply.header('content-encoding', 'br').send(page.brotli);
      return /\bgzip\b/.test(accepts) ? reply.header('content-encoding', 'gzip').send(page.gzip) : reply.send(page.body);
    },
  );

  registerFonts(fastify, '/~font', policyFor);
  registerScripts(fastify, deps, { ticketStateOf, resourceOf, refuse, isOpen });

  /** Returns the content ticket of a request for content of this host; undefined after the request was refused. */
  const admit = async (
    request: FastifyRequest<{ Params: { ticket: string } }>,
    reply: FastifyReply,
  ): Promise<ContentTicket | undefined> => {
    const refused = (status: number, text: string): undefined => void refuse(reply, status, text);
    const ticket = ticketOf(request.params.ticket, deps.clock.now());
    if (ticket === undefined) return refused(403, '阅读凭证已过期');
    const { state, bookId } = await ticketStateOf(ticket, request);
    if (state === 'revoked') return refused(403, '阅读凭证已失效');
    if (state === 'unknown') return refused(503, '暂时无法核对阅读权限，请稍后再试');
    const host = deps.addresses.bookOfHost(request.host);
    if (bookId === undefined || (host !== EVERY_BOOK && host !== bookId)) return refused(404, '没有找到');
    return ticket;
  };
  /** Counts a document before it is served. Returns the number of milliseconds to wait, 0 if it may be served. */
  const countDocument = async (
    request: FastifyRequest,
    ticket: ContentTicket,
    { mediaType, usedBy }: PublicationResource,
  ): Promise<number> => {
    const [index] = usedBy;
    if (mediaType !== 'application/xhtml+xml' || index === undefined) return 0;
    const reader = ticket.userId === undefined ? { subnet: deps.subnetOf(request.ip) } : { userId: ticket.userId };
    return deps.rateLimit(reader, { versionId: ticket.versionId, index, ...(ticket.isLeased === true ? { isLeased: true } : {}) });
  };
  /** Returns the headers that a file always has: they say what it is, and what it may load. */
  const headersOf = (request: FastifyRequest, { mediaType }: PublicationResource): Record<string, string> => {
    const isShowable = SHOWABLE.test(mediaType);
    return {
      'content-security-policy': policyFor(request),
      'referrer-policy': 'no-referrer',
      'x-content-type-options': 'nosniff',
      // The app plays the narration of a book, so that it continues in the background and follows the media keys.
      'cross-origin-resource-policy': mediaType.startsWith('audio/') ? 'cross-origin' : 'same-origin',
      'content-type': isShowable ? (TEXT.test(mediaType) ? `${mediaType}; charset=utf-8` : mediaType) : 'application/octet-stream',
      ...(isShowable ? {} : { 'content-disposition': 'attachment' }),
    };
  };
  registerBundles(fastify, deps, { refuse, admit, countDocument, headersOf });

  fastify.get(
    '/~c/:ticket/*',
    { schema: { hide: true } },
    async (request: FastifyRequest<{ Params: { ticket: string; '*': string } }>, reply) => {
      const ticket = await admit(request, reply);
      if (ticket === undefined) return reply;
      const href = request.params['*'];
      // No file of a book has a name with NUL or a lone surrogate, and PostgreSQL would reject these characters.
      if (href.includes('\0') || !href.isWellFormed()) return refuse(reply, 404, '没有找到');
      const resource = href.startsWith(SCRIPT_FOLDER) ? undefined : await resourceOf(ticket.versionId, href);
      if (resource === undefined) return refuse(reply, 404, '没有找到');
      if (!isOpen(resource, ticket.scope)) return refuse(reply, 403, '没有阅读权限');
      const waitMs = await countDocument(request, ticket, resource);
      if (waitMs > 0) {
        void reply.header('retry-after', Math.ceil(waitMs / 1000));
        return refuse(reply, 429, '翻阅过快，请稍后再试');
      }

      const isSentCompressed = resource.encoding === 'gzip' && /\bgzip\b/.test(String(request.headers['accept-encoding'] ?? ''));
      // The compressed and the uncompressed form of a text have different tags.
      const etag = `"${keyOfContent(resource)}${resource.encoding === undefined || isSentCompressed ? '' : '-identity'}"`;
      void reply
        .headers(headersOf(request, resource))
        .header('cache-control', cacheControlOf(ticket, deps.contentCache, deps.clock.now()))
        .header('etag', etag);
      if (resource.encoding !== undefined) void reply.header('vary', 'accept-encoding');
      if (request.headers['if-none-match'] === etag) return reply.code(304).send();
      if (resource.encoding !== undefined) {
        const { body, bytes } = await readText(resource);
        if (isSentCompressed) return reply.header('content-encoding', resource.encoding).header('content-length', bytes).send(body);
        // An error destroys both streams, and with them the response.
        const text = pipeline(Buffer.isBuffer(body) ? Readable.from([body]) : body, createGunzip(), () => undefined);
        return reply.header('content-length', resource.bytes).send(text);
      }

      void reply.header('accept-ranges', 'bytes');
      const range = parseByteRange(request.headers.range, resource.bytes);
      if (range === 'unsatisfiable') return reply.code(416).header('content-range', `bytes */${resource.bytes}`).send();
      const object = await getContent(deps.objects, resource, range);
      if (range !== undefined) {
        return reply
          .code(206)
          .header('content-range', `bytes ${range.start}-${range.end}/${resource.bytes}`)
          .header('content-length', object.bytes)
          .send(object.stream);
      }
      return reply.header('content-length', object.bytes).send(object.stream);
    },
  );
};
