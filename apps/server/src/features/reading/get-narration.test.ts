import { getNarration, type OutputOf, type openBook } from '@shufang/contract';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { testAccess } from '../../testing/test-access.ts';
import { openTestServer, type TestServer } from '../../testing/test-server.ts';
import { makeWave } from '../publication/testing/make-wave.ts';
import { READING_LIMITS } from './limits.ts';

testAccess('getNarration', 'everyone');

type Opened = OutputOf<typeof openBook>;

const SMIL = `<smil xmlns="http://www.w3.org/ns/SMIL" xmlns:epub="http://www.idpf.org/2007/ops" version="3.0"><body>
  <par><text src="c1.xhtml#top"/><audio src="voice.wav" clipEnd="1s"/></par>
  <par epub:type="footnote"><text src="c1.xhtml#p1"/><audio src="voice.wav" clipBegin="1s" clipEnd="3.5s"/></par>
  <par><text src="c1.xhtml#p2"/></par>
  <par><text src="c1.xhtml#nowhere"/><audio src="voice.wav"/></par></body></smil>`;

let shop: TestServer;
let bookId: string;
let opened: Opened;

const pathFor = (href: string, book = bookId): string =>
  `/api/learn/narration?bookId=${book}&versionId=${opened.version.id}&href=${encodeURIComponent(href)}`;

beforeAll(async () => {
  shop = await openTestServer();
  bookId = await shop.book({
    metadata: `<dc:identifier id="id">told</dc:identifier><dc:title>有人读的书</dc:title><dc:language>zh-CN</dc:language>
      <meta property="media:narrator">颜书雅</meta><meta property="media:active-class">said</meta><meta property="media:playback-active-class">two names</meta>`,
    manifest:
      '<item id="c1o" href="c1.xhtml" media-type="application/xhtml+xml" media-overlay="mo"/><item id="mo" href="c1.smil" media-type="application/smil+xml"/><item id="v" href="voice.wav" media-type="audio/wav"/>',
    files: { 'OEBPS/c1.smil': SMIL, 'OEBPS/voice.wav': makeWave(4) },
  });
  const { payload } = await shop.call<Opened>(`/api/learn/open?bookId=${bookId}`);
  if (!payload) throw new Error('the book was not opened');
  opened = payload;
});
afterAll(() => shop?.close());

describe('the narration of a document', () => {
  test('is announced in the reading order, with the narrator and the class of the book', () => {
    expect(opened.metadata.narration).toEqual({ narrators: ['颜书雅'], seconds: 4, activeClass: 'said' });
    expect(opened.readingOrder.items.map(({ narration }) => narration)).toEqual([
      { href: 'OEBPS/c1.xhtml.narration.json', seconds: 4 },
      undefined,
    ]);
  });

  test('leads from each element to its clip, and a phrase without one is left to a voice', async () => {
    const { payload } = await shop.call<OutputOf<typeof getNarration>>(pathFor('OEBPS/c1.xhtml.narration.json'));
    expect(payload).toEqual(getNarration.output.parse(payload));
    expect(payload?.guided).toEqual([
      { textref: 'OEBPS/c1.xhtml#top', audioref: 'OEBPS/voice.wav#t=0,1' },
      { textref: 'OEBPS/c1.xhtml#p1', audioref: 'OEBPS/voice.wav#t=1,3.5', role: ['footnote'] },
      { textref: 'OEBPS/c1.xhtml#p2' },
    ]);
  });

  test('is played in ranges by the app, which no other file of a book allows', async () => {
    const fetchOf = (href: string, headers = {}) => {
      const url = new URL(opened.content.baseUrl + href);
      return shop.request({ method: 'GET', url: url.pathname, headers: { host: url.host, ...headers } });
    };
    const audio = await fetchOf('OEBPS/voice.wav', { range: 'bytes=0-3' });
    expect([audio.statusCode, audio.body, audio.headers['content-type']]).toEqual([206, 'RIFF', 'audio/wav']);
    expect(audio.headers['cross-origin-resource-policy']).toBe('cross-origin');
    expect((await fetchOf('OEBPS/c1.xhtml')).headers['cross-origin-resource-policy']).toBe('same-origin');
  });

  test('is not found under the address of another file or in another book', async () => {
    const other = await shop.book({
      metadata: '<dc:identifier id="id">other</dc:identifier><dc:title>另一本</dc:title><dc:language>zh-CN</dc:language>',
    });
    for (const path of [pathFor('OEBPS/c1.xhtml'), pathFor('OEBPS/voice.wav'), pathFor('OEBPS/c1.xhtml.narration.json', other)])
      expect((await shop.call(path)).code).toBe('catalog.bookNotFound');
  });

  test('is refused to a user who has requested the limit of a minute', async () => {
    const user = await shop.user('13911110013');
    const codes = await Promise.all(
      Array.from({ length: READING_LIMITS.manifestsPerMinute + 1 }, async () => (await shop.call(pathFor('none.json'), { as: user })).code),
    );
    expect(codes.filter((code) => code === 'request.tooMany')).toHaveLength(1);
  });
});
