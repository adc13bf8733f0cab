import { afterAll, beforeAll, expect, test } from 'vitest';
import { testAccess } from '../../../testing/test-access.ts';
import { testIdempotency } from '../../../testing/test-idempotency.ts';
import { makeEpub } from '../testing/make-epub.ts';
import { type ImportServer, openImportServer } from '../testing/open-import-server.ts';

testAccess('cancelImport', ['editor', 'admin'], 'id:import');

testIdempotency('cancelImport', async ({ aUser, anImport }) => {
  const as = await aUser('admin');
  return { as, body: { id: await anImport(as) } };
});

let server: ImportServer;
beforeAll(async () => {
  server = await openImportServer();
});
afterAll(() => server?.close());

test('a queued import is canceled at once, and one that has ended is not canceled', async () => {
  const { payload } = await server.upload('admin', makeEpub());
  const cancel = (id: string) => server.call('POST', '/api/admin/import/cancel', 'admin', { id });
  expect(await cancel(payload.id)).toMatchObject({ code: 'success', payload: { stage: 'canceled', detail: '已取消' } });
  expect(await server.run(payload.id)).toMatchObject({ stage: 'canceled' });
  expect(await cancel(payload.id)).toMatchObject({ code: 'import.alreadyFinished' });
  const done = await server.upload('admin', makeEpub({ chapters: [['另一本', '内容。']] }));
  await server.run(done.payload.id);
  expect(await cancel(done.payload.id)).toMatchObject({ code: 'import.alreadyFinished' });
  expect(await cancel('0'.repeat(26))).toMatchObject({ code: 'import.notFound' });
});

test.each([
  ['an anonymous user', 'nobody', 'requestLogin'],
  ['a reader', 'reader', 'forbidden'],
])('%s cannot cancel an import', async (_, account, code) => {
  expect(await server.call('POST', '/api/admin/import/cancel', account, { id: '0'.repeat(26) })).toMatchObject({ code });
});
