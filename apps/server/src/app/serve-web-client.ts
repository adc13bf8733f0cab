/** Serves the built web client on the app origin: immutable hashed assets, the page for every route, strict headers. */
import { createHash } from 'node:crypto';
import { readFile, stat } from 'node:fs/promises';
import path from 'node:path';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import {
  CLIENT_ENTRY_META,
  CLIENT_FILES_META,
  DEHYDRATED_STATE_ID,
  READING_FRAME_META,
  SERVER_RENDERED_ATTRIBUTE,
} from '@shufang/contract';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { escapeHtml } from '../platform/http/escape-html.ts';
import { pathOf } from '../platform/http/logged-path.ts';
import { ASSETS_FALLBACK_FILE, allowOnEveryOrigin, cdnHead, cdnSources, wantsOwnAssets, withAssetsOf, workerWithCdn } from './cdn-pages.ts';
import type { DehydratedState } from './dehydrated-state.ts';
import { jsonInHtml } from './json-in-html.ts';
import type { DescribePage, PageHead } from './page-head.ts';
import type { RenderPage, ServerRenderedPage } from './page-renderer.ts';
import { POLICY_REPORT_PATH } from './policy-reports.ts';

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

/** Files smaller than this number of bytes are not compressed. */
const SMALL_BYTES = 1_000;
/** Compression level of pages: fast rather than small, because each response is compressed. */
const PAGE_QUALITY = { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } };

interface Asset {
  readonly body: Buffer;
  readonly gzip: Buffer | undefined;
  /** The Brotli file that the client's build has created; undefined if there is none. */
  readonly brotli: Buffer | undefined;
  readonly type: string;
  readonly mtimeMs: number;
}

interface Page {
  readonly status: number;
  readonly text: string;
  /** The page's Content-Security-Policy. */
  readonly policy: string;
}

/** Content of `route-files.json`, which the client's build writes (`apps/web/vite.route-files.ts`). */
interface RouteFiles {
  readonly start: readonly string[];
  readonly routes: Readonly<Record<string, readonly string[]>>;
  readonly inlineScripts: Readonly<Record<string, string>>;
}

/** Returns whether a path matches a route pattern: `/course/info/01…` matches `/course/info/:bookId`. */
const matchesRoute = (pattern: string, pathname: string): boolean => {
  const [wanted, given] = [pattern.split('/'), pathname.split('/')];
  return (
    wanted.length === given.length && wanted.every((part, index) => (part.startsWith(':') ? given[index] !== '' : part === given[index]))
  );
};

/** Returns the CSP source that allows only this inline script. */
const hashSource = (script: string): string => `'sha256-${createHash('sha256').update(script).digest('base64')}'`;

/** The first element of the head. An inline script follows it directly, before any style sheet that would delay the script. */
const CHARSET = /<meta charset="[^"]*"\s*\/?>/;

const BOOT = /(<div id="root")>.*?<!--\/boot-->\s*<\/div>/s;

const SERVICE_WORKER = 'sw.js';

const isStyleSheet = (file: string): boolean => file.endsWith('.css');

const preloadLink = (file: string): string =>
  isStyleSheet(file)
    ? `<link rel="preload" as="style" crossorigin href="${file}">`
    : `<link rel="modulepreload" crossorigin href="${file}">`;

/** The elements of the built page that load the client: its entry, and the files that the entry needs. */
const ENTRY = /\s*<script type="module"[^>]*\bsrc="([^"]+)"[^>]*><\/script>/;
const ENTRY_FILES = /\s*<link rel="(?:modulepreload|stylesheet)"[^>]*>/g;

/**
 * Returns the page with an inline script that decides when the client is loaded: its entry and files are listed in `meta` elements and not
 * loaded by the page. `frameUrl`: URL of the reading engine's frame, which the script creates.
 */
const withInlineScript = (page: string, script: string, files: readonly string[], frameUrl: string | undefined): string => {
  const frame = frameUrl === undefined ? '' : `<meta name="${READING_FRAME_META}" content="${escapeHtml(frameUrl)}">`;
  const entry = ENTRY.exec(page)?.[1] ?? '';
  const metas = `<meta name="${CLIENT_ENTRY_META}" content="${entry}"><meta name="${CLIENT_FILES_META}" content="${files.join(' ')}">`;
  return page
    .replace(ENTRY, '')
    .replaceAll(ENTRY_FILES, '')
    .replace(CHARSET, (tag) => `${tag}${frame}<script>${script}</script>`)
    .replace('</head>', () => `${metas}</head>`);
};

