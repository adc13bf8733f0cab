/**
 * Tests over HTTP on a real database what search engines and shared links receive: the status of every URL, the head of pages, robots.txt
 * and the sitemap.
 */
import { gunzipSync } from 'node:zlib';
import { type CollectionRecord, makeActivationCode, newId, type ShortLink } from '@shufang/contract';
import Fastify from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sumUpRatings } from '../features/catalog/ratings/rating-store.ts';
import { sql } from '../platform/sql.ts';
import { granted } from '../testing/file-fixture.ts';
import { openTestServer, type TestServer, type TestUser } from '../testing/test-server.ts';
import { registerSitemap } from './sitemap.ts';

const PUBLIC_URL = 'http://10.1.2.3:8080';
const HOSTILE = '</title></script><script>alert(1)</script><img src=x onerror="alert(2)">\u2028';
const asXml = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');

let shop: TestServer;
let editor: TestUser;
let free: string;
let paid: string;
let hostile: string;
let draft: string;
let institutional: string;
let offShelf: string;
let removed: string;
let collection: CollectionRecord;
let hidden: CollectionRecord;
let code: string;

const titled = (title: string, more = ''): { metadata: string } => ({
  metadata: `<dc:identifier id="id">${asXml(title)}</dc:identifier><dc:title>${asXml(title)}</dc:title><dc:language>zh-CN</dc:language>${more}`,
});
const saveCollection = async (body: object): Promise<CollectionRecord> =>
  granted(await shop.call<CollectionRecord>('/api/admin/collection/save', { as: editor, body }));

beforeAll(async () => {
  shop = await openTestServer({ PUBLIC_URL: `${PUBLIC_URL}/` });
  editor = await shop.user('13966670001', 'editor');
  free = await shop.book(
    titled(
      '论语译注',
      `<dc:identifier>urn:isbn:9787020002207</dc:identifier><dc:creator>杨伯峻</dc:creator><dc:publisher>青禾社</dc:publisher><dc:date>2021-03-01</dc:date>
       <dc:description>${'孔子与弟子的言行，分二十篇记下。'.repeat(20)}</dc:description>
       <meta property="schema:accessMode">textual</meta><meta property="schema:accessMode">visual</meta>
       <meta property="schema:accessModeSufficient">textual,visual</meta><meta property="schema:accessModeSufficient">textual</meta>
       <meta property="schema:accessibilityFeature">tableOfContents</meta><meta property="schema:accessibilityHazard">none</meta>
       <meta property="schema:accessibilitySummary">图片都有替代文字。</meta>
       <meta property="dcterms:conformsTo" id="c">EPUB Accessibility 1.1 - WCAG 2.1 Level AA</meta>`,
    ),
    { publish: true, accessModel: 'free' },
  );
  paid = await shop.book(titled('孟子'), { publish: true, accessModel: 'paid', priceFen: 4_950, trialChapters: 1 });
  hostile = await shop.book(
    titled(HOSTILE, `<dc:description>${asXml(asXml(HOSTILE))}</dc:description><dc:creator>${asXml(HOSTILE)}</dc:creator>`),
  );
  draft = await shop.book(titled('未上架'), { publish: false });
  institutional = await shop.book(titled('只供机构'), { publish: true, accessModel: 'institutionOnly' });
  offShelf = await shop.book(titled('已下架'));
  removed = await shop.book(titled('已撤下'));
  const { pool } = shop.platform.db;
  await pool.query("update book set shelf_state = 'offShelf' where id = $1", [offShelf]);
  await pool.query("update book set removal_notice = '应要求撤下' where id = $1", [removed]);
  collection = await saveCollection({
    kind: 'topic',
    title: '先秦“诸子”',
    intro: '读<b>原典</b>。',
    visible: true,
    items: [{ bookId: free }],
  });
  hidden = await saveCollection({ kind: 'topic', title: '筹备中', intro: '', visible: false, items: [] });
  const links = [{ targetType: 'book', targetId: free, label: '封底' }];
  code = granted(await shop.call<{ items: ShortLink[] }>('/api/admin/q/create', { as: editor, body: { links } })).items[0]?.code ?? '';
});
afterAll(() => shop?.close());

