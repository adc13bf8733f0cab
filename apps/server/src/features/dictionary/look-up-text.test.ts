/** Tests of dictionaries over HTTP: an imported dictionary, the operator's service, its failures, and limits. */
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { lookUpText, OutputOf } from '@shufang/contract';
import { type LookUpServices, startLookUpServices } from '@shufang/dev-env';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { testAccess } from '../../testing/test-access.ts';
import { openTestServer, type TestServer, type TestUser } from '../../testing/test-server.ts';
import { importDictionary } from './import-dictionary.ts';
import { DICTIONARY_LIMITS } from './limits.ts';

testAccess('lookUpText', 'every user');

let services: LookUpServices;
let shop: TestServer;
let reader: TestUser;
let userCount = 0;

beforeAll(async () => {
  services = await startLookUpServices();
  shop = await openTestServer({
    DICTIONARY_URL: services.dictionaryUrl,
    DICTIONARY_KEY: 'a-key',
    DICTIONARY_NAME: '校内词典',
  });
  const file = path.join(shop.platform.config.dataDir, 'words.u8');
  await writeFile(file, '#! name=样本词典\n#! license=CC BY-SA 4.0\n學 学 [xue2] /to learn/\n學習 学习 [xue2 xi2] /to study/\n');
  await importDictionary(shop.platform, file, { name: undefined, license: undefined });
});
beforeEach(async () => {
  userCount += 1;
  services.failWith(undefined);
  reader = await shop.user(`1393337${String(userCount).padStart(4, '0')}`);
});
afterAll(async () => {
  await shop?.close();
  await services?.stop();
});

const lookUp = (text: string) =>
  shop.call<OutputOf<typeof lookUpText>>(`/api/dictionary/entries?${new URLSearchParams({ text }).toString()}`, { as: reader });

test('the words with which a text begins are those of the imported dictionary and of the service, with pinyin and the terms of the dictionary', async () => {
  const source = { source: '样本词典', license: 'CC BY-SA 4.0' };
  expect((await lookUp('学习成绩')).payload?.entries).toEqual([
    { headword: '学习（學習）', pinyin: 'xué xí', definitions: ['to study'], ...source },
    { headword: '学（學）', pinyin: 'xué', definitions: ['to learn'], ...source },
    { headword: '学', pinyin: 'xué', definitions: ['学习', '模仿'], source: '校内词典' },
  ]);
  expect(services.requests.at(-1)).toEqual({ path: '/entries', authorization: 'Bearer a-key', body: { text: '学习成绩' } });
  expect((await lookUp('没有这个词')).payload?.entries).toEqual([]);
});

test.each([302, 401, 500, 'no JSON', '{"other":1}', 'x'.repeat(262_145)])(
  'while the service fails the imported dictionary is still searched, and no redirect is followed (case %#)',
  async (failure) => {
    services.failWith(failure);
    const count = services.requests.length;
    expect((await lookUp('学')).payload?.entries.map(({ source }) => source)).toEqual(['样本词典']);
    expect(services.requests).toHaveLength(count + 1);
  },
);

test('texts have a limited length, and users a limited number of calls a minute', async () => {
  expect((await lookUp('字'.repeat(41))).code).toBe('request.invalid');
  const rule = { points: DICTIONARY_LIMITS.lookUpsPerMinute, windowMs: 60_000 };
  for (let n = 0; n < DICTIONARY_LIMITS.lookUpsPerMinute - 1; n++) await shop.platform.limiter.take(`dictionary:${reader.id}:minute`, rule);
  expect((await lookUp('学')).code).toBe('success');
  expect((await lookUp('学')).code).toBe('request.tooMany');
});

test('without a dictionary a look-up is unavailable', async () => {
  const bare = await openTestServer();
  const user = await bare.user('13933379102');
  expect((await bare.call('/api/dictionary/entries?text=好', { as: user })).code).toBe('unavailable');
  await bare.close();
});
