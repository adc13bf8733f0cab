/** Server-side rendering of pages with the client's SSR build (contract, `server-rendering.ts`; decision 0013). */
import { createHash } from 'node:crypto';
import { stat } from 'node:fs/promises';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import type { ClientRoute, RenderedPage, ServerRenderer } from '@shufang/contract';
import { LruCache } from '../platform/lru-cache.ts';

/** Size of the cache of rendered pages in characters, two bytes each. */
const CACHE_MAX_CHARS = 1_000_000;

export interface ServerRenderedPage extends RenderedPage {
  /** Inline script that runs before the first paint. */
  readonly script: string;
}

/** `responses`: the dehydrated state. Returns undefined if the page is not server-rendered; the client then renders it. */
export type RenderPage = (address: string, responses: Readonly<Record<string, unknown>>) => Promise<ServerRenderedPage | undefined>;

export interface PageRenderer {
  readonly render: RenderPage;
  /**
   * Looks up the client route of a path. `route` is undefined if no route matches; the result itself is undefined if the SSR build is
   * unavailable or fails, so that nothing is known about the path.
   */
  readonly findRoute: (pathname: string) => Promise<{ readonly route: ClientRoute | undefined } | undefined>;
  /** Returns the indexable paths; only the home page if the SSR build is unavailable. */
  readonly findIndexedPaths: () => Promise<readonly string[]>;
}

/**
 * `file`: the SSR build, imported with the first page. Once the file changes, pages are no longer rendered until the server restarts, because
 * pages of the old build would not match the new client.
 */
export const createPageRenderer = (file: string, onFailure: (error: unknown) => void): PageRenderer => {
  /** Rendered pages. The key includes the dehydrated state. */
  const cache = new LruCache<string, ServerRenderedPage>({ max: CACHE_MAX_CHARS, sizeOf: ({ html }) => html.length });
  let hasFailed = false;
  let loaded: { readonly renderer: Promise<ServerRenderer>; readonly mtimeMs: number } | undefined;

  const load = async (): Promise<ServerRenderer | undefined> => {
    const { mtimeMs } = await stat(file);
    loaded ??= { renderer: import(pathToFileURL(file).href) as Promise<ServerRenderer>, mtimeMs };
    return loaded.mtimeMs === mtimeMs ? loaded.renderer : undefined;
  };

  /** Returns the result of `use`; undefined if the renderer is unavailable or fails. Only the first failure is reported. */
  const withRenderer = async <Result>(use: (renderer: ServerRenderer) => Result | Promise<Result>): Promise<Result | undefined> => {
    try {
      const maker = await load();
      return maker && (await use(maker));
    } catch (error) {
      if (!hasFailed) onFailure(error);
      hasFailed = true;
      return undefined;
    }
  };

  return {
    render: (address, responses) =>
      withRenderer(async (maker) => {
        const key = createHash('sha256')
          .update(JSON.stringify([address, responses]))
          .digest('base64');
        const cached = cache.get(key);
        if (cached !== undefined) return cached;
        const rendered = await maker.renderPage(address, responses);
        if (rendered === undefined) return undefined;
        const page = { ...rendered, script: maker.headScript };
        cache.set(key, page);
        return page;
      }),
    findRoute: (pathname) => withRenderer((maker) => ({ route: maker.findRoute(pathname) })),
    findIndexedPaths: async () => (await withRenderer((maker) => maker.indexedPaths)) ?? ['/'],
  };
};

export const serverRendererFile = path.resolve(import.meta.dirname, '..', '..', '..', 'web', 'dist-server', 'render-page.js');
