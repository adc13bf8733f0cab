import { describe, expect, it } from 'vitest';
import { hangingChars } from './fit-code.ts';

describe('the indentation of wrapped code', () => {
  it.each([
    ['no line is wrapped', 'if a:\n    b()', 40, 0],
    ['a wrapped line without indentation', 'a = first + second + third', 20, 2],
    ['a wrapped line with indentation', 'if a:\n    b = first + second + third', 24, 6],
    ['the deepest of the wrapped lines counts', 'a = first + second + third\n        b = first + second', 24, 10],
    ['lines that are not wrapped do not count', '                return\na = first + second + third', 24, 2],
    ['tabs have their width', 'a\n\t\tb = first + second + third', 24, 10],
    ['Chinese characters are wider', 'a = "一二三四五六七八九十"', 20, 2],
    ['at most half of the row', '                    b = first + second', 24, 12],
  ])('%s', (_, code, rowChars, chars) => {
    expect(hangingChars(code, rowChars, 4)).toBe(chars);
  });
});
