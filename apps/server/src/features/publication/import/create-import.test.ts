import { afterAll, beforeAll, expect, test } from 'vitest';
import { testAccess } from '../../../testing/test-access.ts';
import { testIdempotency } from '../../../testing/test-idempotency.ts';
import { makeEpub } from '../testing/make-epub.ts';
import { type ImportServer, openImportServer } from '../testing/open-import-server.ts';

testAccess('createImport', ['editor', 'admin'], 'filtered');
testIdempotency('createImport', async ({ aUser, bookForm }) => ({ as: await aUser('admin'), body: bookForm() }));

let server: ImportServer;
beforeAll(async () => {
  server = await openImportServer();
});
afterAll(() => server?.close());

test('an uploaded book is queued, imported, and found imported', async () => {
  const created = await server.upload('admin', makeEpub());
  expect(created).toMatchObject({ status: 200, code: 'success', payload: { stage: 'queued', fileName: '论语.epub', progress: 0 } });
  expect(server.queued).toContain(created.payload.id);
  const { bookId = '' } = await server.run(created.payload.id);
  expect(await server.call('GET', `/api/admin/import/get?id=${created.payload.id}`, 'admin')).toMatchObject({
    code: 'success',
    payload: { stage: 'done' },
  });
  const again = await server.upload('admin', makeEpub({ chapters: [['新版', '新的一章。']] }), { bookId });
  expect(await server.run(again.payload.id)).toMatchObject({ stage: 'done', existing: false });
  expect((await server.database.db.pool.query('select no from book_version order by no')).rows).toEqual([{ no: 1 }, { no: 2 }]);
});

test.each([
  ['a program', Buffer.from('MZ\x90\0', 'latin1'), 'Windows 程序'],
  ['an empty file', Buffer.alloc(0), '空'],
])('%s is rejected at once', async (_, bytes, reason) => {
  expect(await server.upload('admin', bytes)).toMatchObject({
    status: 200,
    code: 'import.refused',
    message: expect.stringContaining(reason),
  });
});

test('the price and categories of the book are set with the upload', async () => {
  const fields = { publish: 'true', access: 'paid', priceFen: '3980', trialChapters: '1', category: 'literature,history' };
  const logged = { ...fields, publisher: ' 甲出版社 ', level: 'undergrad' };
  const { payload } = await server.upload('admin', makeEpub({ chapters: [['定价', '一本要付费的书。']] }), logged);
  const { bookId } = await server.run(payload.id);
  const { rows } = await server.database.db.pool.query(
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

test('any file name is accepted, because it is only displayed', async () => {
  const { payload } = await server.upload('admin', makeEpub({ chapters: [['另一本', '内容。']] }), {}, '..\\..\\evil<b>.epub');
  expect(payload.fileName).toBe('evil<b>.epub');
});

test('a request with missing or invalid fields is rejected', async () => {
  expect(await server.call('POST', '/api/admin/import/create', 'admin', {})).toMatchObject({ code: 'request.invalid' });
  expect(await server.upload('admin', makeEpub(), { bookId: 'x' })).toMatchObject({ code: 'request.invalid', message: '编号格式错误' });
  expect(await server.upload('admin', makeEpub(), { access: 'paid', priceFen: '39.8' })).toMatchObject({
    code: 'request.invalid',
    message: '请填写整数',
  });
  expect(await server.upload('admin', makeEpub(), { category: "x' or 1" })).toMatchObject({ code: 'request.invalid', message: '学科有误' });
});

test.each([
  ['an anonymous user', 'nobody', 'requestLogin'],
  ['a reader', 'reader', 'forbidden'],
])('%s cannot import a book', async (_, account, code) => {
  expect(await server.upload(account, makeEpub())).toMatchObject({ status: 200, code });
});