/** End marker after the rendered HTML. The content is hidden until it arrives, because partially loaded lines shift the layout. */
const END_MARKER = '<template></template>';
const HIDE_UNTIL_COMPLETE = `[${SERVER_RENDERED_ATTRIBUTE}]:not(:has(+ template)){visibility:hidden}`;

const withTitle = (page: string, title: string): string =>
  page.replace(/<title>[^<]*<\/title>/, () => `<title>${escapeHtml(title)}</title>`);

const withHead = (page: string, { title, html }: Pick<PageHead, 'title' | 'html'>): string =>
  withTitle(page, title).replace('</title>', () => `</title>${html}`);

/**
 * Returns the page with the rendered HTML in place of the boot skeleton. `styles` contains all its styles; the sheets are listed as disabled
 * links, so that the client does not load them again. The inline script or the client loads the code.
 */
const withRenderedPage = (
  page: string,
  url: string,
  { html, title, script }: ServerRenderedPage,
  files: readonly string[],
  styles: string,
): string =>
  withTitle(page, title)
    .replace('</head>', () => {
      const code = `<meta name="${CLIENT_FILES_META}" content="${files.filter((file) => !isStyleSheet(file)).join(' ')}">`;
      const sheets = files.filter(isStyleSheet).map((file) => `<link rel="stylesheet" disabled href="${file}">`);
      return `${code}<script>${script}</script>${sheets.join('')}<style>${styles}${HIDE_UNTIL_COMPLETE}</style></head>`;
    })
    .replace(BOOT, (_, element: string) => `${element} ${SERVER_RENDERED_ATTRIBUTE}="${escapeHtml(url)}">${html}</div>${END_MARKER}`);

/** Additional sources of scripts, styles, images and connections that the CSP of the page allows, by directive. */
export interface PageSources {
  readonly script?: readonly string[];
  readonly style?: readonly string[];
  readonly img?: readonly string[];
  readonly connect?: readonly string[];
}

