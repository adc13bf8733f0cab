import type { OperatorTicket } from '@shufang/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { testAccess } from '../../testing/test-access.ts';
import { type HelpFixture, openHelpFixture } from './testing/help-fixture.ts';

testAccess('listTickets', ['editor', 'finance', 'admin'], 'platform');

let fixture: HelpFixture;
beforeAll(async () => {
  fixture = await openHelpFixture();
}, 120_000);
afterAll(() => fixture?.shop.close());

test('open tickets are listed page by page, the longest waiting first', async () => {
  const { shop, other, editor, createId } = fixture;
  for (let n = 0; n < 5; n += 1) {
    await createId(other, { topic: 'review', body: `评审的第 ${n} 个问题` });
    shop.platform.advanceClock?.(1_000);
  }
  const bodies: string[] = [];
  let cursor = '';
  do {
    const next = cursor === '' ? '' : `&cursor=${cursor}`;
    const { payload } = await shop.call<{ items: OperatorTicket[]; nextCursor?: string }>(
      `/api/admin/ticket/list?state=open&topic=review&limit=2${next}`,
      { as: editor },
    );
    bodies.push(...(payload?.items ?? []).map(({ body }) => body));
    cursor = payload?.nextCursor ?? '';
  } while (cursor !== '');
  expect(bodies).toEqual([0, 1, 2, 3, 4].map((n) => `评审的第 ${n} 个问题`));
});

test('an invalid cursor is rejected, and so is a reader', async () => {
  const { shop, other, editor } = fixture;
  expect((await shop.call('/api/admin/ticket/list?cursor=nonsense', { as: editor })).code).toBe('request.invalid');
  expect((await shop.call('/api/admin/ticket/list', { as: other })).code).toBe('forbidden');
});
