/** Tests of nicknames from WeChat. */
import { expect, it } from 'vitest';
import { providerNickname } from './provider-nickname.ts';

it('a nickname from WeChat becomes one line of our maximum length, without control and direction characters', () => {
  expect(providerNickname(' 小\n书\u202e虫 ')).toBe('小 书 虫');
  expect(providerNickname('\u200b\u0000')).toBe('');
  expect(providerNickname('书'.repeat(40))).toHaveLength(30);
  expect(providerNickname(`${'书'.repeat(29)}😀`)).toBe('书'.repeat(29));
  expect(providerNickname('坏\ud800字')).toBe('坏\ufffd字');
});
