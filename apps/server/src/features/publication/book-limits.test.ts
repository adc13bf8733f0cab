/** Tests the limits of imported books at three values: one below the limit, the limit, one above (security.md §3). */
import type { OutputOf, openBook } from '@shufang/contract';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { importDependenciesOf } from '../../app/import-dependencies.ts';
import { openTestServer, type TestServer } from '../../testing/test-server.ts';
import { openArchive } from './archive/archive.ts';
import { Findings } from './findings.ts';
import { importFile } from './import/import-file.ts';
import { PUBLICATION_LIMITS } from './limits.ts';
import { bookFiles, makeEpub, makeTemporaryFolder, makeZip, type ZipEntry } from './testing/make-epub.ts';

let shop: TestServer;
beforeAll(async () => {
  shop = await openTestServer();
});
afterAll(() => shop?.close());

describe('a book', () => {
  const book: readonly ZipEntry[] = [...bookFiles()].map(([name, content]) => ({ name, content }));
  const { file, remove } = makeTemporaryFolder();
  afterAll(remove);
  const refusalOf = (entries: readonly ZipEntry[]): unknown => {
    try {
      openArchive(file('edge.epub', makeZip(entries)), new Findings()).close();
      return undefined;
    } catch (error) {
      return (error as { code?: unknown }).code;
    }
  };
  const stored = (name: string, declaredBytes: number, bytes = 1): ZipEntry => ({
    name,
    content: Buffer.alloc(bytes),
    stored: true,
    declaredBytes,
  });
  const ratioEdge = Math.ceil(PUBLICATION_LIMITS.archiveRatioFromBytes / PUBLICATION_LIMITS.archiveRatio) + 1;
  const whole = PUBLICATION_LIMITS.archiveUnpackedBytes;
  const half = { bytes: whole / 2, packed: whole / 2 / PUBLICATION_LIMITS.archiveRatio + 1 };
  /** Returns a path of as many one-letter folders as fit into the given length. */
  const deep = (chars: number): string => `${'a/'.repeat(Math.floor((chars - 1) / 2))}${chars % 2 === 0 ? 'bb' : 'b'}`;

  const edges: [string, number, (n: number) => ZipEntry[], string][] = [
    [
      'entries',
      PUBLICATION_LIMITS.archiveEntries,
      (n) => Array.from({ length: n }, (_, index) => ({ name: `f${index}`, content: '', stored: true })),
      'archive.tooManyEntries',
    ],
    ['bytes unpacked', whole, (n) => [stored('a', half.bytes, half.packed), stored('b', n - half.bytes, half.packed)], 'archive.tooLarge'],
    ['times its packed size', ratioEdge * PUBLICATION_LIMITS.archiveRatio, (n) => [stored('a', n, ratioEdge)], 'archive.ratio'],
    ['characters of a path', PUBLICATION_LIMITS.archivePathChars, (n) => [...book, { name: deep(n), content: 'x' }], 'archive.unsafeName'],
  ];
  test.each(edges)('may have as many %s as the limit and not one more: %i', (_, limit, entries, refusal) => {
    expect([refusalOf(entries(limit - 1)), refusalOf(entries(limit)), refusalOf(entries(limit + 1))]).toEqual([
      undefined,
      undefined,
      refusal,
    ]);
  });

  test('with a chapter at the longest allowed path, in Chinese, can be read', async () => {
    const user = await shop.user('13944440003');
    const name = `${'深/'.repeat(500)}章.xhtml`;
    const bookId = await shop.book({
      manifest: `<item id="deep" href="${encodeURI(name)}" media-type="application/xhtml+xml"/>`,
      spine: '<itemref idref="deep"/>',
      files: {
        [`OEBPS/${name}`]:
          '<html xmlns="http://www.w3.org/1999/xhtml"><head><title>深</title></head><body><p>曲径通幽处。</p></body></html>',
      },
    });
    const opened = (await shop.call<OutputOf<typeof openBook>>(`/api/learn/open?bookId=${bookId}`, { as: user })).payload;
    const url = new URL(
      `${opened?.content.baseUrl}${opened?.readingOrder.items.at(-1)?.segments[0]?.href.split('/').map(encodeURIComponent).join('/')}`,
    );
    const response = await shop.request({ method: 'GET', url: url.pathname, headers: { host: url.host } });
    expect([response.statusCode, response.body.includes('曲径通幽处')]).toEqual([200, true]);
  });

  test('may have pictures of forty megapixels and not one more', async () => {
    const shelfOf = async (height: number): Promise<string[]> => {
      const png = await sharp({ create: { width: 1, height: 1, channels: 3, background: '#abc' } })
        .png()
        .toBuffer();
      png.writeUInt32BE(8_000, 16);
      png.writeUInt32BE(height, 20);
      const job = await importFile(
        importDependenciesOf(shop.platform),
        file(
          `picture-${height}.epub`,
          makeEpub({
            manifest: '<item id="p" href="p.png" media-type="image/png"/>',
            chapters: [[`图 ${height}`, '<img src="p.png" alt="图"/>']],
            files: { 'OEBPS/p.png': png },
          }),
        ),
        {},
      );
      return job.findings.map(({ code }) => code).filter((code) => code === 'image.tooLarge');
    };
    const rows = PUBLICATION_LIMITS.imagePixels / 8_000;
    expect([await shelfOf(rows - 1), await shelfOf(rows), await shelfOf(rows + 1)]).toEqual([[], [], ['image.tooLarge']]);
  });
});
