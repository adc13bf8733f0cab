/** Tests the workbook of an own statement. */
import { strFromU8, unzipSync } from 'fflate';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { testAccess } from '../../testing/test-access.ts';
import { openRoyaltyFixture, type RoyaltyFixture } from './testing/royalty-fixture.ts';

testAccess('exportMyRoyaltyStatement', 'every user');

let fixture: RoyaltyFixture;
beforeAll(async () => {
  fixture = await openRoyaltyFixture();
});
afterAll(() => fixture?.close());

test('the workbook of a payee has the own lines with their orders', async () => {
  const { id, bookId, payee } = await fixture.aStatement('issued');
  const [order] = await fixture.query<{ order_no: string }>('select order_no from order_item where book_id = $1', [bookId]);
  const get = (as = payee) => fixture.get<{ base64: string }>(`/api/author/royalty/export?id=${id}`, as);
  const text = Object.values(unzipSync(Buffer.from((await get()).payload?.base64 ?? '', 'base64')))
    .map((bytes) => strFromU8(bytes))
    .join('');
  for (const value of [order?.order_no, '<v>4</v>', '个人所得税']) expect(text).toContain(value);
  expect((await get(await fixture.aUser())).code).toBe('royalty.notFound');
});
