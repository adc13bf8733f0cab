/** Tests the own statements of a payee. */
import type { listMyRoyalties, OutputOf } from '@shufang/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { testAccess } from '../../testing/test-access.ts';
import { openRoyaltyFixture, type RoyaltyFixture } from './testing/royalty-fixture.ts';

testAccess('listMyRoyalties', 'every user');

let fixture: RoyaltyFixture;
beforeAll(async () => {
  fixture = await openRoyaltyFixture();
});
afterAll(() => fixture?.close());

test('a payee sees the own statements without drafts, with what is due and paid', async () => {
  const { id, payee } = await fixture.aStatement('draft');
  const mine = async () => (await fixture.get<OutputOf<typeof listMyRoyalties>>('/api/author/royalty/list', payee)).payload;
  expect(await mine()).toEqual({ items: [], dueFen: 0, paidFen: 0 });
  await fixture.post('/api/admin/royalty/issue', fixture.finance, { ids: [id] });
  expect(await mine()).toMatchObject({ items: [{ id, status: 'issued', fen: 400 }], dueFen: 400, paidFen: 0 });
  await fixture.post('/api/author/royalty/confirm', payee, { id });
  await fixture.post('/api/admin/royalty/pay', fixture.finance, { ids: [id], paidOn: '2026-04-01', reference: '1' });
  expect(await mine()).toMatchObject({ items: [{ status: 'paid', paymentReference: '1' }], dueFen: 0, paidFen: 400 });
});
