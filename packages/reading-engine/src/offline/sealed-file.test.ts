/** Tests of the form in which files lie on the device. */
import { describe, expect, it } from 'vitest';
import { hashOf, importKey, openFile, sealFile } from './sealed-file.ts';

const KEY = 'A'.repeat(43);
const OTHER_KEY = `${'A'.repeat(42)}E`;
const contentOf = (bytes: number): ArrayBuffer => Uint8Array.from({ length: bytes }, (_, n) => n % 251).buffer;
const equal = (a: Uint8Array, b: ArrayBuffer): boolean => Buffer.compare(a, new Uint8Array(b)) === 0;
const seal = async (bytes: number) => {
  const [key, content] = [await importKey(KEY), contentOf(bytes)];
  return { key, content, file: { href: 'OEBPS/第一章.xhtml', bytes }, sealed: await sealFile(key, 'OEBPS/第一章.xhtml', content) };
};

describe('a sealed file', () => {
  it.each([0, 1, 262_143, 262_144, 262_145, 700_000])('of %d bytes opens to the same bytes', async (bytes) => {
    const { key, file, content, sealed } = await seal(bytes);
    expect(equal(await openFile(key, file, sealed), content)).toBe(true);
  });

  it.each([
    [0, 0],
    [262_143, 262_144],
    [100, 600_000],
    [699_999, 699_999],
  ])('opens its bytes from %d to %d alone', async (start, end) => {
    const { key, file, content, sealed } = await seal(700_000);
    expect(equal(await openFile(key, file, sealed, start, end), content.slice(start, end + 1))).toBe(true);
  });

  it('does not contain its text, and has another form each time', async () => {
    const key = await importKey(KEY);
    const text = new TextEncoder().encode('学而时习之，不亦说乎？'.repeat(50)).buffer;
    const [first, second] = await Promise.all([sealFile(key, 'a', text), sealFile(key, 'a', text)]);
    expect(await first.text()).not.toContain('学而时习之');
    expect(await first.text()).not.toBe(await second.text());
  });

  it('does not open under another key, another name or another size', async () => {
    const { key, file, sealed } = await seal(300_000);
    await expect(openFile(await importKey(OTHER_KEY), file, sealed)).rejects.toThrow('is damaged');
    await expect(openFile(key, { ...file, href: 'OEBPS/第二章.xhtml' }, sealed)).rejects.toThrow('is damaged');
    await expect(openFile(key, { ...file, bytes: 299_999 }, sealed)).rejects.toThrow('is damaged');
  });

  it('does not open with a changed byte, a missing end or exchanged chunks', async () => {
    const { key, file, sealed } = await seal(600_000);
    const bytes = new Uint8Array(await sealed.arrayBuffer());
    for (const position of [0, 8, 300_000, bytes.length - 1]) {
      const changed = bytes.slice();
      changed[position] = (changed[position] ?? 0) ^ 1;
      await expect(openFile(key, file, new Blob([changed]))).rejects.toThrow('is damaged');
    }
    await expect(openFile(key, file, new Blob([bytes.slice(0, -1)]))).rejects.toThrow('is damaged');
    const chunk = 262_144 + 16;
    const [first, second] = [bytes.slice(8, 8 + chunk), bytes.slice(8 + chunk, 8 + 2 * chunk)];
    const exchanged = new Blob([bytes.slice(0, 8), second, first, bytes.slice(8 + 2 * chunk)]);
    await expect(openFile(key, file, exchanged)).rejects.toThrow('is damaged');
  });
});

it('the hash of a content is its SHA-256 in hexadecimal', async () => {
  expect(await hashOf(new TextEncoder().encode('abc').buffer)).toBe('ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad');
});
