import { afterAll, beforeAll, expect, test } from 'vitest';
import { testAccess } from '../../testing/test-access.ts';
import { type HelpFixture, openHelpFixture } from './testing/help-fixture.ts';

testAccess('listMyTickets', 'every user');

let fixture: HelpFixture;
beforeAll(async () => {
  fixture = await openHelpFixture();
}, 120_000);
afterAll(() => fixture?.shop.close());

test("a user sees their own tickets only, the last changed first, without the operator's identity", async () => {
  const { shop, reader, other, editor, createId, mine } = fixture;
  const first = await createId(reader);
  shop.platform.advanceClock?.(1_000);
  const second = await createId(reader);
  shop.platform.advanceClock?.(1_000);
  await shop.call('/api/admin/ticket/answer', { as: editor, body: { ticketId: first, body: '请把书码页拍下来发给我们。' } });
  const tickets = await mine(reader);
  expect(tickets.map(({ id }) => id)).toEqual([first, second]);
  expect(JSON.stringify(tickets)).not.toContain(editor.id);
  expect((await mine(other)).map(({ id }) => id)).not.toContain(first);
  expect((await shop.call('/api/ticket/mine')).code).toBe('requestLogin');
});
