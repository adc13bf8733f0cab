import { afterAll, beforeAll, expect, test } from 'vitest';
import { testAccess } from '../../../testing/test-access.ts';
import { makeEpub } from '../testing/make-epub.ts';
import { type ImportServer, openImportServer } from '../testing/open-import-server.ts';

testAccess('listImports', ['editor', 'admin'], 'filtered');

let server: ImportServer;
beforeAll(async () => {
  server = await openImportServer();
});
afterAll(() => server?.close());

test('imports are listed, the newest first, up to the requested number', async () => {
  const first = await server.upload('admin', makeEpub());
  const second = await server.upload('admin', makeEpub({ chapters: [['另一本', '内容。']] }));
  expect(await server.call('GET', '/api/admin/import/list', 'admin')).toMatchObject({
    payload: { items: [{ id: second.payload.id }, { id: first.payload.id }] },
  });
  expect(await server.call('GET', '/api/admin/import/list?limit=1', 'admin')).toMatchObject({
    payload: { items: [{ id: second.payload.id }] },
  });
});

test.each([
  ['an anonymous user', 'nobody', 'requestLogin'],
  ['a reader', 'reader', 'forbidden'],
])('%s cannot list imports', async (_, account, code) => {
  expect(await server.call('GET', '/api/admin/import/list', account)).toMatchObject({ code });
});
