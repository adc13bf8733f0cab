/** Tests of translation over HTTP: the operator's service, its failures, and limits. */
import { type LookUpServices, startLookUpServices } from '@shufang/dev-env';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { testAccess } from '../../testing/test-access.ts';
import { openTestServer, type TestServer, type TestUser } from '../../testing/test-server.ts';
import { DICTIONARY_LIMITS } from './limits.ts';

testAccess('translateText', 'every user');

let services: LookUpServices;
let shop: TestServer;
let reader: TestUser;
let userCount = 0;

beforeAll(async () => {
  services = await startLookUpServices();
  shop = await openTestServer({ TRANSLATION_URL: services.translationUrl, TRANSLATION_KEY: 'b-key' });
});
beforeEach(async () => {
  userCount += 1;
  services.failWith(undefined);
  reader = await shop.user(`1393338${String(userCount).padStart(4, '0')}`);
});
afterAll(async () => {
  await shop?.close();
  await services?.stop();
});

const translate = (text: string) =>
  shop.call<{ text: string }>(`/api/dictionary/translation?${new URLSearchParams({ text }).toString()}`, { as: reader });

test('Chinese is translated into English, and another language into Chinese', async () => {
  expect((await translate('人不知而不愠')).payload).toEqual({ text: 'people not know and not be vexed' });
  const body = { q: '人不知而不愠', source: 'auto', target: 'en', format: 'text', api_key: 'b-key' };
  expect(services.requests.at(-1)).toMatchObject({ path: '/translate', body });
  await translate('To learn');
  expect(services.requests.at(-1)?.body).toMatchObject({ target: 'zh' });
});

test.each([302, 401, 500, 'no JSON', '{"other":1}', 'x'.repeat(262_145)])(
  'a failing service is unavailable, and no redirect is followed (case %#)',
  async (failure) => {
    services.failWith(failure);
    const count = services.requests.length;
    expect((await translate('人')).code).toBe('unavailable');
    expect(services.requests).toHaveLength(count + 1);
  },
);

test('texts have a limited length, and users a limited number of calls a minute', async () => {
  expect((await translate('字'.repeat(501))).code).toBe('request.invalid');
  const rule = { points: DICTIONARY_LIMITS.translationsPerMinute, windowMs: 60_000 };
  const key = `translation:${reader.id}:minute`;
  for (let n = 0; n < DICTIONARY_LIMITS.translationsPerMinute - 1; n++) await shop.platform.limiter.take(key, rule);
  expect((await translate('人')).code).toBe('success');
  expect((await translate('人')).code).toBe('request.tooMany');
});
