/** A plain web server for the files of an EPUB, as a baseline: what a browser shows without the product. */
import { createServer } from 'node:http';
import path from 'node:path';
import { unzipSync } from 'fflate';

const TYPES: Record<string, string> = {
  '.xhtml': 'application/xhtml+xml',
  '.html': 'text/html',
  '.css': 'text/css',
  '.svg': 'image/svg+xml',
  '.jpg': 'image/jpeg',
  '.png': 'image/png',
};

export interface BareServer {
  /** URLs of the documents in reading order. */
  readonly documents: readonly string[];
  readonly longestDocument: string;
  /** Returns the URL of a page with one iframe that shows a document of the reading order. */
  framePage(index: number): string;
  close(): Promise<void>;
}

const FRAME_PAGE = 'frame-page/';
const framePageOf = (address: string): string =>
  `<!doctype html><html lang="zh-CN"><title>iframe</title><style>html,body,iframe{margin:0;border:0;width:100%;height:100%;display:block}</style><iframe title="正文" src="${address}"></iframe>`;

/** Returns the paths of the documents in reading order. Nothing else in the package file is parsed. */
const readingOrder = (files: Record<string, Uint8Array>): string[] => {
  const packagePath = Object.keys(files).find((name) => name.endsWith('.opf')) ?? '';
  const text = new TextDecoder().decode(files[packagePath]);
  const attribute = (tag: string, name: string) => new RegExp(`\\s${name}="([^"]*)"`).exec(tag)?.[1] ?? '';
  const items = new Map([...text.matchAll(/<item\s[^>]*>/g)].map(([tag]) => [attribute(tag, 'id'), attribute(tag, 'href')]));
  return [...text.matchAll(/<itemref\s[^>]*>/g)].map(([tag]) =>
    path.posix.join(path.posix.dirname(packagePath), items.get(attribute(tag, 'idref')) ?? ''),
  );
};

export const startBareServer = async (epub: Uint8Array): Promise<BareServer> => {
  const files = unzipSync(epub);
  const addressOf = (name: string): string => {
    const address = server.address();
    return `http://127.0.0.1:${typeof address === 'object' && address !== null ? address.port : 0}/${encodeURI(name)}`;
  };
  const server = createServer((request, response) => {
    const name = decodeURIComponent((request.url ?? '/').slice(1));
    if (name.startsWith(FRAME_PAGE)) {
      response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end(framePageOf(addressOf(name.slice(FRAME_PAGE.length))));
      return;
    }
    const body = files[name];
    if (body === undefined) response.writeHead(404).end();
    else response.writeHead(200, { 'content-type': TYPES[path.extname(name)] ?? 'application/octet-stream' }).end(body);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const order = readingOrder(files);
  return {
    documents: order.map(addressOf),
    longestDocument: addressOf(order.toSorted((a, b) => (files[b]?.length ?? 0) - (files[a]?.length ?? 0))[0] ?? ''),
    framePage: (index) => addressOf(FRAME_PAGE + (order[index] ?? '')),
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
};
