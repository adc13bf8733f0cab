import { signInProvider } from '@shufang/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { testAccess } from '../../testing/test-access.ts';
import { type HelpFixture, openHelpFixture } from './testing/help-fixture.ts';

testAccess('getServiceStatus', 'everyone');

let fixture: HelpFixture;
beforeAll(async () => {
  fixture = await openHelpFixture({ SMS_PROVIDER: 'none' });
}, 120_000);
afterAll(() => fixture?.shop.close());

test('the state of each part of the service is returned, and no outages if there were none', async () => {
  const { payload } = await fixture.shop.call<{ parts: { part: string; state: string }[]; history: object[] }>('/api/status/board');
  expect(payload?.history).toEqual([]);
  expect(Object.fromEntries((payload?.parts ?? []).map(({ part, state }) => [part, state]))).toEqual({
    library: 'ok',
    books: 'ok',
    signIn: 'ok',
    sms: 'off',
    ...Object.fromEntries(signInProvider.options.map((provider) => [provider, 'off'])),
    institution: 'off',
    payment: 'ok',
  });
});
