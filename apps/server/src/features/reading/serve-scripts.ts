/**
 * Serves the original documents of approved versions, with their scripts, for a frame with an opaque origin and without network
 * (docs/decisions/0022-interactive-books.md). Every request checks the approval, so that a withdrawal takes effect at once.
 */
import { buffer } from 'node:stream/consumers';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { decodeText } from '../publication/content/decode-text.ts';
import { collectFindings } from '../publication/content/findings.ts';
import type { PublicationResource } from '../publication/versions/read-version.ts';
import { SCRIPT_FOLDER } from '../publication/versions/script-folder.ts';
import { getContent } from '../publication/versions/stored-content.ts';
import type { ContentOriginDependencies } from './content-origin.ts';
import { type ContentTicket, createTicketReader } from './content-ticket.ts';
import { EVERY_BOOK } from './content-urls.ts';
import type { TicketState } from './revocation-list.ts';
import { prepareScriptDocument } from './script-document.ts';

const FOLDER = '/~s/';
const BRIDGE = 'bridge.js';

/** Returns the URL of the folder of the original documents, with a slash at its end. */
export const scriptUrlOf = (origin: string, ticket: string): string => `${origin}${FOLDER}${ticket}/`;

/**
 * Returns the Content-Security-Policy. `folder`: the folder of scripts, written out, because `'self'` matches nothing in an opaque origin. The
 * `sandbox` holds also where the address is opened by itself. The only policy of Trusted Types is that of the bridge, which makes no frames of
 * texts: they would have no bridge, and so a way to the network that no other directive closes (WebRTC).
 */
const scriptPolicy = (folder: string): string =>
  [
    'sandbox allow-scripts',
    "default-src 'none'",
    `script-src ${folder} 'unsafe-inline'`,
    `style-src ${folder} 'unsafe-inline'`,
    `img-src ${folder} data: blob:`,
    `font-src ${folder} data:`,
    `media-src ${folder} blob:`,
    `frame-src ${folder}`,
    "connect-src 'none'",
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'none'",
    "require-trusted-types-for 'script'",
    'trusted-types default',
  ].join('; ');

const DOCUMENT = /^(?:application\/xhtml\+xml|image\/svg\+xml)$/;
const SCRIPT = /(?:java|ecma)script$/;

interface ContentOrigin {
  readonly ticketStateOf: (ticket: ContentTicket, request: FastifyRequest) => Promise<{ state: TicketState; bookId?: string | undefined }>;
  readonly resourceOf: (versionId: string, href: string) => Promise<PublicationResource | undefined>;
  readonly refuse: (reply: FastifyReply, status: number, text: string) => FastifyReply;
  readonly isOpen: (resource: PublicationResource, scope: ContentTicket['scope']) => boolean;
}

export const registerScripts = (
  fastify: FastifyInstance,
  deps: ContentOriginDependencies,
  { ticketStateOf, resourceOf, refuse, isOpen }: ContentOrigin,
): void => {
  const ticketOf = createTicketReader(deps.ticketSecret, 'script');
  const send = (request: FastifyRequest, reply: FastifyReply, type: string, body: Buffer | string): FastifyReply =>
    reply
      .header('content-security-policy', scriptPolicy(`${request.protocol}://${request.host}${FOLDER}`))
      .header('referrer-policy', 'no-referrer')
      .header('cache-control', 'no-store')
      .header('x-dns-prefetch-control', 'off')
      // The requests come from an opaque origin. They are permitted by the ticket in the address, and have no cookies.
      .header('cross-origin-resource-policy', 'cross-origin')
      .header('access-control-allow-origin', '*')
      .type(type)
      .send(body);

  fastify.get(FOLDER + BRIDGE, { schema: { hide: true } }, async (request, reply) =>
    deps.addresses.bookOfHost(request.host) === undefined
      ? refuse(reply, 404, '没有找到')
      : send(request, reply, 'text/javascript; charset=utf-8', await deps.scriptBridge()),
  );

  fastify.get(
    `${FOLDER}:ticket/*`,
    { schema: { hide: true } },
    async (request: FastifyRequest<{ Params: { ticket: string; '*': string } }>, reply) => {
      const ticket = ticketOf(request.params.ticket, deps.clock.now());
      if (ticket === undefined) return refuse(reply, 403, '阅读凭证已过期');
      const { state, bookId } = await ticketStateOf(ticket, request);
      if (state === 'revoked') return refuse(reply, 403, '阅读凭证已失效');
      if (state === 'unknown') return refuse(reply, 503, '暂时无法核对阅读权限，请稍后再试');
      const host = deps.addresses.bookOfHost(request.host);
      if (bookId === undefined || (host !== EVERY_BOOK && host !== bookId)) return refuse(reply, 404, '没有找到');
      if (!(await deps.areScriptsApproved(ticket.versionId))) return refuse(reply, 403, '互动内容没有开放');
      const path = request.params['*'];
      if (path.includes('\0') || !path.isWellFormed()) return refuse(reply, 404, '没有找到');
      const resource = await resourceOf(ticket.versionId, SCRIPT_FOLDER + path);
      if (resource === undefined) return refuse(reply, 404, '没有找到');
      if (!isOpen(resource, ticket.scope)) return refuse(reply, 403, '没有阅读权限');
      const bytes = await buffer((await getContent(deps.objects, resource)).stream);
      if (!DOCUMENT.test(resource.mediaType))
        return send(request, reply, SCRIPT.test(resource.mediaType) ? 'text/javascript; charset=utf-8' : resource.mediaType, bytes);
      const prepared = prepareScriptDocument(decodeText(bytes, collectFindings(path)), FOLDER + BRIDGE);
      if (prepared === undefined) return refuse(reply, 422, '这篇互动内容的写法不能显示');
      return send(request, reply, `${resource.mediaType}; charset=utf-8`, prepared);
    },
  );
};
