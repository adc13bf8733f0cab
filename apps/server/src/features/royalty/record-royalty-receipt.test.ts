/** Tests the receipts for code batches and licenses. */
import { newId, type OutputOf, type recordRoyaltyReceipt } from '@shufang/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { testAccess } from '../../testing/test-access.ts';
import { testIdempotency } from '../../testing/test-idempotency.ts';
import { openRoyaltyFixture, type RoyaltyFixture } from './testing/royalty-fixture.ts';

testAccess('recordRoyaltyReceipt', ['finance', 'admin'], 'batchId:codeBatch licenseId:license');
testIdempotency('recordRoyaltyReceipt', async ({ aUser, query, bookId }) => {
  const batchId = newId();
  await query(`insert into code_batch (id, book_id, purpose, count, valid_from, created_at) values ($1, $2, 'sales', 10, 0, 0)`, [
    batchId,
    bookId,
  ]);
  return { as: await aUser('finance'), body: { batchId, fen: 50_000, receivedOn: '2026-03-01' } };
});

let fixture: RoyaltyFixture;
beforeAll(async () => {
  fixture = await openRoyaltyFixture();
});
afterAll(() => fixture?.close());

const record = (body: object, as = fixture.finance) =>
  fixture.post<OutputOf<typeof recordRoyaltyReceipt>>('/api/admin/royalty/receipt', as, { receivedOn: '2026-03-01', ...body });

/** Returns a license of an institution for these books. */
const aLicense = async (bookIds: readonly string[]) => {
  const [institutionId, licenseId] = [newId(), newId()];
  await fixture.query(`insert into institution values ($1, $2, 0)`, [institutionId, `大学${institutionId}`]);
  await fixture.query(
    `insert into institution_license (id, institution_id, scope, book_ids, starts_at, ends_at, status, created_at)
     values ($1, $2, 'books', $3, 0, 1, 'active', 0)`,
    [licenseId, institutionId, bookIds],
  );
  return { institutionId, licenseId };
};

test('a license is divided among its books by the reading of the year before, or equally without any', async () => {
  const payee = await fixture.aUser();
  const books = [await fixture.aRoyaltyBook(payee), await fixture.aRoyaltyBook(payee), await fixture.aRoyaltyBook(payee)].toSorted();
  const { licenseId, institutionId } = await aLicense(books);
  const sharesOf = async (fen: number) => (await record({ licenseId, fen })).payload?.shares.map((share) => share.fen);
  expect(await sharesOf(1_000)).toEqual([334, 333, 333]);
  const student = await fixture.aUser();
  await fixture.query(
    `insert into institution_member (id, institution_id, student_no, name, kind, user_id, created_at) values ($1, $2, '1', '生', 'student', $3, 0)`,
    [newId(), institutionId, student.id],
  );
  for (const [index, seconds] of [300, 100, 0].entries())
    if (seconds > 0)
      await fixture.query(`insert into reading_day (user_id, device_id, book_id, day, seconds) values ($1, 'd', $2, '2026-02-28', $3)`, [
        student.id,
        books[index],
        seconds,
      ]);
  expect(await sharesOf(1_000)).toEqual([750, 250]);
  expect(await sharesOf(-1_000)).toEqual([-750, -250]);
});

test('finance records receipts only for what belongs to the publisher, and exactly one source', async () => {
  const payee = await fixture.aUser();
  const shared = await aLicense([await fixture.aRoyaltyBook(payee), await fixture.aRoyaltyBook(payee, '北海出版社')]);
  expect((await record({ licenseId: shared.licenseId, fen: 100 })).code).toBe('license.notFound');
  expect((await record({ batchId: newId(), fen: 100 })).code).toBe('activationCode.batchNotFound');
  expect((await record({ fen: 100 })).message).toBe('请选择一个激活码批次或一份机构许可');
  expect((await record({ licenseId: shared.licenseId, fen: 0 })).message).toBe('金额不能为 0');
});
