/** Tests the rates of contributors. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { testAccess } from '../../testing/test-access.ts';
import { testIdempotency } from '../../testing/test-idempotency.ts';
import { openRoyaltyFixture, type RoyaltyFixture } from './testing/royalty-fixture.ts';

testAccess('saveRoyaltyRate', ['finance', 'admin'], 'bookId:book');
testIdempotency('saveRoyaltyRate', async ({ aUser, aRoyaltyBook }) => {
  const payee = await aUser();
  return {
    as: await aUser('finance'),
    body: { bookId: await aRoyaltyBook(payee), userId: payee.id, rateBp: 800, validFrom: '2026-01-01' },
  };
});

let fixture: RoyaltyFixture;
beforeAll(async () => {
  fixture = await openRoyaltyFixture();
});
afterAll(() => fixture?.close());

const save = (body: object) => fixture.post<{ id: string }>('/api/admin/royalty/rate/save', fixture.finance, body);

test('a rate ends before the next one begins, and the rates of a day do not exceed the income', async () => {
  const payee = await fixture.aUser();
  const bookId = await fixture.aRoyaltyBook(payee);
  const first = await save({ bookId, userId: payee.id, rateBp: 800, validFrom: '2026-01-01' });
  const next = { bookId, userId: payee.id, rateBp: 1_000, validFrom: '2026-06-01' };
  expect((await save(next)).code).toBe('royalty.rateOverlap');
  const id = first.payload?.id;
  expect((await save({ bookId, id, userId: payee.id, rateBp: 800, validFrom: '2026-01-01', validUntil: '2026-05-31' })).code).toBe(
    'success',
  );
  expect((await save(next)).code).toBe('success');
  const second = await fixture.aUser();
  await fixture.query(`insert into book_contributor values ($1, 1, '陆砚', 'editor', '', $2)`, [bookId, second.id]);
  const refused = await save({ bookId, userId: second.id, rateBp: 9_001, validFrom: '2026-03-01' });
  expect(refused.message).toBe('2026-06-01 这一天各人的费率合计 100.01%，不能超过 100%');
  expect((await save({ bookId, userId: second.id, rateBp: 9_000, validFrom: '2026-03-01' })).code).toBe('success');
  expect((await save({ bookId, userId: payee.id, rateBp: 1, validFrom: '2026-03-02', validUntil: '2026-03-01' })).message).toBe(
    '结束日期不能早于开始日期',
  );
  const events = await fixture.query(`select action from audit_event where target_id = $1 order by id`, [bookId]);
  expect(events).toHaveLength(4);
});

test('a rate that settled sales used only gets an end after them', async () => {
  const { bookId, payee } = await fixture.aStatement('issued');
  const [row] = await fixture.query<{ id: string }>('select id from royalty_rate where book_id = $1', [bookId]);
  const same = { bookId, id: row?.id, userId: payee.id, rateBp: 1_000, validFrom: '2020-01-01' };
  expect((await save({ ...same, rateBp: 1_100 })).code).toBe('royalty.settled');
  expect((await save({ ...same, validUntil: '2020-12-31' })).code).toBe('royalty.settled');
  expect((await save({ ...same, validUntil: '2099-12-31' })).code).toBe('success');
});
