/** Tests the issue of statements. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { testAccess } from '../../testing/test-access.ts';
import { testIdempotency } from '../../testing/test-idempotency.ts';
import { openRoyaltyFixture, type RoyaltyFixture } from './testing/royalty-fixture.ts';

testAccess('issueRoyaltyStatements', ['finance', 'admin'], 'filtered');
testIdempotency('issueRoyaltyStatements', async ({ aUser, aStatement }) => ({
  as: await aUser('finance'),
  body: { ids: [(await aStatement()).id] },
}));

let fixture: RoyaltyFixture;
beforeAll(async () => {
  fixture = await openRoyaltyFixture();
});
afterAll(() => fixture?.close());

const issue = (ids: readonly string[], as = fixture.finance) => fixture.post<{ changed: number }>('/api/admin/royalty/issue', as, { ids });

test('all statements of a book and month are issued together, and the payees are notified', async () => {
  const { id, bookId, payee } = await fixture.aStatement();
  const second = await fixture.aUser();
  await fixture.query(`insert into book_contributor values ($1, 1, '陆砚', 'editor', '', $2)`, [bookId, second.id]);
  await fixture.aRate(bookId, second, 500);
  expect((await issue([id])).code).toBe('royalty.changed');
  await fixture.post('/api/admin/royalty/make', fixture.finance, {});
  expect((await issue([id], fixture.otherFinance)).code).toBe('royalty.notFound');
  expect((await issue([id])).payload).toEqual({ changed: 2 });
  expect(await fixture.noticesOf(payee)).toEqual(['royaltyIssued']);
  expect(await fixture.noticesOf(second)).toEqual(['royaltyIssued']);
  expect((await issue([id])).code).toBe('royalty.stateChanged');
});

test('two issues of the same statement at the same time issue it once', async () => {
  const { id } = await fixture.aStatement();
  const codes = (await Promise.all([issue([id]), issue([id])])).map(({ code }) => code);
  expect(codes.toSorted()).toEqual(['royalty.stateChanged', 'success']);
});
