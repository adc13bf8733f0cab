/**
 * Two origins for the tests, with headers as in production: the app's origin has a page with one iframe, and the content origin has the
 * built frame and the fixture books.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { build } from 'vite';
import { frameAssets } from '../src/assets.ts';
import type { FixtureBook } from './fixture-books.ts';

const contentPolicy =
  "default-src 'none'; img-src 'self' data: blob:; style-src 'self' 'unsafe-inline'; font-src 'self' data:; media-src 'self' blob:; frame-src 'none'; object-src 'none'; base-uri 'none'; form-action 'none'";

export interface FixtureServer {
  appOrigin: string;
  contentOrigin: string;
  frameUrl: string;
  /** Returns the content URL of a book, with a new content ticket for each call. */
  baseUrl(book: string): string;
  /** Responds with status 403 to all further requests with the content ticket of this URL. */
  expire(baseUrl: string): void;
  /** Responds with `status` (default 500) to requests for a content file, until reset. */
  fail(href: string, isFailing: boolean, status?: number): void;
  requests: string[];
  close(): Promise<void>;
}

/** Bundles the navigator with the minimal app, as a page of its own. */
const appScript = async (): Promise<string> => {
  const result = await build({
    logLevel: 'silent',
    configFile: false,
    build: {
      write: false,
      target: 'chrome114',
      lib: { entry: fileURLToPath(new URL('./app-page.ts', import.meta.url)), formats: ['es'], fileName: 'app' },
    },
  });
  const output = Array.isArray(result) ? result[0] : result;
  const chunk = output && 'output' in output ? output.output[0] : undefined;
  if (chunk?.type !== 'chunk') throw new Error('the app page was not built');
  return chunk.code;
};

const listen = (server: Server, port: number): Promise<number> =>
  new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, '127.0.0.1', () => {
      const address = server.address();
      resolve(typeof address === 'object' && address ? address.port : port);
    });
  });

/** Builds the frame for production in a separate folder, because a running server may read `dist`. */
const buildFrame = async (folder: string) => {
  await build({ root: fileURLToPath(new URL('..', import.meta.url)), logLevel: 'error', build: { outDir: folder, emptyOutDir: true } });
  return frameAssets(pathToFileURL(`${folder}/`));
};

export const startFixtureServer = async (
  books: Record<string, FixtureBook>,
  ports: { app: number; content: number } = { app: 0, content: 0 },
): Promise<FixtureServer> => {
  const folder = await mkdtemp(path.join(tmpdir(), 'reading-engine-'));
  const [script, assets] = await Promise.all([appScript(), buildFrame(folder)]);
  await rm(folder, { recursive: true });
  const requests: string[] = [];
  const expired = new Set<string>();
  const failing = new Map<string, number>();
  let tickets = 0;
  let appOrigin = '';
  let contentOrigin = '';

  const app = createServer((request, response) => {
    if (request.url === '/app.js') {
      response.writeHead(200, { 'content-type': 'text/javascript; charset=utf-8' }).end(script);
      return;
    }
    response
      .writeHead(200, { 'content-type': 'text/html; charset=utf-8' })
      .end(
        `<!doctype html><html lang="zh-CN"><title>app</title><style>html,body{margin:0;height:100%}iframe{border:0;width:100%;height:100%;display:block}</style><iframe id="frame" title="阅读区" sandbox="allow-scripts allow-same-origin" src="${contentOrigin}/~engine/${assets.hash}/frame.html?app=${encodeURIComponent(appOrigin)}"></iframe><script type="module" src="/app.js"></script>`,
      );
  });

  const serveContent = (request: IncomingMessage, response: ServerResponse) => {
    const url = new URL(request.url ?? '/', contentOrigin);
    requests.push(url.pathname);
    if (url.pathname === `/~engine/${assets.hash}/frame.html`) {
      response
        .writeHead(200, {
          'content-type': 'text/html; charset=utf-8',
          'x-content-type-options': 'nosniff',
          'content-security-policy': `default-src 'none'; script-src ${assets.scriptSource}; style-src 'self' 'unsafe-inline'; img-src 'self' data:; frame-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors ${appOrigin}`,
        })
        .end(assets.page.body);
      return;
    }
    const content = /^\/~c\/(([^/~]+)~\d+)\/(.+)$/.exec(url.pathname);
    const book = content && books[content[2] ?? ''];
    if (content && expired.has(content[1] ?? '')) {
      response.writeHead(403, { 'content-type': 'text/plain' }).end('expired');
      return;
    }
    const failure = failing.get(content?.[3] ?? '');
    if (failure !== undefined) {
      response.writeHead(failure, { 'content-type': 'text/plain' }).end('failed');
      return;
    }
    const file = book?.files.get(decodeURIComponent(content?.[3] ?? ''));
    if (!file) {
      response.writeHead(404, { 'content-type': 'text/plain' }).end('missing');
      return;
    }
    response
      .writeHead(200, {
        'content-type': `${file.type}; charset=utf-8`,
        'content-security-policy': contentPolicy,
        'x-content-type-options': 'nosniff',
        'referrer-policy': 'no-referrer',
        'cache-control': 'private, max-age=86400, immutable',
      })
      .end(file.body);
  };
  const content = createServer(serveContent);
  appOrigin = `http://app.localhost:${await listen(app, ports.app)}`;
  contentOrigin = `http://book.localhost:${await listen(content, ports.content)}`;

  return {
    appOrigin,
    contentOrigin,
    frameUrl: `${contentOrigin}/~engine/${assets.hash}/frame.html`,
    baseUrl: (book) => {
      tickets += 1;
      return `${contentOrigin}/~c/${book}~${tickets}/`;
    },
    expire: (baseUrl) => expired.add(new URL(baseUrl).pathname.split('/')[2] ?? ''),
    fail: (href, isFailing, status = 500) => {
      if (isFailing) failing.set(href, status);
      else failing.delete(href);
    },
    requests,
    close: async () => {
      await Promise.all(
        [app, content].map((server) =>
          new Promise<void>((resolve) => server.close(() => resolve())).finally(() => server.closeAllConnections()),
        ),
      );
    },
  };
};
