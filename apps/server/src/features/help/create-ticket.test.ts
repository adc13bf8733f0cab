import { newId, type OperatorTicket } from '@shufang/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { testAccess } from '../../testing/test-access.ts';
import { testIdempotency } from '../../testing/test-idempotency.ts';
import { createWireScenario } from '../../testing/wire-fixture.ts';
import { HELP_LIMITS } from './limits.ts';
import { DIAGNOSTICS, type HelpFixture, openHelpFixture } from './testing/help-fixture.ts';

testAccess('createTicket', 'everyone');
testIdempotency('createTicket', async ({ aUser }) => ({ as: await aUser(), body: { topic: 'other', body: `怎样换一本书 ${newId()}？` } }));

let fixture: HelpFixture;
beforeAll(async () => {
  fixture = await openHelpFixture();
}, 120_000);
afterAll(() => fixture?.shop.close());

test('a ticket is returned open with the diagnostics the user sent', async () => {
  const sent = await fixture.create(fixture.reader, { diagnostics: DIAGNOSTICS });
  expect(sent).toMatchObject({
    code: 'success',
    message: '已提交，我们会尽快回复',
    payload: { ticket: { state: 'open', replies: [], diagnostics: DIAGNOSTICS } },
  });
});

test('a request that is replayed with the same idempotency key creates one ticket', async () => {
  const { shop, other, mine } = fixture;
  const headers = { 'x-op-id': 'ask-once-0123456789' };
  const before = (await mine(other)).length;
  const body = { topic: 'other', body: '这句话只问一次' };
  for (let n = 0; n < 3; n += 1) await shop.call('/api/ticket/create', { as: other, body, headers });
  expect((await mine(other)).length).toBe(before + 1);
});

test('an anonymous user needs an unused captcha and contact details for the reply', async () => {
  const { shop, create, editor } = fixture;
  const captcha = await createWireScenario(shop).solvedCaptcha();
  expect((await create(undefined, { contact: '', ...captcha })).code).toBe('request.invalid');
  expect((await create(undefined, { contact: 'a@example.com', captchaKey: 'x', captchaTxt: 'ABCD' })).code).toBe('account.captchaWrong');
  expect((await create(undefined, { contact: 'a@example.com' })).code).toBe('account.captchaWrong');
  const sent = await create(undefined, { contact: 'a@example.com', ...captcha });
  expect(sent.code).toBe('success');
  expect((await create(undefined, { contact: 'a@example.com', ...captcha })).code).toBe('account.captchaWrong');
  const { payload } = await shop.call<{ items: OperatorTicket[] }>('/api/admin/ticket/list?state=open&limit=100', { as: editor });
  const shown = payload?.items.find(({ id }) => id === sent.payload?.ticket.id);
  expect(shown).toMatchObject({ contact: 'a@example.com' });
  expect(shown).not.toHaveProperty('author');
});

test('a user creates at most the daily number of tickets', async () => {
  const eager = await fixture.shop.user('13611110009');
  for (let n = 0; n < HELP_LIMITS.ticketsPerUserPerDay; n += 1) expect((await fixture.create(eager)).code).toBe('success');
  expect((await fixture.create(eager)).code).toBe('request.tooMany');
});
