/**
 * Serves the web fonts of this installation on the content origin. They are the same for every book and every reader, so they need no
 * content ticket.
 */
import { gzipSync } from 'node:zlib';
import { findFaceSheet, findFontFile } from '@shufang/reading-engine/fonts';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';

const DAY_SECONDS = 86_400;

/** `policyFor` returns the Content-Security-Policy of a response. */
export const registerFonts = (fastify: FastifyInstance, policyFor: (request: FastifyRequest) => string): void => {
  const send = (reply: FastifyReply, caching: string, type: string, body: string | Buffer): FastifyReply =>
    reply
      .header('cache-control', caching)
      .header('content-security-policy', policyFor(reply.request))
      .header('referrer-policy', 'no-referrer')
      .header('cross-origin-resource-policy', 'same-origin')
      .type(type)
      .send(body);
  const notFound = (reply: FastifyReply): FastifyReply => send(reply.code(404), 'no-store', 'text/plain; charset=utf-8', '没有找到');

  // A style sheet may change with a release; the files that it names have their version in the URL.
  fastify.get('/~font/:sheet', { schema: { hide: true } }, async (request: FastifyRequest<{ Params: { sheet: string } }>, reply) => {
    const face = /^(\w+)\.css$/.exec(request.params.sheet)?.[1];
    const sheet = face === undefined ? undefined : await findFaceSheet(face);
    if (sheet === undefined) return notFound(reply);
    void reply.header('vary', 'accept-encoding');
    const isSentCompressed = /\bgzip\b/.test(String(request.headers['accept-encoding'] ?? ''));
    if (isSentCompressed) void reply.header('content-encoding', 'gzip');
    return send(reply, `public, max-age=${DAY_SECONDS}`, 'text/css; charset=utf-8', isSentCompressed ? gzipSync(sheet) : sheet);
  });
  fastify.get(
    '/~font/:folder/:file',
    { schema: { hide: true } },
    async (request: FastifyRequest<{ Params: { folder: string; file: string } }>, reply) => {
      const file = await findFontFile(request.params.folder, request.params.file);
      if (file === undefined) return notFound(reply);
      return send(reply, 'public, max-age=31536000, immutable', 'font/woff2', file);
    },
  );
};
