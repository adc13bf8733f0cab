/** Tests of dictionaries that are imported in the admin area: upload, progress, refusal. */
import { type DictionaryImport, type Envelope, LIMITS, listDictionaries, type OutputOf } from '@shufang/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { dictionaryImportDependenciesOf } from '../../app/dictionary-import-dependencies.ts';
import { sql } from '../../platform/sql.ts';
import { granted } from '../../testing/file-fixture.ts';
import { testAccess } from '../../testing/test-access.ts';
import { testIdempotency } from '../../testing/test-idempotency.ts';
import { APP_HOST, openTestServer, type TestServer, type TestUser } from '../../testing/test-server.ts';
import { DICTIONARY_EXPIRE_MS } from './dictionary-dependencies.ts';
import { findDictionaryImport } from './dictionary-import-store.ts';
import { findEntries } from './dictionary-store.ts';
import { runDictionaryImport } from './run-dictionary-import.ts';

const IMPORT = '/api/admin/dictionary/import';

const formOf = (files: Readonly<Record<string, string | Uint8Array>>, fields: Readonly<Record<string, string>> = {}): FormData => {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.append(name, value);
  for (const [name, content] of Object.entries(files)) form.append('file', new Blob([content as BlobPart]), name);
  return form;
};
const WORDS = '學 学 [xue2] /to learn/\n學習 学习 [xue2 xi2] /to study/\n';

testAccess('createDictionaryImport', ['admin'], 'platform');
let requests = 0;
testIdempotency('createDictionaryImport', async ({ aUser }) => {
  requests += 1;
  return { as: await aUser('admin'), body: formOf({ 'words.u8': `${WORDS}#${requests}` }, { name: `样本 ${requests}`, license: '自编' }) };
});

let shop: TestServer;
let admin: TestUser;
beforeAll(async () => {
  shop = await openTestServer();
  // Without handlers: the tests run the job themselves.
  await shop.platform.jobs.start();
  admin = await shop.user('13933379201', 'admin');
});
afterAll(() => shop?.close());

const create = async (files: Parameters<typeof formOf>[0], fields?: Parameters<typeof formOf>[1]) => {
  const encoded = new Response(formOf(files, fields));
  const response = await shop.request({
    method: 'POST',
    url: IMPORT,
    headers: { host: APP_HOST, ...admin.headers, 'content-type': encoded.headers.get('content-type') ?? '' },
    payload: Buffer.from(await encoded.arrayBuffer()),
  });
  return response.json<Envelope<DictionaryImport>>();
};
const list = async () => granted(await shop.call<OutputOf<typeof listDictionaries>>('/api/admin/dictionary/list', { as: admin }));
const run = (id: string) => runDictionaryImport(dictionaryImportDependenciesOf(shop.platform), id, new AbortController().signal);
/** Uploads and imports. Returns the import as the page shows it. */
const imported = async (files: Parameters<typeof formOf>[0], fields?: Parameters<typeof formOf>[1]): Promise<DictionaryImport> => {
  const payload = granted(await create(files, fields));
  expect(payload).toMatchObject({ state: 'queued', entries: 0 });
  await run(payload.id);
  const shown = (await findDictionaryImport(shop.platform.db.orm, payload.id))?.shown;
  if (shown === undefined) throw new Error('the import is not stored');
  return shown;
};

test('an uploaded dictionary is imported with its name and license, and listed', async () => {
  const done = await imported({ 'a/../words.u8': `#! license=CC BY-SA 4.0\n${WORDS}` }, { name: '学字表' });
  expect(done).toMatchObject({ state: 'done', name: '学字表', entries: 2, detail: '', fileNames: ['words.u8'] });
  const { items, imports } = await list();
  expect(items).toMatchObject([{ name: '学字表', license: 'CC BY-SA 4.0', format: 'cedict', entries: 2 }]);
  expect(imports[0]).toEqual(done);
  expect(await findEntries(shop.platform.db.orm, ['学习'], 5)).toMatchObject([{ headword: '学习（學習）', license: 'CC BY-SA 4.0' }]);
  // A second run of the job, after a stop of the server, changes nothing.
  await run(done.id);
  expect((await list()).items).toEqual(items);
});

test('the files of a StarDict dictionary are imported together', async () => {
  const index = Buffer.concat([Buffer.from('apple\0'), Buffer.from([0, 0, 0, 0, 0, 0, 0, 5])]);
  const files = { 'en.ifo': "StarDict's dict ifo file\nbookname=英汉\nsametypesequence=m\n", 'en.idx': index, 'en.dict': 'a red' };
  expect(await imported(files, { license: '自编' })).toMatchObject({ state: 'done', name: '英汉', entries: 1 });
  expect(await create({ 'en.ifo': files['en.ifo'] })).toMatchObject({ code: 'request.invalid', message: expect.stringContaining('.idx') });
  expect(await create({ 'one.json': '[]', 'two.json': '[]' })).toMatchObject({ code: 'request.invalid' });
});

test.each([
  [{ 'words.u8': WORDS }, { name: '无许可' }, '没有写明许可'],
  [{ 'mdict.txt': '学\n<p>学习</p>\n</>\n' }, { license: '自编' }, '没有词典的名称'],
  [{ 'photo.png': new Uint8Array([137, 80, 78, 71]) }, { name: '图', license: '自编' }, '认不出这个词典的格式'],
  [{ 'half.json': '{"entries":[' }, { name: '半', license: '自编' }, '不是完整的 JSON'],
])('%o with %o is not imported, and the page says why', async (files, fields, reason) => {
  const { items } = await list();
  expect(await imported(files as Record<string, string>, fields as Record<string, string>)).toMatchObject({
    state: 'refused',
    detail: expect.stringContaining(reason),
  });
  expect((await list()).items).toEqual(items);
});

test('a form without a file, with an empty or a too large one is refused', async () => {
  expect((await create({}, { name: '甲' })).code).toBe('file.missing');
  expect(await create({ 'empty.json': '' })).toMatchObject({ code: 'request.invalid', message: expect.stringContaining('empty.json') });
  expect((await create({ 'large.json': new Uint8Array(LIMITS.dictionaryBytes + 1) })).code).toBe('file.tooLarge');
});

test('an import whose server was killed again and again is shown as failed, and old imports are deleted', async () => {
  const { payload } = await create({ 'words.u8': WORDS }, { name: '中断', license: '自编' });
  shop.platform.advanceClock?.(2 * DICTIONARY_EXPIRE_MS + 1_000);
  expect((await list()).imports.find(({ id }) => id === payload?.id)?.state).toBe('failed');
  await shop.platform.db.orm.execute(sql`update dictionary_import set finished_at = created_at`);
  for (let n = 0; n < 12; n++) await create({ 'words.u8': `${WORDS}#${n}` });
  expect((await list()).imports).toHaveLength(10);
});