const open = (url: string, headers: Record<string, string> = {}) =>
  shop.request({ url, headers: { host: new URL(PUBLIC_URL).host, accept: 'text/html', ...headers } });

const unescaped = (text: string): string =>
  text.replaceAll('&quot;', '"').replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&amp;', '&');

/** Returns the elements of a page's head. */
const headOf = async (url: string) => {
  const { body } = await open(url);
  const head = body.slice(0, body.indexOf('</head>'));
  const named = (attribute: string): Record<string, string[]> => {
    const found: Record<string, string[]> = {};
    for (const [, name = '', content = ''] of head.matchAll(new RegExp(`<meta ${attribute}="([^"]+)" content="([^"]*)"`, 'g')))
      (found[name] ??= []).push(unescaped(content));
    return found;
  };
  const data = [...head.matchAll(/<script type="application\/ld\+json"[^>]*>(.*?)<\/script>/gs)].map(
    ([, json = '']) => JSON.parse(json) as Record<string, unknown>,
  );
  return {
    head,
    title: unescaped(/<title>([^<]*)<\/title>/.exec(head)?.[1] ?? ''),
    canonical: /<link rel="canonical" href="([^"]*)">/.exec(head)?.[1],
    names: named('name'),
    properties: named('property'),
    book: data.find((item) => item['@type'] === 'Book'),
    breadcrumbs: data.find((item) => item['@type'] === 'BreadcrumbList'),
  };
};

describe('a URL', () => {
  it.each([
    '/',
    '/index.html',
    '/course/list?category=x',
    '/course/search?q=x',
    '/book/list',
    '/bookshelf',
    '/user/myNotes',
    '/user/login',
    '/helper',
    '/helper/terms/',
    '/pc',
    '/admin/books',
    '/pay/123',
  ])('of the client is a page: %s', async (url) => {
    const { statusCode, headers } = await open(url);
    expect([statusCode, headers['content-type']]).toEqual([200, 'text/html; charset=utf-8']);
  });

  it.each([
    '/no/such/place',
    '/404',
    '/404?from=%2Fx',
    '/admin/nothing',
    '/course',
    '/helper/nothing',
    '/course/info',
    '/wp-login.php',
    '/a.html',
  ])('without a route is the page with status 404: %s', async (url) => {
    const { statusCode, headers, body } = await open(url);
    expect([statusCode, headers['content-type'], headers['cache-control']]).toEqual([404, 'text/html; charset=utf-8', 'private, no-cache']);
    expect(headers['content-security-policy']).toContain("default-src 'self'");
    expect(body).toContain('<div id="root">');
    expect(body).toContain('<title>页面不存在 · 书房</title>');
    expect(body).toContain('<meta name="robots" content="noindex">');
  });

  it('of an operation or of a file that a program requests is no page', async () => {
    for (const [url, accept] of [
      ['/api/nothing', 'text/html'],
      ['/assets/nothing.js', 'text/html'],
      ['/nothing.js', '*/*'],
    ] as const) {
      const { statusCode, headers } = await open(url, { accept });
      expect([url, statusCode, headers['content-type']]).toEqual([url, 404, 'application/json; charset=utf-8']);
    }
  });

  it('has status 404 if its subject is missing or not public, and else 200', async () => {
    const NOBODY = '0'.repeat(26);
    const statusOf = async (url: string): Promise<readonly [string, number]> => [url, (await open(url)).statusCode];
    for (const [url, status] of [
      [`/course/info/${free}`, 200],
      [`/course/info/${free}/?tab=contents`, 200],
      [`/course/info/${institutional}`, 200],
      [`/course/info/${offShelf}`, 200],
      [`/course/info/${draft}`, 404],
      [`/course/info/${NOBODY}`, 404],
      ['/course/info/a-b', 404],
      [`/course/learning/${free}`, 200],
      [`/course/learning/${draft}`, 200],
      [`/course/learning/${NOBODY}`, 404],
      [`/book/collection/${collection.id}`, 200],
      [`/book/collection/${hidden.id}`, 404],
      [`/book/collection/${NOBODY}`, 404],
      [`/q/${code}`, 200],
      [`/q/${code.toLowerCase()}`, 200],
      // Expected status of a page with a well-formed activation code: 200, so that it does not disclose whether the code exists.
      [`/q/${makeActivationCode(new Uint8Array(16).fill(7))}`, 200],
      ['/q/QZZZZZZ', 404],
      ['/q/not-a-code!', 404],
    ] as const)
      expect(await statusOf(url)).toEqual([url, status]);
  });

  it('of a short code is requested without counting a visit', async () => {
    const hits = async (): Promise<unknown> => (await shop.platform.db.pool.query('select hits from qr_link where code = $1', [code])).rows;
    const before = await hits();
    await open(`/q/${code}`);
    expect(await hits()).toEqual(before);
  });
});

