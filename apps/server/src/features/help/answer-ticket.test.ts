import type { OperatorTicket } from '@shufang/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { testAccess } from '../../testing/test-access.ts';
import { testIdempotency } from '../../testing/test-idempotency.ts';
import { type HelpFixture, openHelpFixture } from './testing/help-fixture.ts';

testAccess('answerTicket', ['editor', 'finance', 'admin'], 'platform');
testIdempotency('answerTicket', async ({ aUser, aTicket }) => ({
  as: await aUser('admin'),
  body: { ticketId: await aTicket(await aUser()), body: '请刷新页面' },
}));

let fixture: HelpFixture;
beforeAll(async () => {
  fixture = await openHelpFixture();
}, 120_000);
afterAll(() => fixture?.shop.close());

test('the author sees the reply, the operator sees the author, and a closed ticket is not answered', async () => {
  const { shop, reader, editor, createId, mine } = fixture;
  const ticketId = await createId(reader);
  const answered = await shop.call<{ ticket: OperatorTicket }>('/api/admin/ticket/answer', {
    as: editor,
    body: { ticketId, body: '请把书码页拍下来发给我们。' },
  });
  expect(answered.message).toBe('已回复');
  expect(answered.payload?.ticket.author).toEqual({ userId: reader.id, name: expect.any(String), tel: '136****0001' });
  expect(await mine(reader)).toMatchObject([
    { id: ticketId, state: 'answered', replies: [{ fromOperator: true, body: '请把书码页拍下来发给我们。' }] },
  ]);
  expect(JSON.stringify(await mine(reader))).not.toContain(editor.id);
  await shop.call('/api/admin/ticket/close', { as: editor, body: { ticketId } });
  const late = await shop.call('/api/admin/ticket/answer', { as: editor, body: { ticketId, body: '再说一句' } });
  expect(late.code).toBe('help.ticketClosed');
  const unknown = await shop.call('/api/admin/ticket/answer', { as: editor, body: { ticketId: 'none', body: '再说一句' } });
  expect(unknown.code).toBe('help.ticketNotFound');
});

test('the event stream of the author is notified, and no other', async () => {
  const { shop, reader, other, editor, createId } = fixture;
  const notified: string[] = [];
  const stop = [reader, other].map(({ id }) => shop.platform.events.subscribe(`help:${id}:tickets`, () => notified.push(id)));
  const ticketId = await createId(reader);
  await shop.call('/api/admin/ticket/answer', { as: editor, body: { ticketId, body: '好的' } });
  expect(notified).toEqual([reader.id]);
  for (const end of stop) end();
});

test('a reader cannot answer tickets', async () => {
  const { shop, reader, createId } = fixture;
  const ticketId = await createId(reader);
  expect((await shop.call('/api/admin/ticket/answer', { as: reader, body: { ticketId, body: '好的' } })).code).toBe('forbidden');
});
