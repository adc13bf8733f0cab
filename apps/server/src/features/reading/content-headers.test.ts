/**
 * Tests over HTTP: the headers of the content origin, every directive of its two policies, and resources of chapters that a content ticket
 * does not open.
 */
import { createHash } from 'node:crypto';
import type { OutputOf, openBook } from '@shufang/contract';
import type { LightMyRequestResponse } from 'fastify';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openTestServer, type TestServer } from '../../testing/test-server.ts';
import { grantBook } from '../entitlement/grant-book.ts';
import { expectedBookPolicy, expectedEnginePolicy } from './testing/expected-policies.ts';

type Opened = OutputOf<typeof openBook>;

const APPS = 'http://localhost:8080 http://127.0.0.1:8080';
/** A picture of one red pixel and one of a green pixel: two different files. */
const red = Buffer.from('iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg==', 'base64');
const green = Buffer.from('iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==', 'base64');

const page = (title: string, picture: string): string =>
  `<?xml version="1.0" encoding="UTF-8"?><html xmlns="http://www.w3.org/1999/xhtml" xml:lang="zh-CN"><head><title>${title}</title></head><body><h1>${title}</h1><p>${'正文。'.repeat(200)}</p><figure><img src="${picture}" alt="图"/><figcaption>图</figcaption></figure></body></html>`;

let shop: TestServer;
let bookId: string;
let trial: Opened;
let copies = 0;

/** Adds a copy of a file to the version, with another media type or other documents that use it. Returns its name. */
const copyOf = async (name: string, { mediaType, usedBy }: { mediaType?: string; usedBy?: string }): Promise<string> => {
  const copy = `copy-${copies++}`;
  await shop.platform.db.pool.query(
    `insert into publication_resource (version_id, href, sha256, part_start, part_bytes, media_type, bytes, used_by)
     select version_id, $3, sha256, part_start, part_bytes, coalesce($4, media_type), bytes, coalesce($5::int[], used_by)
     from publication_resource where version_id = $1 and href = $2`,
    [trial.version.id, `OEBPS/${name}`, `OEBPS/${copy}`, mediaType, usedBy],
  );
  return copy;
};

beforeAll(async () => {
  shop = await openTestServer();
  bookId = await shop.book(
    {
      metadata: '<dc:identifier id="id">pictures</dc:identifier><dc:title>图集</dc:title><dc:language>zh-CN</dc:language>',
      chapters: [
        ['第一章', '正文'],
        ['第二章', '正文'],
      ],
      manifest:
        '<item id="red" href="red.png" media-type="image/png"/><item id="green" href="green.png" media-type="image/png"/><item id="both" href="both.png" media-type="image/png"/>',
      files: {
        'OEBPS/c1.xhtml': page('第一章', 'red.png'),
        'OEBPS/c2.xhtml': page('第二章', 'green.png'),
        'OEBPS/red.png': red,
        'OEBPS/green.png': green,
      },
    },
    { publish: true, accessModel: 'paid', priceFen: 100, trialChapters: 1 },
  );
  trial = await open();
});
afterAll(() => shop?.close());

const open = async (headers: Record<string, string> = {}): Promise<Opened> => {
  const response = await shop.call<Opened>(`/api/learn/open?bookId=${bookId}`, { headers });
  if (response.payload === null) throw new Error(`${response.code}: ${response.message}`);
  return response.payload;
};
const get = (address: string): Promise<LightMyRequestResponse> => {
  const url = new URL(address);
  return shop.request({ method: 'GET', url: url.pathname + url.search, headers: { host: url.host } });
};
const fileOf = (opened: Opened, name: string) => get(`${opened.content.baseUrl}OEBPS/${name}`);
const policyOf = ({ headers }: LightMyRequestResponse): string[] => String(headers['content-security-policy']).split('; ');
const documentOf = (opened: Opened, index: number) =>
  get(opened.content.baseUrl + (opened.readingOrder.items[index]?.segments[0]?.href ?? 'none'));

