/** Tests of media and exercises on the product page. */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { type getBookInfo, type listCourses, type OutputOf } from '@shufang/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { testAccess } from '../../../testing/test-access.ts';
import { openTestServer, type TestServer, type TestUser } from '../../../testing/test-server.ts';

testAccess('getBookInfo', 'everyone');

let shop: TestServer;
const page = (title: string, body: string): string =>
  `<html xmlns="http://www.w3.org/1999/xhtml"><head><title>${title}</title></head><body><h1 id="top">${title}</h1>${body}</body></html>`;
beforeAll(async () => {
  shop = await openTestServer();
});
afterAll(() => shop?.close());
const ask = async <T>(url: string, as?: TestUser): Promise<T> => {
  const response = await shop.call<T>(url, as === undefined ? {} : { as });
  if (response.payload === null) throw new Error(`${url}: ${response.code} ${response.message}`);
  return response.payload;
};

test('the product page counts video and audio with their duration by chapter, and practice questions', async () => {
  const media = path.join(import.meta.dirname, '../../../../../../demo/books/python-rumen/media');
  const bookId = await shop.book({
    metadata: '<dc:identifier id="id">钳工</dc:identifier><dc:title>钳工</dc:title><dc:language>zh-CN</dc:language>',
    manifest:
      '<item id="v" href="v.mp4" media-type="video/mp4"/><item id="a" href="a.mp3" media-type="audio/mpeg"/><item id="b" href="b.mp4" media-type="video/mp4"/>',
    chapters: [['锉削'], ['划线']],
    files: {
      'OEBPS/c1.xhtml': page(
        '锉削',
        '<video><source src="v.mp4"/><source src="b.mp4"/></video><audio src="a.mp3"></audio><audio src="a.mp3"></audio>',
      ),
      'OEBPS/c2.xhtml': page(
        '划线',
        '<section epub:type="assessment" xmlns:epub="http://www.idpf.org/2007/ops"><div epub:type="true-false-problem">锉刀可以当撬棒。</div><div epub:type="multiple-choice-problem">选一种。</div></section><video src="b.mp4"></video>',
      ),
      'OEBPS/v.mp4': readFileSync(path.join(media, 'binary-search.mp4')),
      'OEBPS/a.mp3': readFileSync(path.join(media, 'chapter-1-summary.mp3')),
      // The video file is truncated, so its duration cannot be determined.
      'OEBPS/b.mp4': readFileSync(path.join(media, 'binary-search.mp4')).subarray(0, 40),
    },
  });
  const { counts, toc } = await ask<OutputOf<typeof getBookInfo>>(`/api/book/info?bookId=${bookId}`);
  expect(counts).toMatchObject({ video: 2, videoSeconds: 17, audio: 2, audioSeconds: 86, questions: 2 });
  expect(toc.map(({ title, mediaMinutes }) => [title, mediaMinutes])).toEqual([
    ['锉削', 2],
    ['划线', undefined],
  ]);
  const { items, facets } = await ask<OutputOf<typeof listCourses>>('/api/course/query?media=quiz');
  expect(items.map(({ id }) => id)).toEqual([bookId]);
  expect(facets.media).toContainEqual({ value: 'quiz', count: 1 });
});
