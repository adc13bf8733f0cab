/** Tests of the stored books on a real disk: downloads that stop and continue, damage, ranges, and what is no file of a book. */
import { createHash, randomBytes } from 'node:crypto';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import { bundleHead } from '@shufang/contract/book-bundle';
import { storedBookUrl } from '@shufang/desktop-bridge';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type BookStore, createBookStore } from './book-store.ts';
import { createLeaseKeys } from './lease-keys.ts';
import { serveStored } from './serve-stored.ts';

const BOOK = '01k00000000000000000000b00';
const LEASE = '01k00000000000000000000100';
const POLICY = "default-src 'none'; frame-ancestors http://localhost";
const CONTENT = 'http://{book}.content.test';
const BASE = `http://${BOOK}.content.test/~c/ticket/`;

const files: Record<string, Buffer> = {
  'OEBPS/第一章.xhtml': Buffer.from('学而时习之'),
  'OEBPS/film.mp4': randomBytes(2_600_000),
  'OEBPS/empty.css': Buffer.alloc(0),
};
const resources = Object.entries(files).map(([href, content]) => ({
  href,
  bytes: content.length,
  sha256: createHash('sha256').update(content).digest('hex'),
}));

/** A key store of the system; in this test it seals by encoding. */
const keys = createLeaseKeys(
  {
    isEncryptionAvailable: () => true,
    encryptString: (text) => Buffer.from(text),
    decryptString: (sealed) => sealed.toString(),
  },
  'darwin',
  () => 0,
);
const sealedKey = keys.seal({ id: LEASE, bookId: BOOK, key: randomBytes(32).toString('base64url'), expiresAt: 1 });
const lease = { id: LEASE, key: sealedKey };

let folder: string;
let requested: string[];
let respond: (href: string) => Response;
/** Returns the file as a bundle contains it. */
let bundled: (href: string) => Buffer;
let store: BookStore;
const serve = (href: string, range?: string) =>
  serveStored(
    store,
    keys,
    new Request(storedBookUrl(BOOK, lease) + href.split('/').map(encodeURIComponent).join('/'), {
      headers: range === undefined ? {} : { range },
    }),
  );
const bytesOf = async (href: string) => Buffer.from((await (await serve(href))?.arrayBuffer()) ?? new ArrayBuffer());
const policy = { 'content-security-policy': POLICY };

/** Responds as the content origin: with one file, or to a list of files with a bundle. */
const fetchContent = async (url: string, { body }: { readonly body?: string }): Promise<Response> => {
  if (body === undefined) {
    const href = decodeURIComponent(url.slice(BASE.length));
    requested.push(href);
    return respond(href);
  }
  const { hrefs } = JSON.parse(body) as { hrefs: string[] };
  requested.push(...hrefs);
  const refused = hrefs.map(respond).find(({ ok }) => !ok);
  if (refused !== undefined) return refused;
  const bundle = hrefs.map((href) => ({
    href,
    content: new Uint8Array(gzipSync(bundled(href))),
    encoding: 'gzip' as const,
    headers: policy,
  }));
  return new Response(new Blob([bundleHead(bundle), ...bundle.map(({ content }) => content)]));
};

const download = () => store.handlers['download-book']({ bookId: BOOK, lease, baseUrl: BASE, resources });

beforeEach(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'shufang-books-'));
  requested = [];
  respond = (href) => new Response(new Uint8Array(files[href] ?? Buffer.alloc(0)), { headers: policy });
  bundled = (href) => files[href] ?? Buffer.alloc(0);
  store = createBookStore({
    folder,
    contentUrl: CONTENT,
    keys,
    fetch: fetchContent,
    onProgress: () => undefined,
  });
});
afterEach(() => rm(folder, { recursive: true, force: true }));

