import { afterAll, beforeAll, expect, test } from 'vitest';
import { testAccess } from '../../testing/test-access.ts';
import { type HelpFixture, openHelpFixture } from './testing/help-fixture.ts';

testAccess('listDeadCodes', ['editor', 'admin'], 'platform');

let fixture: HelpFixture;
beforeAll(async () => {
  fixture = await openHelpFixture();
}, 120_000);
afterAll(() => fixture?.shop.close());

test('reports are listed by code with their number and the last note that was given', async () => {
  const { shop, reader, editor } = fixture;
  await shop.call('/api/q/report', { body: { code: 'ABC234', note: '古文读本第 12 页' } });
  await shop.call('/api/q/report', { body: { code: 'ABC234' } });
  const { payload } = await shop.call<{ items: object[] }>('/api/admin/q/reports', { as: editor });
  expect(payload?.items).toMatchObject([{ code: 'ABC234', reports: 2, lastNote: '古文读本第 12 页' }]);
  expect((await shop.call('/api/admin/q/reports', { as: reader })).code).toBe('forbidden');
});
