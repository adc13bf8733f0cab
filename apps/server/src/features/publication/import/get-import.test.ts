import { afterAll, beforeAll, expect, test } from 'vitest';
import { testAccess } from '../../../testing/test-access.ts';
import { makeEpub } from '../testing/make-epub.ts';
import { type ImportServer, openImportServer } from '../testing/open-import-server.ts';

testAccess('getImport', ['editor', 'admin'], 'id:import');

let server: ImportServer;
beforeAll(async () => {
  server = await openImportServer();
});
afterAll(() => server?.close());

test('an import is returned with its stage, and an unknown one is not found', async () => {
  const { payload } = await server.upload('admin', makeEpub());
  const get = (id: string) => server.call('GET', `/api/admin/import/get?id=${id}`, 'admin');
  expect(await get(payload.id)).toMatchObject({ code: 'success', payload: { id: payload.id, stage: 'queued' } });
  await server.run(payload.id);
  expect(await get(payload.id)).toMatchObject({ code: 'success', payload: { stage: 'done' } });
  expect(await get('0'.repeat(26))).toMatchObject({ code: 'import.notFound' });
});

test.each([
  ['an anonymous user', 'nobody', 'requestLogin'],
  ['a reader', 'reader', 'forbidden'],
])('%s cannot read an import', async (_, account, code) => {
  expect(await server.call('GET', `/api/admin/import/get?id=${'0'.repeat(26)}`, account)).toMatchObject({ code });
});
