/** Tests of the operator's speech service, with the real voice of espeak-ng. */
import { type SpeechService, startSpeechService } from '@shufang/dev-env';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { testAccess } from '../../testing/test-access.ts';
import { APP_HOST, openTestServer, type TestServer, type TestUser } from '../../testing/test-server.ts';
import { SPEECH_LIMITS } from './limits.ts';

testAccess('speakSentence', 'every user');

let service: SpeechService;
let shop: TestServer;
let reader: TestUser;
let userCount = 0;

beforeAll(async () => {
  service = await startSpeechService();
  shop = await openTestServer({ SPEECH_URL: service.url, SPEECH_KEY: 'a-key', SPEECH_VOICES: 'cmn=普通话,en-us=English/en-US' });
});
beforeEach(async () => {
  userCount += 1;
  service.failWith(undefined);
  reader = await shop.user(`1393336${String(userCount).padStart(4, '0')}`);
});
afterAll(async () => {
  await shop?.close();
  await service?.stop();
});

const speak = (text: string, voice = 'cmn', as: TestUser | undefined = reader) =>
  shop.request({
    url: `/api/speech/sentence?${new URLSearchParams({ voice, text }).toString()}`,
    headers: { host: APP_HOST, ...as?.headers },
  });

test('a sentence is said by the service, and the browser may store its audio for this session', async () => {
  const response = await speak('学而时习之，不亦说乎？');
  expect(response.statusCode).toBe(200);
  expect(response.headers).toMatchObject({
    'content-type': 'audio/wav',
    'cache-control': 'private, max-age=86400, immutable',
    vary: expect.stringContaining('authorization'),
  });
  expect(response.rawPayload.subarray(0, 4).toString()).toBe('RIFF');
  expect(response.rawPayload.length).toBeGreaterThan(20_000);
  expect(service.requests.at(-1)).toEqual({
    authorization: 'Bearer a-key',
    body: { model: 'tts-1', input: '学而时习之，不亦说乎？', voice: 'cmn', speed: 1, response_format: 'mp3' },
  });
});

test('only offered voices and texts of limited length are said, for signed-in users', async () => {
  const count = service.requests.length;
  expect((await speak('好', 'de')).json()).toMatchObject({ code: 'request.invalid' });
  expect((await speak('字'.repeat(601))).json()).toMatchObject({ code: 'request.invalid', message: '一次最多朗读 600 个字' });
  expect((await shop.call('/api/speech/sentence?voice=cmn&text=好')).code).toBe('requestLogin');
  expect(service.requests).toHaveLength(count);
});

test.each([302, 401, 500])('a service that responds with %i is reported as unavailable, and no redirect is followed', async (status) => {
  service.failWith(status);
  const count = service.requests.length;
  const response = await speak('好');
  expect(response.json()).toMatchObject({ code: 'unavailable' });
  expect(response.headers['cache-control']).toContain('no-store');
  expect(service.requests).toHaveLength(count + 1);
});

test('a user gets a limited number of sentences a minute', async () => {
  const rule = { points: SPEECH_LIMITS.sentencesPerMinute, windowMs: 60_000 };
  const key = `speech:minute:${reader.id}`;
  for (let n = 0; n < SPEECH_LIMITS.sentencesPerMinute - 1; n++) await shop.platform.limiter.take(key, rule);
  expect((await speak('好')).statusCode).toBe(200);
  expect((await speak('好')).json()).toMatchObject({ code: 'request.tooMany' });
  shop.platform.advanceClock?.(60_000);
  expect((await speak('好')).statusCode).toBe(200);
});