/** Returns the CSP of the page. `content`: the origins of book content; `framed`: further origins that may be framed. */
const appPolicy = (
  content: string,
  framed: readonly string[],
  { script = [], style = [], img = [], connect = [] }: PageSources = {},
): string =>
  [
    "default-src 'self'",
    ["script-src 'self'", ...script].join(' '),
    ["style-src 'self' 'unsafe-inline'", ...style].join(' '),
    ["img-src 'self' data: blob:", ...img].join(' '),
    // The audio of captchas is a data URL, so `data:` is allowed. The narration of a book is played from the content origin.
    `media-src 'self' data: ${content}`,
    "font-src 'self' data:",
    ["connect-src 'self'", ...connect].join(' '),
    `frame-src ${[content, ...framed].join(' ')}`,
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join('; ');

/**
 * Browsers reject strings where they expect trusted HTML or script URLs; the names are those of the client's policies (`trusted-types.ts`).
 */
const TRUSTED_TYPES = `require-trusted-types-for 'script'; trusted-types shufang default; report-uri ${POLICY_REPORT_PATH}`;

export const serveWebClient = (
  fastify: FastifyInstance,
  options: {
    folder: string;
    contentUrl: string;
    /** Origin of a CDN for the client's files; undefined if they come from the origin of the page. */
    assetsUrl?: string | undefined;
    /** Returns the content origin of a request to a private address of this machine. */
    contentOriginFor?: (request: FastifyRequest) => string | undefined;
    framedOrigins?: readonly string[];
    sources?: PageSources | undefined;
    /** Returns the URL of the reading engine's frame on the page of the request; undefined on other pages than a book's reading page. */
    readingFrameOf?: (request: FastifyRequest) => Promise<string | undefined>;
    loadDehydratedState?: (request: FastifyRequest) => Promise<DehydratedState>;
    renderPage?: RenderPage;
    /** Describes the head of a page. If it is absent, every URL returns the page with status 200 and no metadata. */
    describePage?: DescribePage;
  },
): void => {
  const cache = new Map<string, Asset>();
  const contentIn = (request: FastifyRequest): string => options.contentOriginFor?.(request) ?? options.contentUrl.replace('{book}', '*');
  /** Returns the CDN of the page; undefined if its files come from its own origin. */
  const cdnOf = ({ headers }: FastifyRequest): string | undefined => (wantsOwnAssets(headers.cookie) ? undefined : options.assetsUrl);
  /** Returns the CSP of a page with these inline scripts. */
  const policyWith = (request: FastifyRequest, scripts: readonly string[]): string => {
    const { script = [], style = [], img = [], connect = [] } = options.sources ?? {};
    const cdn = cdnSources(cdnOf(request));
    return appPolicy(contentIn(request), options.framedOrigins ?? [], {
      script: [...cdn, ...script, ...scripts.map(hashSource)],
      style: [...cdn, ...style],
      img: [...cdn, ...img],
      connect: [...cdn, ...connect],
    });
  };

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
      ...(relative === SERVICE_WORKER && options.assetsUrl !== undefined ? workerWithCdn(body, options.assetsUrl) : {}),
      type,
      mtimeMs: found.mtimeMs,
    };
    cache.set(relative, asset);
    return asset;
  };

  /**
   * Returns the files of the client and of the route, to be loaded in parallel, the inline script of the route, and the route's pattern if
   * a route matches.
   */
  const routeOf = async (
    pathname: string,
  ): Promise<{ files: string[]; pattern?: string | undefined; inlineScript?: string | undefined }> => {
    const list = await load('route-files.json');
    if (list === undefined) return { files: [] };
    const { start, routes, inlineScripts } = JSON.parse(list.body.toString()) as RouteFiles;
    const pattern = Object.keys(routes).find((candidate) => matchesRoute(candidate, pathname));
    const scriptFile = inlineScripts[pattern ?? ''];
    const inlineScript = scriptFile === undefined ? undefined : (await load(scriptFile.slice(1)))?.body.toString();
    return { files: [...start, ...(routes[pattern ?? ''] ?? [])], pattern, inlineScript };
  };

  /** Returns the concatenated style sheets. */
  const stylesOf = async (files: readonly string[]): Promise<string> => {
    const loaded = await Promise.all(files.filter(isStyleSheet).map((file) => load(file.slice(1))));
    return loaded.map((sheet) => sheet?.body.toString() ?? '').join('\n');
  };

  /** Returns the page with preloads of its route's files, the server-rendered HTML, the dehydrated state, and cover preloads. */
  const loadPage = async (pathname: string, request: FastifyRequest): Promise<Page | undefined> => {
    const [page, { files, pattern, inlineScript }, state] = await Promise.all([
      load('index.html'),
      routeOf(pathname),
      options.loadDehydratedState?.(request),
    ]);
    if (pattern !== undefined) request.loggablePath = pattern;
    const cdn = cdnOf(request);
    const fallbackScript = cdn === undefined ? undefined : (await load(ASSETS_FALLBACK_FILE))?.body.toString();
    const addresses = files.map((file) => (cdn ?? '') + file);
    /** Completes a page with its inline scripts: its policy allows them. */
    const finish = (status: number, html: string, scripts: readonly string[] = []): Page => {
      if (cdn === undefined || fallbackScript === undefined) return { status, text: html, policy: policyWith(request, scripts) };
      const text = html.replace(CHARSET, (tag) => tag + cdnHead(cdn, fallbackScript));
      return { status, text, policy: policyWith(request, [fallbackScript, ...scripts]) };
    };
    const rendered = state?.isComplete === true ? await options.renderPage?.(request.url, state.responses) : undefined;
    const links = [
      // A server-rendered page and one with an inline script get no preloads of code, because they are painted before the code is loaded.
      ...(rendered === undefined && inlineScript === undefined ? addresses.map(preloadLink) : []),
      ...(state?.covers ?? []).map((cover) => `<link rel="preload" as="image" href="${escapeHtml(cover)}">`),
    ];
    const stateBlock =
      state === undefined || Object.keys(state.responses).length === 0
        ? ''
        : `<script type="application/json" id="${DEHYDRATED_STATE_ID}">${jsonInHtml(state.responses)}</script>`;
    const head = await options.describePage?.(request.url, state?.responses);
    if (page === undefined) return undefined;
    const status = head?.status ?? 200;
    const builtPage = cdn === undefined ? page.body.toString() : withAssetsOf(page.body.toString(), cdn);
    const text = (head === undefined ? builtPage : withHead(builtPage, head))
      .replace('</head>', () => `${links.join('')}</head>`)
      .replace('</body>', () => `${stateBlock}</body>`);
    if (inlineScript !== undefined)
      return finish(status, withInlineScript(text, inlineScript, addresses, await options.readingFrameOf?.(request)), [inlineScript]);
    if (rendered === undefined) return finish(status, text);
    return finish(status, withRenderedPage(text, request.url, rendered, addresses, await stylesOf(files)), [rendered.script]);
  };

  const send = (reply: FastifyReply, asset: Asset, accepts: string, immutable: boolean): FastifyReply => {
    void reply
      .type(asset.type)
      .header('vary', 'accept-encoding')
      .header('cache-control', immutable ? 'public, max-age=31536000, immutable' : 'no-cache');
    if (immutable && options.assetsUrl !== undefined) void allowOnEveryOrigin(reply);
    // An SVG file is sent with the content security policy, because a browser can open it as a document.
    if (asset.type === TYPES['.svg']) guard(reply, policyWith(reply.request, []));
    if (asset.brotli !== undefined && /\bbr\b/.test(accepts)) return reply.header('content-encoding', 'br').send(asset.brotli);
    return asset.gzip !== undefined && /\bgzip\b/.test(accepts)
      ? reply.header('content-encoding', 'gzip').send(asset.gzip)
      : reply.send(asset.body);
  };

  const guard = (reply: FastifyReply, allowed: string): void => {
    // The script of a captcha supplier violates Trusted Types by assigning strings. If such a script is allowed, violations are only
    // reported.
    const isEnforced = (options.sources?.script ?? []).length === 0;
    if (!isEnforced) void reply.header('content-security-policy-report-only', TRUSTED_TYPES);
    void reply
      .header('content-security-policy', isEnforced ? `${allowed}; ${TRUSTED_TYPES}` : allowed)
      .header('referrer-policy', 'same-origin')
      .header('cross-origin-opener-policy', 'same-origin')
      .header('permissions-policy', 'camera=(), microphone=(), geolocation=(), payment=()');
  };

  /** Pages are sent as `private`, because the dehydrated state depends on the client IP. */
  const sendPage = (reply: FastifyReply, { status, text, policy: allowed }: Page, accepts: string): FastifyReply => {
    guard(reply, allowed);
    void reply.code(status).type('text/html; charset=utf-8').header('vary', 'accept-encoding').header('cache-control', 'private, no-cache');
    if (/\bbr\b/.test(accepts)) return reply.header('content-encoding', 'br').send(brotliCompressSync(text, PAGE_QUALITY));
    // Clients that do not accept Brotli get gzip: browsers accept Brotli only over HTTPS.
    return /\bgzip\b/.test(accepts) ? reply.header('content-encoding', 'gzip').send(gzipSync(text)) : reply.send(text);
  };

  fastify.get('/*', { schema: { hide: true } }, async (request, reply) => {
    const pathname = pathOf(request.url);
    const accepts = String(request.headers['accept-encoding'] ?? '');
    if (pathname !== '/' && pathname !== '/index.html') {
      const asset = await load(pathname.slice(1));
      if (asset !== undefined) {
        request.loggablePath = pathname;
        return send(reply, asset, accepts, pathname.startsWith('/assets/'));
      }
    }
    // Unknown API calls never get the page; missing files get it only if a browser navigates to them.
    const isFile = path.extname(pathname) !== '' && pathname !== '/index.html';
    const wantsPage = String(request.headers.accept ?? '').includes('text/html');
    if (/^\/(api|apiv2|assets|docs)(\/|$)/.test(pathname) || (isFile && !wantsPage)) return reply.callNotFound();
    const page = await loadPage(pathname, request);
    if (page === undefined) {
      return reply.code(503).type('text/plain; charset=utf-8').send('网页客户端尚未构建：请运行 npm run build');
    }
    return sendPage(reply, page, accepts);
  });
};

export const webClientFolder = path.resolve(import.meta.dirname, '..', '..', '..', 'web', 'dist');
