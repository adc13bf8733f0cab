/** Tests of what the operator offers for looking up and translating. */
import { expect, test } from 'vitest';
import { testAccess } from '../../testing/test-access.ts';
import { openTestServer } from '../../testing/test-server.ts';

testAccess('getLookUps', 'every user');

test.each([
  [{}, { hasDictionary: false, hasTranslation: false }],
  [{ DICTIONARY_URL: 'http://127.0.0.1:9/entries' }, { hasDictionary: true, hasTranslation: false }],
  [{ TRANSLATION_URL: 'http://127.0.0.1:9/translate' }, { hasDictionary: false, hasTranslation: true }],
])('with the settings %o readers are offered %o', async (settings, offered) => {
  const shop = await openTestServer(settings);
  const reader = await shop.user('13933379101');
  expect((await shop.call('/api/dictionary/sources', { as: reader })).payload).toEqual(offered);
  await shop.close();
});
