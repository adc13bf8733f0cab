import { afterAll, beforeAll, expect, test } from 'vitest';
import { testAccess } from '../../testing/test-access.ts';
import { testIdempotency } from '../../testing/test-idempotency.ts';
import { type HelpFixture, openHelpFixture } from './testing/help-fixture.ts';

testAccess('replyToTicket', 'every user');

testIdempotency('replyToTicket', async ({ aUser, aTicket }) => {
  const as = await aUser();
  return { as, body: { ticketId: await aTicket(as), body: '还有一句' } };
});

let fixture: HelpFixture;
beforeAll(async () => {
  fixture = await openHelpFixture();
}, 120_000);
afterAll(() => fixture?.shop.close());

test('a reply reopens an answered ticket, and a closed ticket takes none', async () => {
  const { shop, reader, editor, createId, mine } = fixture;
  const ticketId = await createId(reader);
  await shop.call('/api/admin/ticket/answer', { as: editor, body: { ticketId, body: '请把书码页拍下来发给我们。' } });
  expect((await mine(reader))[0]?.state).toBe('answered');
  const sent = await shop.call('/api/ticket/reply', { as: reader, body: { ticketId, body: '已经找到了，谢谢' } });
  expect(sent).toMatchObject({ code: 'success', message: '已补充', payload: { ticket: { id: ticketId, state: 'open' } } });
  expect((await mine(reader))[0]).toMatchObject({ state: 'open', replies: [{ fromOperator: true }, { fromOperator: false }] });
  await shop.call('/api/admin/ticket/close', { as: editor, body: { ticketId } });
  const late = await shop.call('/api/ticket/reply', { as: reader, body: { ticketId, body: '还有一句' } });
  expect(late.code).toBe('help.ticketClosed');
});

test("a user can neither see another user's ticket nor reply to it", async () => {
  const { shop, reader, other, createId, mine } = fixture;
  const ticketId = await createId(reader);
  expect((await mine(other)).map(({ id }) => id)).not.toContain(ticketId);
  const reply = await shop.call('/api/ticket/reply', { as: other, body: { ticketId, body: '我来说' } });
  expect(reply.code).toBe('help.ticketNotFound');
});
