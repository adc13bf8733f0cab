/** Tests a statement as its payee sees it. */
import type { getMyRoyaltyStatement, OutputOf } from '@shufang/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { testAccess } from '../../testing/test-access.ts';
import { openRoyaltyFixture, type RoyaltyFixture } from './testing/royalty-fixture.ts';

testAccess('getMyRoyaltyStatement', 'every user');

let fixture: RoyaltyFixture;
beforeAll(async () => {
  fixture = await openRoyaltyFixture();
});
afterAll(() => fixture?.close());

test('a payee reads the own statement with its lines, and neither drafts nor statements of others', async () => {
  const [draft, issued] = [await fixture.aStatement(), await fixture.aStatement('issued')];
  const get = (id: string, as = issued.payee) =>
    fixture.get<OutputOf<typeof getMyRoyaltyStatement>>(`/api/author/royalty/get?id=${id}`, as);
  expect((await get(issued.id)).payload).toMatchObject({ statement: { fen: 400 }, lines: [{ fen: 400 }], messages: [] });
  expect((await get(draft.id, draft.payee)).code).toBe('royalty.notFound');
  expect((await get(issued.id, draft.payee)).code).toBe('royalty.notFound');
});
