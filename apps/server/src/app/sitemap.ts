/** `/robots.txt`, `/sitemap.xml` and its parts: what search engines may read, and the URLs of all public pages. */
import { promisify } from 'node:util';
import { gunzip as gunzipWithCallback, gzip as gzipWithCallback } from 'node:zlib';
import { CATALOG_PICTURE_PATH, COVER_PATH } from '@shufang/contract';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { listVisibleCollections } from '../features/catalog/collections/collection-store.ts';
import { readRevision } from '../features/catalog/lists/listed-book-store.ts';
import { countPublicBooks, listPublicBooks } from '../features/catalog/store.ts';
import type { Queryable } from '../platform/database.ts';
import { escapeHtml } from '../platform/http/escape-html.ts';

const [gzip, gunzip] = [promisify(gzipWithCallback), promisify(gunzipWithCallback)];

/**
 * Number of books in one part of the sitemap. sitemaps.org allows 50,000 URLs and 50 MB; our URLs are shorter than 200 bytes, so no part
 * reaches 10 MB.
 */
export const BOOKS_PER_PART = 50_000;
/** Number of URLs written at a time; the event loop is free in between. */
const BOOKS_PER_READ = 1_000;
/** Maximum number of collections in the sitemap; editors create hundreds at most. */
const COLLECTIONS_MAX = 5_000;

/**
 * The rules of `robots.txt`, which disallow paths that belong to one user, to operators, or to no page. Pictures below `/api/` are allowed.
 */
const ROBOTS = [
  'User-agent: *',
  `Allow: ${COVER_PATH}/`,
  `Allow: ${CATALOG_PICTURE_PATH}/`,
  ...[
    '/api/',
    '/apiv2/',
    '/admin',
    '/user',
    '/bookshelf',
    '/class/',
    '/course/learning/',
    '/course/search',
    '/lesson/',
    '/org',
    '/pay/',
    '/q/',
    '/redeem',
  ].map((path) => `Disallow: ${path}`),
];

interface Entry {
  readonly path: string;
  readonly updatedAt?: number;
}

const HEAD = '<?xml version="1.0" encoding="UTF-8"?>\n';
const NAMESPACE = 'xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"';

export interface SitemapDependencies {
  readonly db: Queryable;
  /** The public URL of the web client, without a trailing slash. */
  readonly publicUrl: string;
  /** Paths of public pages that always exist. */
  readonly findIndexedPaths: () => Promise<readonly string[]>;
  /** Number of books in one part of the sitemap; smaller in tests. */
  readonly booksPerPart?: number;
}

export const registerSitemap = (
  fastify: FastifyInstance,
  { db, publicUrl, findIndexedPaths, booksPerPart = BOOKS_PER_PART }: SitemapDependencies,
): void => {
  const entry = ({ path, updatedAt }: Entry): string => {
    const changed = updatedAt === undefined ? '' : `<lastmod>${new Date(updatedAt).toISOString()}</lastmod>`;
    return `<url><loc>${escapeHtml(publicUrl + path)}</loc>${changed}</url>\n`;
  };
  const urlSet = (lines: readonly string[]): string => `${HEAD}<urlset ${NAMESPACE}>\n${lines.join('')}</urlset>\n`;

  const writeBooks = async (part: number): Promise<string> => {
    const lines: string[] = [];
    let after: string | undefined;
    while (lines.length < booksPerPart) {
      const limit = Math.min(BOOKS_PER_READ, booksPerPart - lines.length);
      const books = await listPublicBooks(db, { after, offset: (part - 1) * booksPerPart, limit });
      lines.push(...books.map(({ id, updatedAt }) => entry({ path: `/course/info/${id}`, updatedAt })));
      after = books.at(-1)?.id;
      if (books.length < limit || after === undefined) break;
    }
    return urlSet(lines);
  };

  /**
   * The compressed parts of the sitemap that list books, valid until a book changes, so that the requests of a crawler need no query each.
   */
  const cached = new Map<number, { readonly revision: number; readonly body: Promise<Buffer> }>();
  const findBooks = async (part: number): Promise<Buffer> => {
    const revision = await readRevision(db);
    const known = cached.get(part);
    if (known?.revision === revision) return known.body;
    const body = writeBooks(part).then((text) => gzip(text));
    cached.set(part, { revision, body });
    body.catch(() => cached.delete(part));
    return body;
  };

  const countParts = async (): Promise<number> => Math.ceil((await countPublicBooks(db)) / booksPerPart);

  const asXml = (reply: FastifyReply): FastifyReply =>
    reply.type('application/xml; charset=utf-8').header('cache-control', 'no-cache').header('vary', 'accept-encoding');

  fastify.get('/robots.txt', { schema: { hide: true } }, (_request, reply) =>
    reply
      .type('text/plain; charset=utf-8')
      .header('cache-control', 'no-cache')
      .send(`${ROBOTS.join('\n')}\n\nSitemap: ${publicUrl}/sitemap.xml\n`),
  );

  fastify.get('/sitemap.xml', { schema: { hide: true } }, async (_request, reply) => {
    const parts = ['pages', 'collections', ...Array.from({ length: await countParts() }, (_, index) => `books-${index + 1}`)];
    const lines = parts.map((name) => `<sitemap><loc>${escapeHtml(`${publicUrl}/sitemap/${name}.xml`)}</loc></sitemap>\n`);
    return asXml(reply).send(`${HEAD}<sitemapindex ${NAMESPACE}>\n${lines.join('')}</sitemapindex>\n`);
  });

  fastify.get('/sitemap/pages.xml', { schema: { hide: true } }, async (_request, reply) =>
    asXml(reply).send(urlSet((await findIndexedPaths()).map((path) => entry({ path })))),
  );

  fastify.get('/sitemap/collections.xml', { schema: { hide: true } }, async (_request, reply) => {
    const collections = await listVisibleCollections(db, COLLECTIONS_MAX);
    return asXml(reply).send(urlSet(collections.map(({ id, updatedAt }) => entry({ path: `/book/collection/${id}`, updatedAt }))));
  });

  fastify.get<{ Params: { part: string } }>('/sitemap/books-:part(^\\d{1,4}$).xml', { schema: { hide: true } }, async (request, reply) => {
    const part = Number(request.params.part);
    if (part < 1 || part > (await countParts())) return reply.callNotFound();
    const body = await findBooks(part);
    if (/\bgzip\b/.test(String(request.headers['accept-encoding'] ?? '')))
      return asXml(reply).header('content-encoding', 'gzip').send(body);
    return asXml(reply).send(await gunzip(body));
  });
};
