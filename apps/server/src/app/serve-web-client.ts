/** Serves the built web client on the app origin: hashed assets for ever, the page for every route of the client, strict headers. */
import { readFile, stat } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzipSync } from 'node:zlib';
import type { FastifyInstance, FastifyReply } from 'fastify';

const TYPES: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.webmanifest': 'application/manifest+json; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.webp': 'image/webp',
  '.ico': 'image/x-icon',
  '.woff2': 'font/woff2',
  '.txt': 'text/plain; charset=utf-8',
};
const COMPRESSED = new Set(['.html', '.js', '.css', '.json', '.svg', '.webmanifest', '.txt']);

interface Asset {
  readonly body: Buffer;
  readonly gzip: Buffer | undefined;
  /** Smaller, and long to make: there a moment after the file was first asked for. */
  brotli?: Buffer;
  readonly type: string;
  readonly mtimeMs: number;
}

/** The path as it stands in the address, which may be a whole one: our files have plain ASCII names, so nothing needs decoding. */
const pathOf = (url: string): string => url.replace(/^https?:\/\/[^/]*/, '').replace(/[?#].*$/, '') || '/';

const compress = promisify(brotliCompress);

/** `/course/info/:bookId` and `/course/info/01…`. */
const matchesRoute = (pattern: string, pathname: string): boolean => {
  const [wanted, given] = [pattern.split('/'), pathname.split('/')];
  return (
    wanted.length === given.length && wanted.every((part, index) => (part.startsWith(':') ? given[index] !== '' : part === given[index]))
  );
};

/** Whose scripts, styles, pictures and calls the page may use beside ours. */
export interface PageSources {
  readonly script?: readonly string[];
  readonly style?: readonly string[];
  readonly img?: readonly string[];
  readonly connect?: readonly string[];
}

/** `framed`: whom the client shows in a frame: book content, and WeChat's page where it is set up. */
const appPolicy = (framed: readonly string[], { script = [], style = [], img = [], connect = [] }: PageSources = {}): string =>
  [
    "default-src 'self'",
    ["script-src 'self'", ...script].join(' '),
    ["style-src 'self' 'unsafe-inline'", ...style].join(' '),
    ["img-src 'self' data: blob:", ...img].join(' '),
    // Spoken digits come as a data address.
    "media-src 'self' data:",
    "font-src 'self' data:",
    ["connect-src 'self'", ...connect].join(' '),
    `frame-src ${framed.join(' ')}`,
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join('; ');

export const serveWebClient = (
  fastify: FastifyInstance,
  options: { folder: string; contentUrl: string; framedOrigins?: readonly string[]; sources?: PageSources | undefined },
): void => {
  const cache = new Map<string, Asset>();
  /** By route. */
  const pages = new Map<string, Asset>();
  const policy = appPolicy([options.contentUrl.replace('{book}', '*'), ...(options.framedOrigins ?? [])], options.sources);

  const made = (body: Buffer, extension: string, mtimeMs: number): Asset => {
    const isWorthIt = COMPRESSED.has(extension) && body.length > 1_000;
    const asset: Asset = { body, gzip: isWorthIt ? gzipSync(body, { level: 9 }) : undefined, type: TYPES[extension] ?? '', mtimeMs };
    if (isWorthIt) {
      const quality = { params: { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY } };
      // Never refused for a body in memory; without it gzip goes on.
      void compress(body, quality).then((brotli) => Object.assign(asset, { brotli }));
    }
    return asset;
  };

  const load = async (relative: string): Promise<Asset | undefined> => {
    const file = path.join(options.folder, relative);
    if (!file.startsWith(options.folder + path.sep)) return undefined;
    const extension = path.extname(file);
    const found = TYPES[extension] === undefined ? undefined : await stat(file).catch(() => undefined);
    if (!found?.isFile()) return undefined;
    const cached = cache.get(relative);
    if (cached?.mtimeMs === found.mtimeMs) return cached;
    const asset = made(await readFile(file), extension, found.mtimeMs);
    cache.set(relative, asset);
    return asset;
  };

  /** The page names the files of the route it is opened at, which the browser fetches beside the client's own and not after them. */
  const loadPage = async (pathname: string): Promise<Asset | undefined> => {
    const [page, list] = await Promise.all([load('index.html'), load('route-files.json')]);
    if (page === undefined || list === undefined) return page;
    const routes = JSON.parse(list.body.toString()) as Record<string, string[]>;
    const route = Object.keys(routes).find((pattern) => matchesRoute(pattern, pathname));
    if (route === undefined) return page;
    const known = pages.get(route);
    if (known?.mtimeMs === page.mtimeMs) return known;
    const links = (routes[route] ?? []).map((file) =>
      file.endsWith('.css')
        ? `<link rel="preload" as="style" crossorigin href="${file}">`
        : `<link rel="modulepreload" crossorigin href="${file}">`,
    );
    const asset = made(Buffer.from(page.body.toString().replace('</head>', `${links.join('')}</head>`)), '.html', page.mtimeMs);
    pages.set(route, asset);
    return asset;
  };

  const send = (reply: FastifyReply, asset: Asset, accepts: string, immutable: boolean): FastifyReply => {
    void reply
      .type(asset.type)
      .header('vary', 'accept-encoding')
      .header('cache-control', immutable ? 'public, max-age=31536000, immutable' : 'no-cache');
    // A picture of this kind can be opened as a page of its own.
    if (asset.type === TYPES['.html'] || asset.type === TYPES['.svg']) {
      void reply
        .header('content-security-policy', policy)
        .header('referrer-policy', 'same-origin')
        .header('cross-origin-opener-policy', 'same-origin')
        .header('permissions-policy', 'camera=(), microphone=(), geolocation=(), payment=()');
    }
    if (asset.brotli !== undefined && /\bbr\b/.test(accepts)) return reply.header('content-encoding', 'br').send(asset.brotli);
    return asset.gzip !== undefined && /\bgzip\b/.test(accepts)
      ? reply.header('content-encoding', 'gzip').send(asset.gzip)
      : reply.send(asset.body);
  };

  fastify.get('/*', { schema: { hide: true } }, async (request, reply) => {
    const pathname = pathOf(request.url);
    const accepts = String(request.headers['accept-encoding'] ?? '');
    if (pathname !== '/') {
      const asset = await load(pathname.slice(1));
      if (asset !== undefined) return send(reply, asset, accepts, pathname.startsWith('/assets/'));
    }
    // Calls and files that do not exist are not pages of the client.
    if (/^\/(api|apiv2|assets|docs)\//.test(pathname) || path.extname(pathname) !== '') return reply.callNotFound();
    const page = await loadPage(pathname);
    if (page === undefined) {
      return reply.code(503).type('text/plain; charset=utf-8').send('网页客户端尚未构建：请运行 npm run build');
    }
    return send(reply, page, accepts, false);
  });
};

export const webClientFolder = path.resolve(import.meta.dirname, '..', '..', '..', 'web', 'dist');
