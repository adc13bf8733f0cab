/**
 * Serves the web fonts of this installation on the content origin, and on the application's for pictures that it draws. They are the same for every book and every reader, so they need no
 * content ticket.
 */
import { findFaceSheet, findFontFile } from '@shufang/reading-engine/fonts';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';

const IMMUTABLE = 'public, max-age=31536000, immutable';

/** `path`: path of the fonts. `policyFor` returns the Content-Security-Policy of a response. */
export const registerFonts = (fastify: FastifyInstance, path: string, policyFor: (request: FastifyRequest) => string): void => {
  const send = (reply: FastifyReply, caching: string, type: string, body: string | Buffer): FastifyReply =>
    reply
      .header('cache-control', caching)
      .header('content-security-policy', policyFor(reply.request))
      .header('referrer-policy', 'no-referrer')
      .header('cross-origin-resource-policy', 'same-origin')
      .type(type)
      .send(body);
  const notFound = (reply: FastifyReply): FastifyReply => send(reply.code(404), 'no-store', 'text/plain; charset=utf-8', '没有找到');

  fastify.get(
    `${path}/:folder/:file`,
    { schema: { hide: true } },
    async (request: FastifyRequest<{ Params: { folder: string; file: string } }>, reply) => {
      const { folder, file } = request.params;
      const sheet = await findFaceSheet(folder, file);
      if (sheet !== undefined) {
        void reply.header('vary', 'accept-encoding');
        const isSentCompressed = /\bgzip\b/.test(String(request.headers['accept-encoding'] ?? ''));
        if (isSentCompressed) void reply.header('content-encoding', 'gzip');
        return send(reply, IMMUTABLE, 'text/css; charset=utf-8', isSentCompressed ? sheet.gzip : sheet.text);
      }
      const font = await findFontFile(folder, file);
      return font === undefined ? notFound(reply) : send(reply, IMMUTABLE, 'font/woff2', font);
    },
  );
};