describe('the policy of the content origin', () => {
  test('of a document, of a resource and of every error has exactly these directives', async () => {
    const responses = {
      document: await documentOf(trial, 0),
      picture: await fileOf(trial, 'red.png'),
      closed: await documentOf(trial, 1),
      missing: await fileOf(trial, 'nothing.png'),
      withoutTicket: await get(`${new URL(trial.content.baseUrl).origin}/~c/none/OEBPS/red.png`),
    };
    expect(Object.values(responses).map(({ statusCode }) => statusCode)).toEqual([200, 200, 403, 404, 403]);
    for (const [name, response] of Object.entries(responses)) {
      expect(policyOf(response), name).toEqual(expectedBookPolicy(APPS));
      expect(response.headers['x-content-type-options'], name).toBe('nosniff');
    }
    expect([responses.document.headers['referrer-policy'], responses.picture.headers['referrer-policy']]).toEqual([
      'no-referrer',
      'no-referrer',
    ]);
    expect(responses.picture.headers['cross-origin-resource-policy']).toBe('same-origin');
    for (const refused of [responses.closed, responses.missing, responses.withoutTicket])
      expect(refused.headers['cache-control']).toBe('no-store');
  });

  test('of the engine’s page has exactly these directives and allows the script in the page only', async () => {
    const response = await get(trial.content.frameUrl);
    expect(response.statusCode).toBe(200);
    const scripts = Array.from(response.body.matchAll(/<script[^>]*>(.*?)<\/script>/gs), ([, script]) => script ?? '');
    expect(scripts).toHaveLength(1);
    const hash = createHash('sha256')
      .update(scripts[0] ?? '')
      .digest('base64');
    expect(policyOf(response)).toEqual(expectedEnginePolicy(`'sha256-${hash}'`, APPS));
    expect(response.headers['referrer-policy']).toBe('no-referrer');
    expect(response.headers['cross-origin-opener-policy']).toBe('same-origin');
  });
});

describe('a resource', () => {
  test('of a closed chapter is closed too, that of an open chapter is open, and users with the right can fetch both', async () => {
    expect([(await fileOf(trial, 'red.png')).statusCode, (await fileOf(trial, 'green.png')).statusCode]).toEqual([200, 403]);
    expect((await fileOf(trial, 'green.png')).rawPayload.equals(green)).toBe(false);
    const owner = await shop.user('13955550001');
    await grantBook(shop.platform.db.orm, shop.platform.clock, { userId: owner.id, bookId });
    expect((await fileOf(await open(owner.headers), 'green.png')).statusCode).toBe(200);
  });

  test('that several chapters use is open if one of them is open', async () => {
    expect((await fileOf(trial, await copyOf('green.png', { usedBy: '{0,1}' }))).statusCode).toBe(200);
    expect((await fileOf(trial, await copyOf('green.png', { usedBy: '{1}' }))).statusCode).toBe(403);
  });

  test.each([
    ['image/png', 'image/png'],
    ['image/svg+xml', 'image/svg+xml; charset=utf-8'],
    ['audio/mpeg', 'audio/mpeg'],
    ['video/mp4', 'video/mp4'],
    ['font/woff2', 'font/woff2'],
    ['text/css', 'text/css; charset=utf-8'],
  ])('of the type %s is served with its own type', async (stored, shown) => {
    const { headers, statusCode } = await fileOf(trial, await copyOf('red.png', { mediaType: stored }));
    expect([statusCode, headers['content-type'], headers['content-disposition']]).toEqual([200, shown, undefined]);
  });

  test.each([
    'text/html',
    'text/javascript',
    'application/javascript',
    'application/pdf',
    'application/xml',
    'application/x-unknown',
    'image/x-unknown',
    'text/html;x=image/png',
  ])('of the type %s is only served as a download', async (stored) => {
    const { headers, statusCode } = await fileOf(trial, await copyOf('red.png', { mediaType: stored }));
    expect([statusCode, headers['content-type'], headers['content-disposition']]).toEqual([200, 'application/octet-stream', 'attachment']);
    expect(headers['x-content-type-options']).toBe('nosniff');
  });
});
