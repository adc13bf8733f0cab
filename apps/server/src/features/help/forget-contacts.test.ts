import { afterAll, beforeAll, expect, test } from 'vitest';
import { createWireScenario } from '../../testing/wire-fixture.ts';
import { forgetOldContacts } from './forget-contacts.ts';
import { HELP_LIMITS } from './limits.ts';
import { DIAGNOSTICS, type HelpFixture, openHelpFixture } from './testing/help-fixture.ts';

let fixture: HelpFixture;
beforeAll(async () => {
  fixture = await openHelpFixture();
}, 120_000);
afterAll(() => fixture?.shop.close());

test('contact details and diagnostics of a ticket are deleted half a year after it was closed', async () => {
  const { shop, editor, create } = fixture;
  const captcha = await createWireScenario(shop).solvedCaptcha();
  const sent = await create(undefined, { contact: 'forget@example.com', diagnostics: DIAGNOSTICS, ...captcha });
  const ticketId = sent.payload?.ticket.id ?? '';
  await shop.call('/api/admin/ticket/close', { as: editor, body: { ticketId } });
  const stored = async () =>
    (await shop.platform.db.pool.query('select contact, diagnostics from ticket where id = $1', [ticketId])).rows[0] as object;
  shop.platform.advanceClock?.((HELP_LIMITS.ticketContactDays - 1) * 86_400_000);
  await forgetOldContacts(shop.platform);
  expect(await stored()).toMatchObject({ contact: 'forget@example.com' });
  shop.platform.advanceClock?.(2 * 86_400_000);
  await forgetOldContacts(shop.platform);
  expect(await stored()).toEqual({ contact: '', diagnostics: null });
});
