import { describe, expect, it } from 'vitest';
import { isPasswordAcceptable } from './password-rule.ts';

const tel = '13900001111';

describe('the password rule', () => {
  it.each(['Shufang-2026', 'correct horse battery staple', '春眠不觉晓处处闻', 'k8#mQz!2', 'yuedu-haoshu-88', ' 前后的空格也算 '])(
    'accepts %s',
    (password) => {
      expect(isPasswordAcceptable(password, tel)).toBe(true);
    },
  );

  it.each([
    ['a published one', 'sunshine'],
    ['one in capitals', 'PASSWORD'],
    ['a word with figures', 'Dragon2024!'],
    ['lookalikes', 'p@ssw0rd99'],
    ['pinyin with a number play', 'woaini1314'],
    ['a number play with initials', 'lxm5201314'],
    ['neighboring keys of the keyboard', '1qaz2wsx3edc'],
    ['a repeat', 'xkqwxkqwxkqw'],
    ['a birthday', '1998-07-21'],
    ['any mobile number', '13812345678'],
    ['the end of their own number', 'me00001111'],
    ['few different characters', 'ababababaa'],
  ])('refuses %s', (_habit, password) => {
    expect(isPasswordAcceptable(password, tel)).toBe(false);
  });

  it('accepts at most 250 bytes in UTF-8, the maximum that the encryption can hold', () => {
    const chinese = [...'天地玄黄宇宙洪荒日月盈昃辰宿列张寒来暑往秋收冬藏'.repeat(6)].join('');
    expect(isPasswordAcceptable(chinese.slice(0, 83), tel)).toBe(true);
    expect(isPasswordAcceptable(`${chinese.slice(0, 83)}a`, tel)).toBe(true);
    expect(isPasswordAcceptable(`${chinese.slice(0, 83)}ab`, tel)).toBe(false);
    expect(isPasswordAcceptable(chinese.slice(0, 84), tel)).toBe(false);
  });

  it('counts characters as users see them, from 8 to 128', () => {
    const letters = Array.from({ length: 129 }, (_, index) => 'kqzrtvxw'[(index * index + 3 * index) % 8] ?? '');
    const characters = ['𠮷', ...'天地玄黄宇宙', ...letters];
    expect(isPasswordAcceptable(characters.slice(0, 7).join(''), tel)).toBe(false);
    expect(isPasswordAcceptable(characters.slice(0, 8).join(''), tel)).toBe(true);
    expect(isPasswordAcceptable(`${characters.slice(0, 127).join('')}门`, tel)).toBe(true);
    expect(isPasswordAcceptable(`${characters.slice(0, 128).join('')}门`, tel)).toBe(false);
  });
});
