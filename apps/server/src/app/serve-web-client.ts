/** Serves the built web client on the app origin: hashed assets for ever, the page for every route of the client, strict headers. */
import { createHash } from 'node:crypto';
import { readFile, stat } from 'node:fs/promises';
import path from 'node:path';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import { FIRST_ANSWERS_ID, FIRST_SCREEN_ATTRIBUTE, FIRST_SCREEN_FILES } from '@shufang/contract';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { FirstAnswers } from './first-answers.ts';
import type { MadeScreen, MakeFirstScreen } from './first-screen.ts';

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

/** Not worth to be compressed. */
const SMALL_BYTES = 1_000;
/** A page is made for each visitor: quickly rather than as small as can be. */
const PAGE_QUALITY = { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } };

interface Asset {
  readonly body: Buffer;
  readonly gzip: Buffer | undefined;
  /** Made when the client was built. */
  readonly brotli: Buffer | undefined;
  readonly type: string;
  readonly mtimeMs: number;
}

interface Page {
  readonly text: string;
  /** What the browser may do with it: its Content-Security-Policy. */
  readonly policy: string;
}

/** The path as it stands in the address, which may be a whole one: our files have plain ASCII names, so nothing needs decoding. */
const pathOf = (url: string): string => url.replace(/^https?:\/\/[^/]*/, '').replace(/[?#].*$/, '') || '/';

/** `/course/info/:bookId` and `/course/info/01…`. */
const matchesRoute = (pattern: string, pathname: string): boolean => {
  const [wanted, given] = [pattern.split('/'), pathname.split('/')];
  return (
    wanted.length === given.length && wanted.every((part, index) => (part.startsWith(':') ? given[index] !== '' : part === given[index]))
  );
};

/** Within a `script` element of data nothing may end it. */
const jsonInHtml = (value: unknown): string => JSON.stringify(value).replaceAll('<', '\\u003c');

const escapeHtml = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;');

/** Lets this one script of the page run, and no other that stands in it. */
const hashSource = (script: string): string => `'sha256-${createHash('sha256').update(script).digest('base64')}'`;

const BOOT = /(<div id="root")>.*?<!--\/boot-->\s*<\/div>/s;

const isSheet = (file: string): boolean => file.endsWith('.css');

const preloaded = (file: string): string =>
  isSheet(file) ? `<link rel="preload" as="style" crossorigin href="${file}">` : `<link rel="modulepreload" crossorigin href="${file}">`;

/** Stands after the screen. Nothing is seen before: lines of which a part has come break elsewhere, and everything below them moves. */
const END = '<template></template>';
const UNTIL_WHOLE = `[${FIRST_SCREEN_ATTRIBUTE}]:not(:has(+ template)){visibility:hidden}`;

/**
 * The page with its first screen in the place of what stands there until the client has come. `styles` are all the screen needs: their
 * sheets are named, so that the client does not bring them once more. Its code is asked for when the screen's script says so.
 */
const withScreen = (page: string, address: string, { html, title, script }: MadeScreen, files: readonly string[], styles: string): string =>
  page
    .replace(/<title>[^<]*<\/title>/, () => `<title>${escapeHtml(title)}</title>`)
    .replace('</head>', () => {
      const code = `<meta name="${FIRST_SCREEN_FILES}" content="${files.filter((file) => !isSheet(file)).join(' ')}">`;
      const sheets = files.filter(isSheet).map((file) => `<link rel="stylesheet" disabled href="${file}">`);
      return `${code}<script>${script}</script>${sheets.join('')}<style>${styles}${UNTIL_WHOLE}</style></head>`;
    })
    .replace(BOOT, (_, element: string) => `${element} ${FIRST_SCREEN_ATTRIBUTE}="${escapeHtml(address)}">${html}</div>${END}`);

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
  options: {
    folder: string;
    contentUrl: string;
    framedOrigins?: readonly string[];
    sources?: PageSources | undefined;
    findFirstAnswers?: (request: FastifyRequest) => Promise<FirstAnswers>;
    makeFirstScreen?: MakeFirstScreen;
  },
): void => {
  const cache = new Map<string, Asset>();
  const framed = [options.contentUrl.replace('{book}', '*'), ...(options.framedOrigins ?? [])];
  const policy = appPolicy(framed, options.sources);
  const policyWith = (script: string): string =>
    appPolicy(framed, { ...options.sources, script: [...(options.sources?.script ?? []), hashSource(script)] });

  const load = async (relative: string): Promise<Asset | undefined> => {
    const file = path.join(options.folder, relative);
    if (!file.startsWith(options.folder + path.sep)) return undefined;
    const extension = path.extname(file);
    const type = TYPES[extension];
    const found = type === undefined ? undefined : await stat(file).catch(() => undefined);
    if (type === undefined || !found?.isFile()) return undefined;
    const cached = cache.get(relative);
    if (cached?.mtimeMs === found.mtimeMs) return cached;
    const body = await readFile(file);
    const asset = {
      body,
      gzip: COMPRESSED.has(extension) && body.length > SMALL_BYTES ? gzipSync(body, { level: 9 }) : undefined,
      brotli: await readFile(`${file}.br`).catch(() => undefined),
      type,
      mtimeMs: found.mtimeMs,
    };
    cache.set(relative, asset);
    return asset;
  };

  /** The files of the client and of the route, which the browser fetches side by side and not one after the other. */
  const filesOf = async (pathname: string): Promise<string[]> => {
    const list = await load('route-files.json');
    if (list === undefined) return [];
    const { start, routes } = JSON.parse(list.body.toString()) as { start: string[]; routes: Record<string, string[]> };
    const route = Object.keys(routes).find((pattern) => matchesRoute(pattern, pathname));
    return [...start, ...(routes[route ?? ''] ?? [])];
  };

  /** All of the style sheets, one after the other. */
  const stylesOf = async (files: readonly string[]): Promise<string> => {
    const loaded = await Promise.all(files.filter(isSheet).map((file) => load(file.slice(1))));
    return loaded.map((sheet) => sheet?.body.toString() ?? '').join('\n');
  };

  /** The page with what its route needs at once: the names of its files, its first screen with the answers in it, and the covers. */
  const loadPage = async (pathname: string, request: FastifyRequest): Promise<Page | undefined> => {
    const [page, files, first] = await Promise.all([load('index.html'), filesOf(pathname), options.findFirstAnswers?.(request)]);
    const screen = first?.isWhole === true ? await options.makeFirstScreen?.(request.url, first.answers) : undefined;
    const links = [
      // Where the screen is there already, it is painted with its covers before the code comes.
      ...(screen === undefined ? files.map(preloaded) : []),
      ...(first?.covers ?? []).map((cover) => `<link rel="preload" as="image" href="${escapeHtml(cover)}">`),
    ];
    const answers =
      first === undefined || Object.keys(first.answers).length === 0
        ? ''
        : `<script type="application/json" id="${FIRST_ANSWERS_ID}">${jsonInHtml(first.answers)}</script>`;
    if (page === undefined) return undefined;
    const text = page.body
      .toString()
      .replace('</head>', () => `${links.join('')}</head>`)
      .replace('</body>', () => `${answers}</body>`);
    return screen === undefined
      ? { text, policy }
      : { text: withScreen(text, request.url, screen, files, await stylesOf(files)), policy: policyWith(screen.script) };
  };

  const send = (reply: FastifyReply, asset: Asset, accepts: string, immutable: boolean): FastifyReply => {
    void reply
      .type(asset.type)
      .header('vary', 'accept-encoding')
      .header('cache-control', immutable ? 'public, max-age=31536000, immutable' : 'no-cache');
    // A picture of this kind can be opened as a page of its own.
    if (asset.type === TYPES['.svg']) guard(reply, policy);
    if (asset.brotli !== undefined && /\bbr\b/.test(accepts)) return reply.header('content-encoding', 'br').send(asset.brotli);
    return asset.gzip !== undefined && /\bgzip\b/.test(accepts)
      ? reply.header('content-encoding', 'gzip').send(asset.gzip)
      : reply.send(asset.body);
  };

  const guard = (reply: FastifyReply, allowed: string): void => {
    void reply
      .header('content-security-policy', allowed)
      .header('referrer-policy', 'same-origin')
      .header('cross-origin-opener-policy', 'same-origin')
      .header('permissions-policy', 'camera=(), microphone=(), geolocation=(), payment=()');
  };

  /** `private`: the answers in it depend on the network of who asks. */
  const sendPage = (reply: FastifyReply, { text, policy: allowed }: Page, accepts: string): FastifyReply => {
    guard(reply, allowed);
    void reply.type('text/html; charset=utf-8').header('vary', 'accept-encoding').header('cache-control', 'private, no-cache');
    if (/\bbr\b/.test(accepts)) return reply.header('content-encoding', 'br').send(brotliCompressSync(text, PAGE_QUALITY));
    // Browsers ask for Brotli only where nobody can listen.
    return /\bgzip\b/.test(accepts) ? reply.header('content-encoding', 'gzip').send(gzipSync(text)) : reply.send(text);
  };

  fastify.get('/*', { schema: { hide: true } }, async (request, reply) => {
    const pathname = pathOf(request.url);
    const accepts = String(request.headers['accept-encoding'] ?? '');
    if (pathname !== '/' && pathname !== '/index.html') {
      const asset = await load(pathname.slice(1));
      if (asset !== undefined) return send(reply, asset, accepts, pathname.startsWith('/assets/'));
    }
    // Calls and files that do not exist are not pages of the client.
    if (/^\/(api|apiv2|assets|docs)\//.test(pathname) || (path.extname(pathname) !== '' && pathname !== '/index.html')) {
      return reply.callNotFound();
    }
    const page = await loadPage(pathname, request);
    if (page === undefined) {
      return reply.code(503).type('text/plain; charset=utf-8').send('网页客户端尚未构建：请运行 npm run build');
    }
    return sendPage(reply, page, accepts);
  });
};

export const webClientFolder = path.resolve(import.meta.dirname, '..', '..', '..', 'web', 'dist');
