import { afterAll, beforeAll, expect, test } from 'vitest';
import { testAccess } from '../../../testing/test-access.ts';
import { testIdempotency } from '../../../testing/test-idempotency.ts';
import { makeEpub } from '../testing/make-epub.ts';
import { type ImportServer, openImportServer } from '../testing/open-import-server.ts';

testAccess('retryImport', ['editor', 'admin'], 'id:import');

testIdempotency('retryImport', async ({ aUser, anImport, post }) => {
  const as = await aUser('admin');
  const id = await anImport(as);
  await post('/api/admin/import/cancel', as, { id });
  return { as, body: { id } };
});

let server: ImportServer;
beforeAll(async () => {
  server = await openImportServer();
});
afterAll(() => server?.close());

test('a canceled import is queued again and imported, and a finished one is not retried', async () => {
  const { payload } = await server.upload('admin', makeEpub());
  const retry = (id: string) => server.call('POST', '/api/admin/import/retry', 'admin', { id });
  await server.call('POST', '/api/admin/import/cancel', 'admin', { id: payload.id });
  expect(await retry(payload.id)).toMatchObject({ code: 'success', payload: { stage: 'queued', findings: [] } });
  expect(server.queued.filter((id) => id === payload.id)).toHaveLength(2);
  expect(await server.run(payload.id)).toMatchObject({ stage: 'done' });
  expect(await retry(payload.id)).toMatchObject({ code: 'import.alreadyFinished' });
  expect(await retry('0'.repeat(26))).toMatchObject({ code: 'import.notFound' });
});

test.each([
  ['an anonymous user', 'nobody', 'requestLogin'],
  ['a reader', 'reader', 'forbidden'],
])('%s cannot retry an import', async (_, account, code) => {
  expect(await server.call('POST', '/api/admin/import/retry', account, { id: '0'.repeat(26) })).toMatchObject({ code });
});
