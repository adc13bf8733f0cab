/** Tests of the list of the operator's voices. */
import { expect, test } from 'vitest';
import { testAccess } from '../../testing/test-access.ts';
import { openTestServer } from '../../testing/test-server.ts';

testAccess('listVoices', 'every user');

test('the voices are those of the setting', async () => {
  const shop = await openTestServer({
    SPEECH_URL: 'http://127.0.0.1:9/v1/audio/speech',
    SPEECH_VOICES: 'cmn=普通话,en-us=English/en-US',
  });
  const reader = await shop.user('13933379001');
  expect((await shop.call('/api/speech/voices', { as: reader })).payload).toEqual({
    voices: [
      { id: 'cmn', name: '普通话', language: 'zh-CN' },
      { id: 'en-us', name: 'English', language: 'en-US' },
    ],
  });
  await shop.close();
});

test('without a speech service there are no voices, and no sentence is said', async () => {
  const silent = await openTestServer();
  const reader = await silent.user('13933379002');
  expect((await silent.call('/api/speech/voices', { as: reader })).payload).toEqual({ voices: [] });
  expect((await silent.call('/api/speech/sentence?voice=cmn&text=好', { as: reader })).code).toBe('request.invalid');
  await silent.close();
});