describe('the head of a page', () => {
  it('describes a free book completely', async () => {
    const url = `${PUBLIC_URL}/course/info/${free}`;
    const { title, canonical, names, properties, book, breadcrumbs } = await headOf(`/course/info/${free}?utm_source=x&tab=contents`);
    const description = '孔子与弟子的言行，分二十篇记下。'.repeat(9);
    expect(title).toBe('论语译注 · 书房');
    expect(canonical).toBe(url);
    expect(names).toMatchObject({ description: [description], 'twitter:card': ['summary'] });
    expect(names['robots']).toBeUndefined();
    expect(properties).toMatchObject({
      'og:type': ['book'],
      'og:title': ['论语译注'],
      'og:description': [description],
      'og:url': [url],
      'og:locale': ['zh_CN'],
      'og:site_name': ['书房'],
      'og:image': [`${PUBLIC_URL}/icons/icon-512.png`],
      'book:isbn': ['9787020002207'],
      'book:author': ['杨伯峻'],
    });
    expect(book).toEqual({
      '@context': 'https://schema.org',
      '@type': 'Book',
      '@id': url,
      url,
      name: '论语译注',
      author: [{ '@type': 'Person', name: '杨伯峻' }],
      description,
      isbn: '9787020002207',
      bookFormat: 'https://schema.org/EBook',
      publisher: { '@type': 'Organization', name: '青禾社' },
      datePublished: '2021-03-01',
      inLanguage: ['zh-CN'],
      isAccessibleForFree: true,
      offers: { '@type': 'Offer', url, price: '0.00', priceCurrency: 'CNY', availability: 'https://schema.org/InStock' },
      accessMode: ['textual', 'visual'],
      accessModeSufficient: [
        { '@type': 'ItemList', itemListElement: ['textual', 'visual'] },
        { '@type': 'ItemList', itemListElement: ['textual'] },
      ],
      accessibilityFeature: ['tableOfContents'],
      accessibilityHazard: ['none'],
      accessibilitySummary: '图片都有替代文字。',
      'http://purl.org/dc/terms/conformsTo': ['EPUB Accessibility 1.1 - WCAG 2.1 Level AA'],
    });
    expect(breadcrumbs?.['itemListElement']).toMatchObject(
      [`${PUBLIC_URL}/`, `${PUBLIC_URL}/course/list`, url].map((item, index) => ({ '@type': 'ListItem', position: index + 1, item })),
    );
  });

  it('contains the price of a book that is sold, and the start or end of its sale', async () => {
    const offers = async (): Promise<unknown> => (await headOf(`/course/info/${paid}`)).book?.['offers'];
    const { pool } = shop.platform.db;
    expect(await offers()).toMatchObject({ price: '49.50', availability: 'https://schema.org/InStock' });
    const now = shop.platform.clock.now();
    await pool.query(
      "insert into sku (id, kind, book_id, price_fen, sale_from, sale_to, active, created_at) values ('s', 'book', $1, 4950, $2, $3, true, 0)",
      [paid, now + 60_000, now + 120_000],
    );
    expect(await offers()).toMatchObject({
      availability: 'https://schema.org/PreOrder',
      availabilityStarts: new Date(now + 60_000).toISOString(),
    });
    await pool.query("update sku set sale_from = 1, sale_to = 2 where id = 's'");
    expect(await offers()).toBeUndefined();
    await pool.query("delete from sku where id = 's'");
  });

  it('contains stars only for real ratings', async () => {
    expect((await headOf(`/course/info/${paid}`)).book).not.toHaveProperty('aggregateRating');
    await shop.platform.db.orm.transaction(async (tx) => {
      const reader = await shop.user('13966670009');
      await tx.execute(
        sql`insert into book_rating (id, book_id, user_id, stars, created_at, updated_at) values (${newId()}, ${paid}, ${reader.id}, 4, 1, 1)`,
      );
      await sumUpRatings(tx, paid);
    });
    expect((await headOf(`/course/info/${paid}`)).book?.['aggregateRating']).toMatchObject({ ratingValue: 4, ratingCount: 1 });
  });

  it('cannot be closed by a title, an author or an introduction', async () => {
    const { head, title, properties, book } = await headOf(`/course/info/${hostile}`);
    expect(head).not.toContain('<script>alert');
    expect(head).not.toContain('<img');
    expect(head).not.toContain('onerror="');
    expect(head).not.toContain('\u2028');
    expect(title).toContain('<script>alert(1)</script>');
    expect(properties['og:title']?.[0]).toContain('<img src=x onerror="alert(2)">');
    expect(book?.['name']).toContain('</script><script>alert(1)</script>');
    // The markup in the book's title has added no element to the head.
    expect(new Set([...head.matchAll(/<([a-z]+)[\s>]/g)].map(([, name]) => name))).toEqual(
      new Set(['html', 'head', 'meta', 'title', 'link', 'script', 'style']),
    );
  });

  it('excludes pages that are not public from search engines, and describes them no further', async () => {
    for (const url of [`/course/info/${institutional}`, `/course/info/${offShelf}`, `/course/info/${removed}`]) {
      const { names, canonical, book } = await headOf(url);
      expect([url, names['robots'], canonical, book]).toEqual([url, ['noindex'], undefined, undefined]);
    }
    for (const url of [
      '/user/myNotes',
      '/user/login',
      '/bookshelf',
      '/admin',
      '/admin/books',
      '/course/search?q=x',
      '/redeem',
      `/q/${code}`,
      `/course/learning/${free}`,
      '/pay/1',
      '/404',
    ]) {
      const { names, canonical, properties } = await headOf(url);
      expect([url, names['robots'], canonical, properties]).toEqual([url, ['noindex'], undefined, {}]);
    }
  });

  it('describes lists, help pages and collections', async () => {
    expect(await headOf('/?utm_campaign=x')).toMatchObject({ title: '首页 · 书房', canonical: `${PUBLIC_URL}/` });
    expect(await headOf('/course/list?category=science')).toMatchObject({ canonical: `${PUBLIC_URL}/course/list` });
    expect((await headOf('/helper/accessibility')).names['description']?.[0]).toMatch(/^无障碍声明 · 书房：/);
    const { title, canonical, properties, names } = await headOf(`/book/collection/${collection.id}`);
    expect(title).toBe('先秦“诸子” · 书房');
    expect(canonical).toBe(`${PUBLIC_URL}/book/collection/${collection.id}`);
    expect(names['description']).toEqual(['读<b>原典</b>。']);
    expect(properties['og:type']).toEqual(['website']);
  });
});