describe('a download', () => {
  it('stores every file encrypted, and serves it with the policy of the server for this client', async () => {
    expect(await download()).toEqual({ end: 'stored' });
    for (const [href, content] of Object.entries(files)) expect((await bytesOf(href)).equals(content), href).toBe(true);
    const response = await serve('OEBPS/第一章.xhtml');
    expect(response?.headers.get('content-security-policy')).toBe("default-src 'none'; frame-ancestors app://client");
    for (const name of await readdir(path.join(folder, LEASE)))
      expect((await readFile(path.join(folder, LEASE, name))).includes('学而')).toBe(false);
  });

  it('continues with the missing files after it was interrupted', async () => {
    const all = respond;
    respond = (href) => (href === 'OEBPS/film.mp4' ? new Response('', { status: 503 }) : all(href));
    expect(await download()).toEqual({ end: 'network' });
    respond = all;
    requested = [];
    expect(await download()).toEqual({ end: 'stored' });
    expect(requested).toContain('OEBPS/film.mp4');
    expect(requested).not.toContain('OEBPS/第一章.xhtml');
  });

  it.each([
    ['refused', () => new Response('', { status: 403 })],
    ['damaged', () => new Response('something else')],
    ['network', () => new Response('', { status: 429 })],
  ])('ends as %s', async (end, response) => {
    respond = response;
    bundled = () => Buffer.from('something else');
    expect(await download()).toEqual({ end });
  });

  it('requests small files together, and a file alone whose hash differs', async () => {
    const small = resources.filter(({ href }) => !href.endsWith('.mp4'));
    bundled = (href) => (href.endsWith('.xhtml') ? Buffer.from('学而') : (files[href] ?? Buffer.alloc(0)));
    expect(await store.handlers['download-book']({ bookId: BOOK, lease, baseUrl: BASE, resources: small })).toEqual({ end: 'stored' });
    expect(requested).toEqual(['OEBPS/第一章.xhtml', 'OEBPS/empty.css', 'OEBPS/第一章.xhtml']);
    expect((await bytesOf('OEBPS/第一章.xhtml')).toString()).toBe('学而时习之');
    expect(await readdir(path.join(folder, LEASE))).toHaveLength(2);
  });

  it('is not continued with a bundle that did not arrive completely', async () => {
    const whole = fetchContent;
    const cut = createBookStore({
      folder,
      contentUrl: CONTENT,
      keys,
      fetch: async (url, init) => new Response((await (await whole(url, init)).blob()).slice(0, -1)),
      onProgress: () => undefined,
    });
    expect(await cut.handlers['download-book']({ bookId: BOOK, lease, baseUrl: BASE, resources: resources.slice(0, 1) })).not.toEqual({
      end: 'stored',
    });
    const small = resources.filter(({ href }) => !href.endsWith('.mp4'));
    expect(await cut.handlers['download-book']({ bookId: BOOK, lease, baseUrl: BASE, resources: small })).toEqual({ end: 'network' });
    expect(await cut.handlers['count-stored-files']({ leaseId: LEASE, resources })).toEqual({ files: 0, bytes: 0 });
  });

  it('continues after an end of the process with what the catalog has, and deletes packs that it does not have', async () => {
    const small = resources.filter(({ href }) => !href.endsWith('.mp4'));
    await store.handlers['download-book']({ bookId: BOOK, lease, baseUrl: BASE, resources: small });
    await writeFile(path.join(folder, LEASE, 'orphan.pack'), 'not in the catalog');
    await writeFile(path.join(folder, LEASE, 'half.pack.new'), 'interrupted');
    store = createBookStore({ folder, contentUrl: CONTENT, keys, fetch: fetchContent, onProgress: () => undefined });
    requested = [];
    expect(await download()).toEqual({ end: 'stored' });
    expect(requested).toEqual(['OEBPS/film.mp4']);
    const names = await readdir(path.join(folder, LEASE));
    expect(names.filter((name) => /orphan|half/.test(name))).toEqual([]);
    expect(names).toHaveLength(3);
  });

  it('ends as full when the disk is full, and leaves no part of a file', async () => {
    const full = createBookStore({
      folder,
      contentUrl: CONTENT,
      keys,
      fetch: async () => new Response(new Uint8Array(files['OEBPS/film.mp4'] ?? Buffer.alloc(0))),
      onProgress: () => undefined,
      write: async () => {
        throw Object.assign(new Error('no space left'), { code: 'ENOSPC' });
      },
    });
    const film = resources.filter(({ href }) => href.endsWith('.mp4'));
    expect(await full.handlers['download-book']({ bookId: BOOK, lease, baseUrl: BASE, resources: film })).toEqual({ end: 'full' });
    expect(await full.handlers['store-book-text']({ lease, text: '{}' })).toEqual({ isFull: true });
    expect(await readdir(path.join(folder, LEASE))).toEqual([]);
  });

  it('is rejected from an address that is not that of the book', async () => {
    const elsewhere = { bookId: BOOK, lease, baseUrl: 'http://elsewhere.test/', resources };
    await expect(store.handlers['download-book'](elsewhere)).rejects.toThrow('no address of the book');
    expect(requested).toEqual([]);
  });
});

