/**
 * Serves what stores books on a device: the store page and the service worker of the content origin. They are the same for every book and
 * every reader, so they need no content ticket.
 */
import type { OfflineAssets } from '@shufang/reading-engine/assets';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { ContentUrls } from './content-urls.ts';

/** Returns the URL of the store page for a book, on its content origin. */
export const storeUrlOf = (addresses: ContentUrls, storeHash: string, bookId: string, appOrigin: string): string =>
  `${addresses.originOf(bookId, appOrigin)}/~store/${storeHash}/store.html?app=${encodeURIComponent(appOrigin)}`;

interface StoreDependencies {
  readonly offlineAssets: () => Promise<OfflineAssets>;
  readonly appOriginsFor: (contentHost: string) => readonly string[];
  readonly addresses: Pick<ContentUrls, 'bookOfHost'>;
}

const storePolicy = (scriptSource: string, appOrigins: readonly string[]): string =>
  [
    "default-src 'none'",
    `script-src ${scriptSource}`,
    "connect-src 'self'",
    "worker-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    `frame-ancestors ${appOrigins.join(' ')}`,
  ].join('; ');

/** Registers both files on content hosts; they are not found on the app origin. */
export const registerStore = (fastify: FastifyInstance, { offlineAssets, appOriginsFor, addresses }: StoreDependencies): void => {
  const notFound = { policy: "default-src 'none'", type: 'text/plain; charset=utf-8', text: '没有找到' };
  fastify.get(
    '/~store/:hash/store.html',
    { schema: { hide: true } },
    async (request: FastifyRequest<{ Params: { hash: string } }>, reply) => {
      const { hash, page, scriptSource } = await offlineAssets();
      const isFound = request.params.hash === hash && addresses.bookOfHost(request.host) !== undefined;
      return reply
        .code(isFound ? 200 : 404)
        .header('cache-control', isFound ? 'public, max-age=31536000, immutable' : 'no-store')
        .header('content-security-policy', isFound ? storePolicy(scriptSource, appOriginsFor(request.host)) : notFound.policy)
        .header('referrer-policy', 'no-referrer')
        .type(isFound ? 'text/html; charset=utf-8' : notFound.type)
        .send(isFound ? page : notFound.text);
    },
  );

  fastify.get('/~offline-worker.js', { schema: { hide: true } }, async (request, reply) => {
    const isFound = addresses.bookOfHost(request.host) !== undefined;
    return reply
      .code(isFound ? 200 : 404)
      .header('cache-control', isFound ? 'no-cache' : 'no-store')
      .header('content-security-policy', isFound ? "default-src 'none'; connect-src 'self'" : notFound.policy)
      .header('referrer-policy', 'no-referrer')
      .type(isFound ? 'text/javascript; charset=utf-8' : notFound.type)
      .send(isFound ? (await offlineAssets()).worker : notFound.text);
  });
};
