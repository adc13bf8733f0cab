// @vitest-environment node
/** Server-side rendering in an environment without a browser. */
import {
  type BookCard,
  dehydratedResponseKey,
  detectInstitution,
  getBookInfo,
  getHome,
  listCourses,
  type Operation,
  type OutputOf,
  queryBooks,
  SUCCESS,
} from '@shufang/contract';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { findRoute, renderPage } from './render-page.tsx';

const ID = '01m7z75wr7m6wm3yd1n8g1tnbx';
const MALICIOUS = '</script><img src=x onerror="alert(1)">&';
const ESCAPED = '&lt;/script&gt;&lt;img src=x onerror=&quot;alert(1)&quot;&gt;&amp;';

const aBook = (title: string): BookCard => ({
  id: ID,
  title,
  authors: '孔子弟子',
  accessModel: 'free',
  priceFen: 0,
  owned: false,
  publishedAt: 0,
  chars: 12,
  categories: ['文学'],
});
const facets: OutputOf<typeof listCourses>['facets'] = {
  categories: [],
  levels: [],
  access: [],
  languages: [{ value: 'zh-CN', count: 1 }],
  publishers: [],
  plans: [],
  media: [],
  years: [],
};

const response = <O extends Operation>(operation: O, payload: OutputOf<O>, query = ''): Record<string, unknown> => ({
  [dehydratedResponseKey(operation.path + query)]: { code: SUCCESS, message: '', payload },
});
const list = (title: string) => ({ items: [aBook(title)], total: 1 });
const row = (source: string, title: string) => response(queryBooks, list(title), `?source=${source}&limit=12&facets=no`);
const homeResponses = (title: string, institution?: string): Record<string, unknown> => ({
  ...response(getHome, { banners: [], rows: [], collections: [], categories: [] }),
  ...row('new', title),
  ...row('hot', title),
  ...row('free', title),
  ...row('plan', title),
  ...response(detectInstitution, institution === undefined ? {} : { institution }),
});
const bookResponses = (title: string): Record<string, unknown> =>
  response(
    getBookInfo,
    {
      book: aBook(title),
      contributors: [{ name: '孔子弟子', role: 'author' }],
      descriptionText: '语录',
      metadata: {
        title,
        languages: ['zh-CN'],
        contributors: [],
        subjects: [],
        readingProgression: 'ltr',
        layout: 'reflowable',
        accessibility: { accessModes: [], accessModesSufficient: [], features: [], hazards: [], conformsTo: [] },
        positions: 1,
        chars: 12,
      },
      toc: [],
      right: { kind: 'free', reason: '本书免费，可阅读全文' },
      trialChapters: 0,
      counts: { images: 0, tables: 0, formulas: 0, audio: 0, video: 0, code: 0 },
      versionNo: 1,
      // 20:00 UTC is already the next day in China, so the test detects a date that is formatted in another time zone.
      updatedAt: Date.UTC(2026, 4, 6, 20),
    } as unknown as OutputOf<typeof getBookInfo>,
    `?bookId=${ID}`,
  );

const pages: readonly (readonly [string, (title: string) => Record<string, unknown>, string])[] = [
  ['/', homeResponses, '首页'],
  ['/course/list', (title) => response(listCourses, { ...list(title), facets }), '全部教材'],
  ['/book/list', (title) => response(queryBooks, list(title), '?source=new'), '图书列表'],
  ['/book/list?source=free', (title) => response(queryBooks, list(title), '?source=free'), '图书列表'],
  [`/course/info/${ID}`, bookResponses, ''],
];

const withoutLineBreakHints = (html: string): string => html.replaceAll('<wbr/>', '');

afterEach(() => vi.unstubAllGlobals());

describe('a server-rendered page', () => {
  it.each(pages)(
    '%s is rendered completely from its dehydrated state, within the app shell',
    async (address, dehydratedStateWith, title) => {
      const fetched = vi.fn();
      vi.stubGlobal('fetch', fetched);
      const screen = await renderPage(address, dehydratedStateWith('论语译注'));
      expect(withoutLineBreakHints(screen?.html ?? '')).toContain('论语译注');
      expect(screen?.title).toBe(`${title === '' ? '论语译注' : title} · 书房`);
      expect(screen?.html).toContain('<main id="content"');
      expect(screen?.html).toContain('登录');
      // The pattern matches the comment by which React marks a part of the page that the client must render, because its code or data was
      // missing.
      expect(screen?.html).not.toMatch(/<!--\$[!?]/);
      expect(fetched).not.toHaveBeenCalled();
    },
  );

  it.each(pages)('%s escapes titles', async (address, dehydratedStateWith) => {
    const { html = '' } = (await renderPage(address, dehydratedStateWith(MALICIOUS))) ?? {};
    expect(withoutLineBreakHints(html)).toContain(ESCAPED);
    expect(withoutLineBreakHints(html)).not.toContain('<img src=x');
    expect(html).not.toContain('</script>');
  });

  it('is not rendered for URLs with filters or for other pages', async () => {
    for (const address of ['/?preview=now', '/course/list?category=science', '/book/list?source=new&sort=title', '/bookshelf']) {
      expect(await renderPage(address, homeResponses('论语')), address).toBeUndefined();
    }
  });

  it('contains no data of a page rendered at the same time', async () => {
    const [one, two] = await Promise.all([renderPage('/', homeResponses('论语', '甲大学')), renderPage('/', homeResponses('孟子'))]);
    expect(one?.html).toContain('甲大学');
    expect(withoutLineBreakHints(one?.html ?? '')).not.toContain('孟子');
    expect(two?.html).not.toContain('甲大学');
    expect(withoutLineBreakHints(two?.html ?? '')).not.toContain('论语');
  });

  it('fails if a response is missing or invalid, without affecting the next page', async () => {
    const fetched = vi.fn();
    vi.stubGlobal('fetch', fetched);
    await expect(renderPage('/', {})).rejects.toThrow('the dehydrated state has no response for /api/home/get');
    await expect(renderPage('/course/list', { '/api/course/query': { code: SUCCESS, payload: 1 } })).rejects.toThrow(/./);
    expect(fetched).not.toHaveBeenCalled();
    expect(withoutLineBreakHints((await renderPage('/', homeResponses('论语')))?.html ?? '')).toContain('论语');
  });

  it('shows dates in the time zone of China, whatever that of the server', async () => {
    expect((await renderPage(`/course/info/${ID}`, bookResponses('论语')))?.html).toContain('2026年5月7日');
  });
});

describe('the route of a path', () => {
  it.each([
    ['/admin', '/admin', '工作台'],
    ['/admin/books', '/admin/books', '图书'],
    [`/admin/books/${ID}`, '/admin/books/:bookId', '编辑图书'],
    ['/book/list', '/book/list', '图书列表'],
  ])('of %s is found with its title, also in the admin area', (path, pattern, title) => {
    expect(findRoute(path)).toMatchObject({ pattern, title, isIndexed: path === '/book/list' });
  });

  it.each(['/nowhere', '/admin/nowhere'])('of %s is not found', (path) => {
    expect(findRoute(path)).toBeUndefined();
  });
});