describe('a stored file', () => {
  beforeEach(async () => void (await download()));

  it.each([
    ['bytes=0-9', 0, 10],
    ['bytes=200000-2500000', 200_000, 2_500_001],
    ['bytes=262140-262150', 262_140, 262_151],
    ['bytes=2599990-', 2_599_990, 2_600_000],
    ['bytes=-5', 2_599_995, 2_600_000],
  ])('is served in the range %s', async (range, from, to) => {
    const response = await serve('OEBPS/film.mp4', range);
    expect([response?.status, response?.headers.get('content-range')]).toEqual([206, `bytes ${from}-${to - 1}/2600000`]);
    const content = Buffer.from((await response?.arrayBuffer()) ?? new ArrayBuffer());
    expect(content.equals(files['OEBPS/film.mp4']?.subarray(from, to) ?? Buffer.alloc(1))).toBe(true);
  });

  it('that was changed, shortened, exchanged or deleted is found, and downloaded again', async () => {
    /** Changes the stored bytes of a file. */
    const change = async (href: string, edit: (pack: Buffer, start: number) => Buffer): Promise<void> => {
      const { file, start } = (await store.find(LEASE, href)) ?? { file: '', start: 0 };
      await writeFile(file, edit(await readFile(file), start));
    };
    const flip = (position: number) => (pack: Buffer, start: number) => {
      pack[start + position] = (pack[start + position] ?? 0) ^ 1;
      return pack;
    };
    const headerBytes = Buffer.byteLength(JSON.stringify({ bytes: 15, prefix: '0'.repeat(16), headers: policy })) + 4;
    await change('OEBPS/第一章.xhtml', flip(headerBytes + 2));
    await change('OEBPS/film.mp4', (pack) => pack.subarray(0, 300_000));
    expect((await serve('OEBPS/第一章.xhtml'))?.status).toBe(404);
    expect((await serve('OEBPS/empty.css'))?.status).toBe(200);
    expect(await store.handlers['verify-book']({ lease, resources })).toEqual({ damaged: 2 });
    expect(await store.handlers['count-stored-files']({ leaseId: LEASE, resources })).toEqual({ files: 1, bytes: 0 });
    await change('OEBPS/empty.css', flip(8));
    expect(await store.handlers['verify-book']({ lease, resources })).toEqual({ damaged: 1 });
    expect(await download()).toEqual({ end: 'stored' });
    expect(await store.handlers['verify-book']({ lease, resources })).toEqual({ damaged: 0 });
    await rm((await store.find(LEASE, 'OEBPS/film.mp4'))?.file ?? '');
    expect(await store.handlers['count-stored-files']({ leaseId: LEASE, resources })).toEqual({ files: 2, bytes: 15 });
    await writeFile(path.join(folder, LEASE, 'catalog.json'), '{"a":');
    expect(await store.handlers['count-stored-files']({ leaseId: LEASE, resources })).toEqual({ files: 0, bytes: 0 });
  });

  it('is not served for another book, another key, or a name outside the book', async () => {
    const statusOf = async (url: string) => (await serveStored(store, keys, new Request(url)))?.status;
    const other = keys.seal({ id: LEASE, bookId: BOOK, key: randomBytes(32).toString('base64url'), expiresAt: 1 });
    expect(await statusOf(`${storedBookUrl(BOOK, { id: LEASE, key: other })}OEBPS/film.mp4`)).toBe(404);
    expect(await statusOf(`${storedBookUrl(BOOK.replace('b', 'c'), lease)}OEBPS/film.mp4`)).toBe(404);
    expect(await statusOf(`${storedBookUrl(BOOK, lease)}..%2F..%2Fsettings.json`)).toBe(404);
    expect(await statusOf(`book://${BOOK}/~c/ticket/OEBPS/film.mp4`)).toBeUndefined();
  });

  it('is gone after the book was removed', async () => {
    await store.handlers['remove-book']({ leaseId: LEASE });
    expect(await readdir(folder)).toEqual([]);
    expect((await serve('OEBPS/film.mp4'))?.status).toBe(404);
  });
});

it('the stored text is searched', async () => {
  const passage = {
    href: 'a.xhtml',
    chapterTitle: '一',
    documentIndex: 0,
    startChar: 0,
    text: '學而時習之',
    blockOffsets: [],
    formulas: [],
  };
  const search = () => store.handlers['search-stored-book']({ lease, q: '学而', offset: 0, limit: 10 });
  // A search that fails does not make the next one fail.
  await expect(search()).rejects.toThrow('not stored');
  await store.handlers['store-book-text']({ lease, text: JSON.stringify({ passages: [passage], chars: [5] }) });
  expect(await Promise.all([search(), search()])).toMatchObject([{ total: 1 }, { total: 1 }]);
});

it('a page of the reading engine is stored, and found by its address with any query', async () => {
  const url = `http://${BOOK}.content.test/~engine/1/frame.html`;
  await store.handlers['store-engine-page']({ bookId: BOOK, url });
  expect((await store.findEnginePage(url))?.headers).toEqual({ 'content-security-policy': POLICY });
  expect(await store.findEnginePage(`${url}?app=app%3A%2F%2Fclient`)).toBeDefined();
  expect(await store.findEnginePage(url.replace('/1/', '/2/'))).toBeUndefined();
});
