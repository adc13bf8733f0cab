import { crc32 } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { PUBLICATION_LIMITS } from '../limits.ts';
import { dangerOfName, decodeEntryName, isAwkwardName, isSystemJunk, nameCollisionKey } from './entry-names.ts';

const none = Buffer.alloc(0);
/** 第一章 (chapter 1) in the encoding GBK. */
const gbk = Buffer.from([0xb5, 0xda, 0xd2, 0xbb, 0xd5, 0xc2]);

const field = (id: number, body: Uint8Array): Buffer => {
  const head = Buffer.alloc(4);
  head.writeUInt16LE(id, 0);
  head.writeUInt16LE(body.length, 2);
  return Buffer.concat([head, body]);
};
const unicodePath = (name: string, raw: Uint8Array, { version = 1, crc = crc32(raw) } = {}): Buffer => {
  const body = Buffer.alloc(5);
  body.writeUInt8(version, 0);
  body.writeUInt32LE(crc, 1);
  return field(0x7075, Buffer.concat([body, Buffer.from(name)]));
};

describe('the encoding of a name', () => {
  test.each([
    ['UTF-8 with its flag', Buffer.from('第一章'), true, none, '第一章', 'utf-8'],
    ['UTF-8 without its flag', Buffer.from('第一章'), false, none, '第一章', 'utf-8'],
    ['GBK', gbk, false, none, '第一章', 'gbk'],
    ['GBK under the flag of UTF-8', gbk, true, none, gbk.toString('latin1'), 'latin1'],
    ['neither', Buffer.from([0xff, 0xff]), false, none, 'ÿÿ', 'latin1'],
    ['a byte order mark is not removed', Buffer.from('\ufeffa'), true, none, '\ufeffa', 'utf-8'],
    ['the Unicode path of Info-ZIP', gbk, false, unicodePath('真名', gbk), '真名', 'utf-8'],
    [
      'the Unicode path behind another field',
      gbk,
      false,
      Buffer.concat([field(1, Buffer.alloc(7)), unicodePath('真名', gbk)]),
      '真名',
      'utf-8',
    ],
    ['a Unicode path under the flag counts for nothing', gbk, true, unicodePath('真名', gbk), gbk.toString('latin1'), 'latin1'],
    ['a Unicode path of another name', gbk, false, unicodePath('真名', gbk, { crc: 1 }), '第一章', 'gbk'],
    ['a Unicode path of another version', gbk, false, unicodePath('真名', gbk, { version: 2 }), '第一章', 'gbk'],
    ['an empty Unicode path', gbk, false, unicodePath('', gbk), '第一章', 'gbk'],
    ['another field of the same shape', gbk, false, Buffer.concat([field(0x7076, unicodePath('真名', gbk).subarray(4))]), '第一章', 'gbk'],
    ['a field that is cut off', gbk, false, Buffer.from([0x75, 0x70, 0xff]), '第一章', 'gbk'],
    ['a field longer than the rest', gbk, false, Buffer.from([0x75, 0x70, 0xff, 0xff]), '第一章', 'gbk'],
  ])('%s', (_, raw, flag, extra, name, encoding) => {
    expect(decodeEntryName(raw, flag, extra)).toEqual({ name, encoding });
  });
});

describe('a refused name', () => {
  test.each([
    ['', '文件名为空'],
    ['a'.repeat(PUBLICATION_LIMITS.archivePathChars + 1), '文件名过长'],
    ['a\u0000b', '文件名含有控制字符'],
    ['a\u001fb', '文件名含有控制字符'],
    ['a\u007fb', '文件名含有控制字符'],
    ['a\u2028b', '文件名含有控制字符'],
    ['a%0ab', '文件名含有控制字符'],
    ['/a', '文件名是绝对路径'],
    ['\\a', '文件名是绝对路径'],
    ['%2fa', '文件名是绝对路径'],
    ['c:a', '文件名带有盘符'],
    ['Z:\\a', '文件名带有盘符'],
    ['a/../b', '文件名指向压缩包之外'],
    ['..', '文件名指向压缩包之外'],
    ['a\\..\\b', '文件名指向压缩包之外'],
    ['a/%2e%2e/b', '文件名指向压缩包之外'],
    ['a%5c..%5cb', '文件名指向压缩包之外'],
  ])('%j', (name, reason) => {
    expect(dangerOfName(name)).toBe(reason);
  });

  test.each([
    'a'.repeat(PUBLICATION_LIMITS.archivePathChars),
    'a/b..c',
    '...',
    'a/.../b',
    'ab:c',
    '1:a',
    '100%',
    'a%zz',
    '第一章.xhtml',
    'a b',
  ])('is not %j', (name) => {
    expect(dangerOfName(name)).toBeUndefined();
  });
});

test.each([
  ['a<b', true],
  ['a/b:c', true],
  ['what?', true],
  ['a*', true],
  ['a|b', true],
  ['say"', true],
  ['a\\b', true],
  ['a./b', true],
  ['a ', true],
  ['con', true],
  ['NUL.txt', true],
  ['x/com1', true],
  ['LPT9.xhtml', true],
  ['aux', true],
  ['prn.', true],
  ['字'.repeat(86), true],
  ['字'.repeat(85), false],
  ['a'.repeat(255), false],
  ['a'.repeat(256), true],
  ['console.txt', false],
  ['com', false],
  ['comx', false],
  ['com12', false],
  ['falcon', false],
  ['a.b', false],
  ['a b', false],
  ['.hidden', false],
])('some systems cannot store %j: %s', (name, expected) => {
  expect(isAwkwardName(name)).toBe(expected);
});

test.each([
  ['__MACOSX/a', true],
  ['x/__MACOSX/a', false],
  ['__MACOSX', false],
  ['.DS_Store', true],
  ['a/.DS_Store', true],
  ['a/.ds_store', true],
  ['a.DS_Store', false],
  ['.DS_Store/a', false],
  ['Thumbs.db', true],
  ['Thumbsxdb', false],
  ['desktop.ini', true],
  ['a/._b', true],
  ['._b', true],
  ['._', true],
  ['a/._cover.xhtml', true],
  ['a._b', false],
  ['._b/c', false],
])('%j is left by a file manager: %s', (name, expected) => {
  expect(isSystemJunk(name)).toBe(expected);
});

test('two names collide by their normal form in lower case', () => {
  expect(nameCollisionKey('Cafe\u0301')).toBe(nameCollisionKey('CAF\u00c9'));
  // Converted to upper case, these two names would be equal.
  expect(nameCollisionKey('stra\u00dfe')).not.toBe(nameCollisionKey('strasse'));
  expect(nameCollisionKey('a')).not.toBe(nameCollisionKey('b'));
});
