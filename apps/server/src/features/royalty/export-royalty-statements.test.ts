/** Tests the workbook of statements for finance. */
import type { exportRoyaltyStatements, OutputOf } from '@shufang/contract';
import { strFromU8, unzipSync } from 'fflate';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { testAccess } from '../../testing/test-access.ts';
import { openRoyaltyFixture, type RoyaltyFixture } from './testing/royalty-fixture.ts';

testAccess('exportRoyaltyStatements', ['finance', 'admin'], 'filtered');

let fixture: RoyaltyFixture;
beforeAll(async () => {
  fixture = await openRoyaltyFixture();
});
afterAll(() => fixture?.close());

test('the workbook has the statements and lines of the own publisher, and the export is an audit event', async () => {
  const { id, bookId } = await fixture.aStatement();
  await fixture.aStatement('draft', '北海出版社');
  const [order] = await fixture.query<{ order_no: string }>('select order_no from order_item where book_id = $1', [bookId]);
  const { payload } = await fixture.post<OutputOf<typeof exportRoyaltyStatements>>('/api/admin/royalty/export', fixture.finance, { id });
  const text = Object.values(unzipSync(Buffer.from(payload?.base64 ?? '', 'base64')))
    .map((bytes) => strFromU8(bytes))
    .join('');
  for (const value of [order?.order_no, '苏墨', '<v>40</v>', '<v>4</v>', '草稿', '10%']) expect(text).toContain(value);
  expect(
    (await fixture.post<OutputOf<typeof exportRoyaltyStatements>>('/api/admin/royalty/export', fixture.finance, {})).payload?.rows,
  ).toBe(1);
  expect((await fixture.post('/api/admin/royalty/export', fixture.otherFinance, { id })).code).toBe('royalty.notFound');
  const events = await fixture.query(`select after from audit_event where action = 'royalties.export' order by id`);
  expect(events).toEqual([{ after: { rows: 1 } }, { after: { rows: 1, status: 'draft' } }]);
});
