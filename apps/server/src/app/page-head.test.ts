/** Tests the head of a page when lookups fail, and of books with unusual metadata. `public-pages.test.ts` tests the rest over HTTP. */
import { type BookCredit, type ClientRoute, dehydratedResponseKey, getBookInfo } from '@shufang/contract';
import { describe, expect, it, vi } from 'vitest';
import { type BookInfo, structuredBook } from './book-structured-data.ts';
import { jsonInHtml } from './json-in-html.ts';
import { createPageHead, type PageHeadDependencies, type PageSubjects } from './page-head.ts';

const ID = '01m7z75wr7m6wm3yd1n8g1tnbx';
const bookRoute: ClientRoute = { pattern: '/course/info/:bookId', params: { bookId: ID }, title: '图书详情', isIndexed: true };
const nothing: PageSubjects = {
  findBook: async () => undefined,
  bookExists: async () => false,
  findCollection: async () => undefined,
  leadsSomewhere: async () => false,
};

const describeBook = (parts: Partial<PageHeadDependencies>, responses: Record<string, unknown> = {}) =>
  createPageHead({
    publicUrl: 'https://books.example.com',
    findRoute: async () => ({ route: bookRoute }),
    subjects: nothing,
    onFailure: () => undefined,
    ...parts,
  })(`/course/info/${ID}`, responses);

describe('the page head after a failed lookup', () => {
  it('reports no missing page and excludes nothing from search engines if the route is unknown', async () => {
    const { status, html } = await describeBook({ findRoute: async () => undefined });
    expect(status).toBe(200);
    expect(html).not.toMatch(/robots|canonical/);
  });

  it('reports no missing page and excludes nothing from search engines if the subject is unknown', async () => {
    const onFailure = vi.fn();
    const gone = new Error('the database is away');
    const { status, html } = await describeBook({ subjects: { ...nothing, findBook: () => Promise.reject(gone) }, onFailure });
    expect(status).toBe(200);
    expect(html).not.toMatch(/robots|canonical/);
    expect(onFailure).toHaveBeenCalledExactlyOnceWith(gone);
  });

  it('describes a book by its route if the lookup was too slow', async () => {
    const { status, title, html } = await describeBook({
      subjects: { ...nothing, findBook: async () => ({ isListed: true, offer: undefined }) },
    });
    expect([status, title]).toEqual([200, '图书详情 · 书房']);
    expect(html).toContain(`<link rel="canonical" href="https://books.example.com/course/info/${ID}">`);
    expect(html).not.toContain('ld+json');
  });
});

const infoOf = (contributors: readonly BookCredit[], more: object = {}): BookInfo =>
  ({
    book: { id: ID, title: '线性代数', accessModel: 'paid', categories: [], ...more },
    contributors,
    descriptionText: '',
    metadata: {
      languages: [],
      published: '2021 年春',
      accessibility: {
        accessModes: ['textual', 'two words'],
        accessModesSufficient: [' , '],
        features: ['none', 'MathML', 'MathML'],
        hazards: ['unknown'],
        conformsTo: [],
      },
    },
  }) as unknown as BookInfo;

describe('a book for search engines', () => {
  const structured = (info: BookInfo) => structuredBook({ info, url: 'https://x/1', image: undefined, description: '', offer: undefined });

  it('has its chief editors as authors only if it names no author', () => {
    const chief = { name: '甲', role: 'chiefEditor' as const };
    const translator = { name: '丙', role: 'translator' as const };
    const reviewer = { name: '丁', role: 'chiefReviewer' as const };
    expect(structured(infoOf([chief, translator, reviewer]))).toMatchObject({
      author: [{ name: '甲' }],
      translator: [{ name: '丙' }],
      contributor: [{ name: '丁' }],
    });
    expect(structured(infoOf([{ name: '乙', role: 'author' }, chief]))).toMatchObject({
      author: [{ name: '乙' }],
      editor: [{ name: '甲' }],
    });
  });

  it('omits unknown properties', () => {
    expect(structured(infoOf([]))).toEqual({
      '@context': 'https://schema.org',
      '@type': 'Book',
      '@id': 'https://x/1',
      url: 'https://x/1',
      name: '线性代数',
      bookFormat: 'https://schema.org/EBook',
      datePublished: '2021',
      isAccessibleForFree: false,
      accessMode: ['textual'],
      accessibilityFeature: ['MathML'],
      accessibilityHazard: ['unknown'],
    });
  });
});

it('is described by its title and contributors if it has no introduction, and shares its cover', async () => {
  const info = {
    ...infoOf([{ name: '甲', role: 'author' }], { cover: { url: '/api/media/cover/a.webp' } }),
    rating: { count: 0, mean: 0 },
  };
  const responses = { [dehydratedResponseKey(`${getBookInfo.path}?bookId=${ID}`)]: { payload: info } };
  const { html } = await describeBook(
    { subjects: { ...nothing, findBook: async () => ({ isListed: true, offer: undefined }) } },
    responses,
  );
  expect(html).toContain('<meta name="description" content="《线性代数》甲 · 书房：');
  expect(html).toContain('<meta property="og:image" content="https://books.example.com/api/media/cover/a.webp"');
  expect(html).not.toContain('aggregateRating');
  expect(html).not.toContain('"offers"');
});

it('cannot end the script element of its data', () => {
  const json = jsonInHtml({ a: '</script><!--\u2028\u2029&' });
  expect(json).not.toMatch(/[<>&\u2028\u2029]/);
  expect(JSON.parse(json)).toEqual({ a: '</script><!--\u2028\u2029&' });
});
