import { HEAD_PATH_ATTRIBUTE, PAGE_ONLY_ATTRIBUTE } from '@shufang/contract';
import { beforeEach, expect, test } from 'vitest';
import { setDescription, setPageHead } from './page-head.ts';

const BOOK = '/course/info/01m7z75wr7m6wm3yd1n8g1tnbx';
/** The metadata of the document's head as the server writes it. */
const BY_SERVER = `
  <title>论语 · 书房</title>
  <meta name="description" content="语录二十篇。" ${HEAD_PATH_ATTRIBUTE}="${BOOK}">
  <link rel="canonical" href="https://books.example.com${BOOK}">
  <meta property="og:title" content="论语" ${PAGE_ONLY_ATTRIBUTE}>
  <script type="application/ld+json" ${PAGE_ONLY_ATTRIBUTE}>{"@type":"Book"}</script>`;

const headNow = () => ({
  description: document.querySelector<HTMLMetaElement>('meta[name="description"]')?.content,
  canonical: document.querySelector<HTMLLinkElement>('link[rel="canonical"]')?.href,
  robots: document.querySelector<HTMLMetaElement>('meta[name="robots"]')?.content,
  ofOnePage: document.querySelectorAll(`[${PAGE_ONLY_ATTRIBUTE}]`).length,
});

beforeEach(() => {
  document.head.innerHTML = BY_SERVER;
});

const openBook = (search = '') => setPageHead({ title: '图书详情', isIndexed: true, pathname: BOOK, search });

test('the first page keeps the metadata of the server, whatever its query', () => {
  const before = headNow();
  openBook('?tab=contents');
  expect(headNow()).toEqual(before);
  expect(before.ofOnePage).toBe(2);
});

test('no metadata of a page stays on the next one, and the origin of the canonical URL stays', () => {
  openBook();
  setPageHead({ title: '全部教材', isIndexed: true, pathname: '/course/list', search: '?category=science' });
  expect(headNow()).toEqual({
    description: '全部教材 · 书房：在线阅读数字教材与课程，做标注、记笔记，换一台设备接着读。',
    canonical: 'https://books.example.com/course/list',
    robots: undefined,
    ofOnePage: 0,
  });
});

test('a page that does not exist is not indexed, and the next one is', () => {
  openBook();
  setPageHead({ title: '我的笔记', isIndexed: false, pathname: '/user/myNotes', search: '' });
  expect(headNow()).toMatchObject({ canonical: undefined, robots: 'noindex', ofOnePage: 0 });
  setPageHead({ title: '首页', isIndexed: true, pathname: '/', search: '' });
  expect(headNow()).toMatchObject({ canonical: 'https://books.example.com/', robots: undefined });
});

test('a screen sets its own description, if it has one', () => {
  openBook();
  setDescription('  ');
  expect(headNow().description).toBe('语录二十篇。');
  setDescription('孔子与弟子的\n言行。');
  expect(headNow().description).toBe('孔子与弟子的 言行。');
  expect(document.querySelectorAll('meta[name="description"]')).toHaveLength(1);
});