const locationsIn = (xml: string): string[] => [...xml.matchAll(/<loc>([^<]*)<\/loc>/g)].map(([, location = '']) => location);
const plain = (url: string) => open(url, { 'accept-encoding': '' });

describe('the files for search engines', () => {
  it('state the URL of the sitemap and the private paths', async () => {
    const { body, headers } = await open('/robots.txt');
    expect(headers['content-type']).toBe('text/plain; charset=utf-8');
    const lines = body.split('\n');
    for (const path of ['/api/', '/admin', '/user', '/bookshelf', '/q/', '/course/learning/', '/course/search'])
      expect(lines).toContain(`Disallow: ${path}`);
    expect(lines).toContain('Allow: /api/media/cover/');
    expect(lines).toContain(`Sitemap: ${PUBLIC_URL}/sitemap.xml`);
  });

  it('list every public page and no other', async () => {
    const index = await plain('/sitemap.xml');
    expect(index.headers['content-type']).toBe('application/xml; charset=utf-8');
    const parts = locationsIn(index.body);
    expect(parts).toEqual(['pages', 'collections', 'books-1'].map((name) => `${PUBLIC_URL}/sitemap/${name}.xml`));
    const [pages, collections, books] = await Promise.all(
      parts.map(async (part) =>
        locationsIn((await plain(part.slice(PUBLIC_URL.length))).body).map((location) => location.slice(PUBLIC_URL.length)),
      ),
    );
    expect(pages).toEqual(expect.arrayContaining(['/', '/course/list', '/book/list', '/helper/student-manual', '/helper/accessibility']));
    for (const page of pages ?? []) expect((await headOf(page)).canonical).toBe(PUBLIC_URL + page);
    expect(collections).toContain(`/book/collection/${collection.id}`);
    expect(collections).not.toContain(`/book/collection/${hidden.id}`);
    expect(books).toEqual([free, paid, hostile].toSorted().map((id) => `/course/info/${id}`));
  });

  it('change with the books and contain the time of each change', async () => {
    const { pool } = shop.platform.db;
    await pool.query('update book set updated_at = $2 where id = $1', [paid, Date.UTC(2026, 4, 6, 20)]);
    const { body } = await plain('/sitemap/books-1.xml');
    expect(body).toContain(`<loc>${PUBLIC_URL}/course/info/${paid}</loc><lastmod>2026-05-06T20:00:00.000Z</lastmod>`);
    await pool.query("update book set shelf_state = 'offShelf' where id = $1", [paid]);
    expect((await plain('/sitemap/books-1.xml')).body).not.toContain(paid);
    await pool.query("update book set shelf_state = 'published' where id = $1", [paid]);
  });

  it('are split into parts of limited size, and compressed for clients that accept it', async () => {
    const { pool } = shop.platform.db;
    const ids = (
      await pool.query<{ id: string }>(
        `insert into book (id, title, access_model, shelf_state, current_version_id, published_at, created_at, updated_at)
       select 'z' || lpad(n::text, 25, '0'), 'x', 'free', 'published', (select current_version_id from book where id = $1), 1, 1, 1
       from generate_series(1, 2500) n returning id`,
        [free],
      )
    ).rows.map(({ id }) => id);
    const fastify = Fastify();
    registerSitemap(fastify, { db: shop.platform.db.orm, publicUrl: PUBLIC_URL, findIndexedPaths: async () => ['/'], booksPerPart: 1_100 });
    const parts = locationsIn((await fastify.inject('/sitemap.xml')).body).filter((location) => location.includes('/books-'));
    expect(parts).toHaveLength(3);
    const found: string[] = [];
    for (const part of parts) {
      const packed = await fastify.inject({ url: part.slice(PUBLIC_URL.length), headers: { 'accept-encoding': 'gzip' } });
      expect(packed.headers['content-encoding']).toBe('gzip');
      const locations = locationsIn(gunzipSync(packed.rawPayload).toString());
      expect(locations.length).toBeLessThanOrEqual(1_100);
      found.push(...locations);
    }
    expect(found).toEqual([free, paid, hostile, ...ids].toSorted().map((id) => `${PUBLIC_URL}/course/info/${id}`));
    for (const name of ['books-0', 'books-4', 'books-x', 'books-1x'])
      expect((await fastify.inject(`/sitemap/${name}.xml`)).statusCode).toBe(404);
    await fastify.close();
    await pool.query('delete from book where id = any($1)', [ids]);
  });
});
