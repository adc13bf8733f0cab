import { afterAll, beforeAll, expect, test } from 'vitest';
import { testAccess } from '../../testing/test-access.ts';
import { testIdempotency } from '../../testing/test-idempotency.ts';
import { type HelpFixture, openHelpFixture } from './testing/help-fixture.ts';

testAccess('closeTicket', ['editor', 'finance', 'admin'], 'platform');
testIdempotency('closeTicket', async ({ aUser, aTicket }) => ({
  as: await aUser('admin'),
  body: { ticketId: await aTicket(await aUser()) },
}));

let fixture: HelpFixture;
beforeAll(async () => {
  fixture = await openHelpFixture();
}, 120_000);
afterAll(() => fixture?.shop.close());

test('a ticket is closed, and closing it again succeeds', async () => {
  const { shop, reader, editor, createId, mine } = fixture;
  const ticketId = await createId(reader);
  const closed = await shop.call('/api/admin/ticket/close', { as: editor, body: { ticketId } });
  expect(closed).toMatchObject({ code: 'success', message: '已关闭', payload: { ticket: { state: 'closed' } } });
  expect((await mine(reader))[0]?.state).toBe('closed');
  expect((await shop.call('/api/admin/ticket/close', { as: editor, body: { ticketId } })).code).toBe('success');
  expect((await shop.call('/api/admin/ticket/close', { as: editor, body: { ticketId: 'none' } })).code).toBe('help.ticketNotFound');
  expect((await shop.call('/api/admin/ticket/close', { as: reader, body: { ticketId } })).code).toBe('forbidden');
});
