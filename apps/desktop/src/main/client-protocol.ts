/** Serves the client's page, the same build as the web client, under `app://client`, and books under `book://<id>`. */
import path from 'node:path';
import { CATALOG_PICTURE_PATH, COVER_PATH, PICTURE_PATH } from '@shufang/contract';
import { BOOK_SCHEME, fromBookUrl } from '@shufang/desktop-bridge';
import { type CustomScheme, net, type Session } from 'electron';
import type { BookStore } from '../books/book-store.ts';
import type { CoverCache } from '../books/cover-cache.ts';
import type { LeaseKeys } from '../books/lease-keys.ts';
import { serveStored } from '../books/serve-stored.ts';
import { bookPolicy, clientPolicy, SETUP_POLICY } from './content-policy.ts';
import { fileInFolder, notFound, sendFile } from './serve-files.ts';
import type { ChosenServer } from './stored-settings.ts';

const APP_SCHEME = 'app';
const PRIVILEGES = { standard: true, secure: true, supportFetchAPI: true, corsEnabled: true, stream: true };

/** The schemes of the client, which must be registered before the app is ready. */
export const SCHEMES: CustomScheme[] = [
  { scheme: APP_SCHEME, privileges: { ...PRIVILEGES, codeCache: true } },
  { scheme: BOOK_SCHEME, privileges: PRIVILEGES },
];

/** Files of the web build that have no use here: the service worker, and the inline script of server-rendered pages. */
const UNUSED = /^\/(?:sw|early-open)\.js$/;
/** Pictures that the server publishes. The page addresses them by paths of its own origin. */
const PICTURES = [COVER_PATH, CATALOG_PICTURE_PATH, PICTURE_PATH];

/** The page of the reading engine: its address has the hash of the engine, so that it never changes. */
const ENGINE_PAGE = /\/~engine\/[^/]+\/frame\.html/;

/** The books on this device, and the covers of books. */
interface StoredBooks {
  readonly store: BookStore;
  readonly keys: LeaseKeys;
  readonly covers: CoverCache;
}

const PICTURE_POLICY = "default-src 'none'";

const isGet = ({ method }: Request): boolean => method === 'GET' || method === 'HEAD';

/** Headers of a response of the server that a page gets. */
const PASSED_HEADERS = [
  'content-type',
  'content-range',
  'accept-ranges',
  'content-disposition',
  'cache-control',
  'etag',
  'referrer-policy',
  'retry-after',
  'x-content-type-options',
  'cross-origin-resource-policy',
];
const SENT_HEADERS = ['accept', 'range', 'if-none-match'];

/** Requests a file of the server without credentials. Returns its response with the headers that a page needs. */
const fetchFromServer = async (url: string, request: Request): Promise<{ response: Response; headers: Headers }> => {
  const sent = new Headers();
  for (const name of SENT_HEADERS) {
    const value = request.headers.get(name);
    if (value !== null) sent.set(name, value);
  }
  const response = await net.fetch(url, { method: request.method, headers: sent, credentials: 'omit', redirect: 'error' });
  const headers = new Headers();
  for (const name of PASSED_HEADERS) {
    const value = response.headers.get(name);
    if (value !== null) headers.set(name, value);
  }
  // The length of a compressed response is not that of its body here.
  const length = response.headers.get('content-length');
  if (length !== null && !response.headers.has('content-encoding')) headers.set('content-length', length);
  return { response, headers };
};

const withoutBody = (status: number): boolean => status === 204 || status === 304;

/** Returns the response of the server, or status 502 if the server cannot be reached. */
const passOn = async (url: string, request: Request, adapt: (headers: Headers, original: Headers) => void): Promise<Response> => {
  try {
    const { response, headers } = await fetchFromServer(url, request);
    adapt(headers, response.headers);
    return new Response(withoutBody(response.status) ? null : response.body, { status: response.status, headers });
  } catch {
    // The page shows that the server is unreachable; a book offers to load again.
    return new Response('连不上服务器', { status: 502, headers: { 'content-type': 'text/plain; charset=utf-8' } });
  }
};

const serveBook =
  (server: ChosenServer, { store, keys }: StoredBooks) =>
  async (request: Request): Promise<Response> => {
    if (!isGet(request)) return notFound();
    const stored = await serveStored(store, keys, request);
    if (stored !== undefined) return stored;
    const url = fromBookUrl(server, request.url);
    if (url === undefined) return notFound();
    const page = ENGINE_PAGE.test(url) ? await store.findEnginePage(url) : undefined;
    if (page !== undefined) {
      const headers = new Headers(page.headers);
      headers.set('content-security-policy', bookPolicy(headers.get('content-security-policy')));
      return new Response(new Uint8Array(page.content), { headers });
    }
    return passOn(url, request, (headers, original) => {
      headers.set('content-security-policy', bookPolicy(original.get('content-security-policy')));
    });
  };

/** Serves a picture of the server. The name of a cover is the hash of its content, so a cached one is returned first. */
const servePicture = async ({ origin }: ChosenServer, covers: CoverCache, request: Request): Promise<Response> => {
  const { pathname, search } = new URL(request.url);
  const cached = await covers.find(pathname);
  if (cached !== undefined)
    return new Response(new Uint8Array(cached), {
      headers: { 'content-type': 'image/webp', 'content-security-policy': PICTURE_POLICY, 'x-content-type-options': 'nosniff' },
    });
  const response = await passOn(`${origin}${pathname}${search}`, request, (headers) => {
    headers.set('content-security-policy', PICTURE_POLICY);
  });
  if (response.status === 200 && request.method === 'GET') {
    const content = response.clone().arrayBuffer();
    // A cover that did not arrive as a whole is requested again the next time.
    void content.then((bytes) => covers.store(pathname, Buffer.from(bytes))).catch(() => undefined);
  }
  return response;
};

const serveClient = (folder: string, server: ChosenServer, covers: CoverCache) => (request: Request) => {
  const { host, pathname } = new URL(request.url);
  if (host !== 'client' || !isGet(request) || UNUSED.test(pathname)) return notFound();
  if (PICTURES.some((prefix) => pathname.startsWith(`${prefix}/`))) return servePicture(server, covers, request);
  const file = fileInFolder(folder, pathname);
  const policy = clientPolicy(server.origin);
  if (file !== undefined) return sendFile(file, policy);
  // The paths of the client's routes have no file; the page itself shows what they mean.
  if (path.extname(pathname) !== '' || /^\/api(?:v2)?\//.test(pathname)) return notFound();
  return sendFile(path.join(folder, 'index.html'), policy);
};

/** Serves the client's page and books to the pages of this session. */
export const serveClientPages = ({ protocol }: Session, folder: string, server: ChosenServer, books: StoredBooks): void => {
  // The session may have been in use for this server before.
  for (const scheme of [APP_SCHEME, BOOK_SCHEME]) if (protocol.isProtocolHandled(scheme)) protocol.unhandle(scheme);
  protocol.handle(APP_SCHEME, serveClient(folder, server, books.covers));
  protocol.handle(BOOK_SCHEME, serveBook(server, books));
};

/** Serves the page on which the user chooses the server, `app://setup`, to this session. */
export const serveSetupPage = ({ protocol }: Session, folder: string): void => {
  protocol.handle(APP_SCHEME, (request) => {
    const { host, pathname } = new URL(request.url);
    const file = host === 'setup' && isGet(request) ? fileInFolder(folder, pathname === '/' ? '/index.html' : pathname) : undefined;
    return file === undefined ? notFound() : sendFile(file, SETUP_POLICY);
  });
};
