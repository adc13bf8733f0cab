import type { ImportJob } from '@shufang/contract';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { SignedInReader } from '../../platform/http/call-context.ts';
import { createHttpServer } from '../../platform/http/create-http-server.ts';
import { createRouter } from '../../platform/http/router.ts';
import { createTestDatabase, type TestDatabase } from '../../platform/testing/test-database.ts';
import { UNBOUND } from '../../platform/testing/unbound.ts';
import { callPolicy } from '../account/policy.ts';
import { runImport } from './import/run-import.ts';
import { registerMediaRoutes } from './routes.ts';
import { makeEpub, makeFolder } from './testing/make-epub.ts';
import { openImportParts } from './testing/open-import-parts.ts';

const { folder, remove } = makeFolder();
let database: TestDatabase;
let opened: Awaited<ReturnType<typeof openImportParts>>;
let server: FastifyInstance;

const people: Readonly<Record<string, SignedInReader>> = {
  admin: { userId: '01h00000000000000000000001', sid: 's1', roles: ['admin'] },
  reader: { userId: '01h00000000000000000000002', sid: 's2', roles: [] },
};

beforeAll(async () => {
  database = await createTestDatabase();
  opened = await openImportParts(database.url, folder);
  server = await createHttpServer({ log: opened.parts.log, trustedProxies: [], isContentHost: () => false, isAppHost: () => true });
  const router = createRouter(server, {
    policy: callPolicy,
    reach: UNBOUND,
    appOrigins: ['http://localhost'],
    authenticate: async (authorization) => {
      const reader = people[authorization ?? ''];
      return reader ? { kind: 'reader', reader } : { kind: 'anonymous' };
    },
  });
  registerMediaRoutes(router, opened.parts);
  await server.ready();
});
afterAll(async () => {
  await server.close();
  await opened.close();
  await database.drop();
  remove();
});

const call = async (method: 'GET' | 'POST', url: string, who: string, body?: Record<string, string>) => {
  const answer = await server.inject({
    method,
    url,
    headers: { authorization: who, host: 'localhost' },
    ...(body ? { payload: body } : {}),
  });
  return { status: answer.statusCode, ...(answer.json() as { code: string; message: string; payload: ImportJob }) };
};
const upload = async (who: string, bytes: Uint8Array, fields: Record<string, string> = {}, name = '论语.epub') => {
  const form = new FormData();
  for (const [field, value] of Object.entries(fields)) form.append(field, value);
  form.append('file', new Blob([Uint8Array.from(bytes)]), name);
  const encoded = new Response(form);
  const answer = await server.inject({
    method: 'POST',
    url: '/api/admin/import/create',
    headers: { authorization: who, host: 'localhost', 'content-type': encoded.headers.get('content-type') ?? '' },
    payload: Buffer.from(await encoded.arrayBuffer()),
  });
  return { status: answer.statusCode, ...(answer.json() as { code: string; message: string; payload: ImportJob }) };
};

describe('an operator', () => {
  test('uploads a book, watches it, and finds it imported', async () => {
    const created = await upload('admin', makeEpub());
    expect(created).toMatchObject({ status: 200, code: 'success', payload: { stage: 'queued', fileName: '论语.epub', progress: 0 } });
    expect(opened.queued).toContain(created.payload.id);
    await runImport(opened.parts, created.payload.id, new AbortController().signal);
    expect(await call('GET', `/api/admin/import/get?id=${created.payload.id}`, 'admin')).toMatchObject({
      code: 'success',
      payload: { stage: 'done' },
    });
    expect(await call('GET', '/api/admin/import/list', 'admin')).toMatchObject({ payload: { items: [{ id: created.payload.id }] } });
    expect(await call('POST', '/api/admin/import/cancel', 'admin', { id: created.payload.id })).toMatchObject({
      code: 'import.alreadyFinished',
    });
    const again = await upload('admin', makeEpub({ chapters: [['新版', '新的一章。']] }), {
      bookId: (await runImport(opened.parts, created.payload.id, new AbortController().signal)).bookId ?? '',
    });
    expect(await runImport(opened.parts, again.payload.id, new AbortController().signal)).toMatchObject({ stage: 'done', existing: false });
    expect((await database.db.pool.query('select no from book_version order by no')).rows).toEqual([{ no: 1 }, { no: 2 }]);
  });
  test.each([
    ['a program', Buffer.from('MZ\x90\0', 'latin1'), 'Windows 程序'],
    ['nothing', Buffer.alloc(0), '空'],
  ])('is told at once that %s is no book', async (_, bytes, words) => {
    expect(await upload('admin', bytes)).toMatchObject({ status: 200, code: 'import.refused', message: expect.stringContaining(words) });
  });
  test('says with the upload how the book is to be sold and filed', async () => {
    const fields = { publish: 'true', access: 'paid', priceFen: '3980', trialChapters: '1', category: 'literature,history' };
    const told = { ...fields, publisher: ' 甲出版社 ', level: 'undergrad' };
    const { payload } = await upload('admin', makeEpub({ chapters: [['定价', '一本要付费的书。']] }), told);
    const { bookId } = await runImport(opened.parts, payload.id, new AbortController().signal);
    const { rows } = await database.db.pool.query(
      'select shelf_state, access_model, price_fen, trial_chapters, category_ids, publisher, level from book where id = $1',
      [bookId],
    );
    expect(rows).toEqual([
      {
        shelf_state: 'published',
        access_model: 'paid',
        price_fen: 3980,
        trial_chapters: 1,
        category_ids: ['literature', 'history'],
        publisher: '甲出版社',
        level: 'undergrad',
      },
    ]);
  });
  test('may send any file name; it is only ever shown', async () => {
    const { payload } = await upload('admin', makeEpub({ chapters: [['另一本', '内容。']] }), {}, '..\\..\\evil<b>.epub');
    expect(payload.fileName).toBe('evil<b>.epub');
  });
  test('is told what is missing in a request', async () => {
    expect(await call('POST', '/api/admin/import/create', 'admin', {})).toMatchObject({ code: 'request.invalid' });
    expect(await upload('admin', makeEpub(), { bookId: 'x' })).toMatchObject({ code: 'request.invalid', message: '编号格式错误' });
    expect(await upload('admin', makeEpub(), { access: 'paid', priceFen: '39.8' })).toMatchObject({
      code: 'request.invalid',
      message: '请填写整数',
    });
    expect(await upload('admin', makeEpub(), { category: "x' or 1" })).toMatchObject({ code: 'request.invalid', message: '学科有误' });
    expect(await call('GET', `/api/admin/import/get?id=${'0'.repeat(26)}`, 'admin')).toMatchObject({ code: 'import.notFound' });
  });
});

test.each([
  ['nobody', 'requestLogin'],
  ['reader', 'forbidden'],
])('%s may not import: %s', async (who, code) => {
  expect(await upload(who, makeEpub())).toMatchObject({ status: 200, code });
  expect(await call('GET', '/api/admin/import/list', who)).toMatchObject({ code });
  expect(await call('POST', '/api/admin/import/retry', who, { id: '0'.repeat(26) })).toMatchObject({ code });
});
