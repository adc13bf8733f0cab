// @vitest-environment node
/** The first screens as the server makes them: where there is no browser. */
import {
  type BookCard,
  detectInstitution,
  firstAnswerKey,
  getBookInfo,
  getHome,
  listCourses,
  type Operation,
  type OutputOf,
  queryBooks,
  SUCCESS,
} from '@shufang/contract';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { makeFirstScreen } from './make-first-screen.tsx';

const ID = '01m7z75wr7m6wm3yd1n8g1tnbx';
const HOSTILE = '</script><img src=x onerror="alert(1)">&';
const AS_TEXT = '&lt;/script&gt;&lt;img src=x onerror=&quot;alert(1)&quot;&gt;&amp;';

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

const answer = <O extends Operation>(operation: O, payload: OutputOf<O>, query = ''): Record<string, unknown> => ({
  [firstAnswerKey(operation.path + query)]: { code: SUCCESS, message: '', payload },
});
const list = (title: string) => ({ items: [aBook(title)], total: 1 });
const row = (source: string, title: string) => answer(queryBooks, list(title), `?source=${source}&limit=12&facets=no`);
const homeAnswers = (title: string, institution?: string): Record<string, unknown> => ({
  ...answer(getHome, { banners: [], rows: [], collections: [], categories: [] }),
  ...row('new', title),
  ...row('hot', title),
  ...row('free', title),
  ...row('plan', title),
  ...answer(detectInstitution, institution === undefined ? {} : { institution }),
});
const bookAnswers = (title: string): Record<string, unknown> =>
  answer(
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
      // Late in the evening in Greenwich: the next day in China.
      updatedAt: Date.UTC(2026, 4, 6, 20),
    } as unknown as OutputOf<typeof getBookInfo>,
    `?bookId=${ID}`,
  );

const pages: readonly (readonly [string, (title: string) => Record<string, unknown>, string])[] = [
  ['/', homeAnswers, '首页'],
  ['/course/list', (title) => answer(listCourses, { ...list(title), facets }), '全部教材'],
  ['/book/list', (title) => answer(queryBooks, list(title), '?source=new'), '图书列表'],
  ['/book/list?source=free', (title) => answer(queryBooks, list(title), '?source=free'), '图书列表'],
  [`/course/info/${ID}`, bookAnswers, ''],
];

const words = (html: string): string => html.replaceAll('<wbr/>', '');

afterEach(() => vi.unstubAllGlobals());

describe('the first screen', () => {
  it.each(pages)('of %s is made of its answers alone, whole, with the frame around it', async (address, answersWith, title) => {
    const fetched = vi.fn();
    vi.stubGlobal('fetch', fetched);
    const screen = await makeFirstScreen(address, answersWith('论语译注'));
    expect(words(screen?.html ?? '')).toContain('论语译注');
    expect(screen?.title).toBe(`${title === '' ? '论语译注' : title} · 书房`);
    expect(screen?.html).toContain('<main id="content"');
    expect(screen?.html).toContain('登录');
    // A part that was left to the client for want of code or data.
    expect(screen?.html).not.toMatch(/<!--\$[!?]/);
    expect(fetched).not.toHaveBeenCalled();
  });

  it.each(pages)('of %s has no title that is more than text', async (address, answersWith) => {
    const { html = '' } = (await makeFirstScreen(address, answersWith(HOSTILE))) ?? {};
    expect(words(html)).toContain(AS_TEXT);
    expect(words(html)).not.toContain('<img src=x');
    expect(html).not.toContain('</script>');
  });

  it('is not made where the address has choices, or of another page', async () => {
    for (const address of ['/?preview=now', '/course/list?category=science', '/book/list?source=new&sort=title', '/bookshelf']) {
      expect(await makeFirstScreen(address, homeAnswers('论语')), address).toBeUndefined();
    }
  });

  it('has nothing of another that is made at the same time', async () => {
    const [one, two] = await Promise.all([makeFirstScreen('/', homeAnswers('论语', '甲大学')), makeFirstScreen('/', homeAnswers('孟子'))]);
    expect(one?.html).toContain('甲大学');
    expect(words(one?.html ?? '')).not.toContain('孟子');
    expect(two?.html).not.toContain('甲大学');
    expect(words(two?.html ?? '')).not.toContain('论语');
  });

  it('fails without an answer it asks for, and the next one is made all the same', async () => {
    const fetched = vi.fn();
    vi.stubGlobal('fetch', fetched);
    await expect(makeFirstScreen('/', {})).rejects.toThrow('no answer was brought for /api/home/get');
    await expect(makeFirstScreen('/course/list', { '/api/course/query': { code: SUCCESS, payload: 1 } })).rejects.toThrow(/./);
    expect(fetched).not.toHaveBeenCalled();
    expect(words((await makeFirstScreen('/', homeAnswers('论语')))?.html ?? '')).toContain('论语');
  });

  it('says the same date wherever the server stands', async () => {
    expect((await makeFirstScreen(`/course/info/${ID}`, bookAnswers('论语')))?.html).toContain('2026年5月7日');
  });
});
