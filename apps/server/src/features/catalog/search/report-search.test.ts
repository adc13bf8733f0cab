/** Tests of the limits on reporting searches. */
import { LIMITS, newId } from '@shufang/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { testAccess } from '../../../testing/test-access.ts';
import { testIdempotency } from '../../../testing/test-idempotency.ts';
import { openTestServer, type TestServer, type TestUser } from '../../../testing/test-server.ts';
import { ACCOUNT_LIMITS } from '../../account/limits.ts';

testAccess('reportSearch', 'everyone');
testIdempotency('reportSearch', async ({ aUser }) => ({
  as: await aUser(),
  body: { q: `没有的书 ${newId()}`, found: false, note: '想要第二版' },
}));

let shop: TestServer;
let editor: TestUser;
let userCount = 0;
const aUser = (role?: 'editor'): Promise<TestUser> => {
  userCount += 1;
  return shop.user(`1393345${String(userCount).padStart(4, '0')}`, role);
};
beforeAll(async () => {
  shop = await openTestServer();
  editor = await aUser('editor');
});
afterAll(() => shop?.close());
const report = (q: string, as?: TestUser, body: object = {}) => {
  shop.platform.advanceClock?.(1_000);
  return shop.call('/api/search/report', { ...(as && { as }), body: { q, found: false, ...body } });
};
const settle = (body: object, as = editor) => shop.call<{ settled: number }>('/api/admin/search/settle', { as, body });

test('empty and long reports are rejected, reports are limited per client IP, and only editors of the platform list them', async () => {
  expect((await report(' ')).message).toBe('请写下搜索的词');
  expect((await report('好'.repeat(LIMITS.searchTextMax + 1))).message).toContain('最多');
  expect((await report('词', undefined, { note: '长'.repeat(LIMITS.searchReportNoteChars + 1) })).message).toBe('最多写 200 个字');
  expect((await shop.call('/api/search/report', { body: { q: '词' } })).code).toBe('request.invalid');
  const reader = await aUser();
  expect((await shop.call('/api/admin/search/reports', { as: reader })).code).toBe('forbidden');
  expect((await settle({ key: '范畴论', lastAt: 1 }, reader)).code).toBe('forbidden');
  expect((await shop.call('/api/admin/search/reports?cursor=x', { as: editor })).code).toBe('request.invalid');
  expect((await report('——')).code).toBe('success');
  shop.platform.advanceClock?.(3_600_000);
  for (let n = 0; n < ACCOUNT_LIMITS.searchReportsPerIpPerHour; n++) expect((await report(`词${n}`)).code).toBe('success');
  expect((await report('又一个')).code).toBe('request.tooMany');
});
