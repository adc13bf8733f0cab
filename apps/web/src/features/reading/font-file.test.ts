// @vitest-environment node
import { deflateSync } from 'node:zlib';
import { makeFont } from '@shufang/reading-engine/make-font';
import { describe, expect, it } from 'vitest';
import { readFontFile } from './font-file.ts';

const font = { name: '霞鹜文楷', characters: '书', width: 1 };

/** Packs a TrueType font as WOFF: the same tables, each compressed if that makes it smaller. */
const asWoff = (ttf: Uint8Array): ArrayBuffer => {
  const from = new DataView(ttf.buffer);
  const count = from.getUint16(4);
  const tables = Array.from({ length: count }, (_, index) => {
    const entry = 12 + 16 * index;
    const body = ttf.slice(from.getUint32(entry + 8), from.getUint32(entry + 8) + from.getUint32(entry + 12));
    const packed = deflateSync(body);
    return { tag: ttf.slice(entry, entry + 4), bytes: body.length, stored: packed.length < body.length ? packed : body };
  });
  const file = new Uint8Array(44 + 20 * count + tables.reduce((sum, { stored }) => sum + stored.length, 0));
  const to = new DataView(file.buffer);
  file.set(new TextEncoder().encode('wOFF'));
  to.setUint32(4, 0x00010000);
  to.setUint16(12, count);
  let offset = 44 + 20 * count;
  for (const [index, { tag, bytes, stored }] of tables.entries()) {
    const entry = 44 + 20 * index;
    file.set(tag, entry);
    to.setUint32(entry + 4, offset);
    to.setUint32(entry + 8, stored.length);
    to.setUint32(entry + 12, bytes);
    file.set(stored, offset);
    offset += stored.length;
  }
  return file.buffer;
};

/** Makes the header and the directory of a WOFF2 file; `tables`: the numbers of known tags. */
const woff2 = (tables: readonly number[]): ArrayBuffer => {
  const head = new Uint8Array(48);
  head.set(new TextEncoder().encode('wOF2'));
  const view = new DataView(head.buffer);
  view.setUint32(4, 0x00010000);
  view.setUint16(12, tables.length);
  const directory = tables.flatMap((tag) => (tag === 10 || tag === 11 ? [tag, 0x81, 0x00, 5] : [tag, 5]));
  return new Uint8Array([...head, ...directory]).buffer;
};

describe('a font file', () => {
  it('is read as TrueType with its name', async () => {
    expect(await readFontFile(makeFont(font).buffer)).toEqual({ name: '霞鹜文楷' });
  });

  it('is read as WOFF with its name, compressed or not', async () => {
    expect(await readFontFile(asWoff(makeFont(font)))).toEqual({ name: '霞鹜文楷' });
    const long = '长'.repeat(60);
    expect(await readFontFile(asWoff(makeFont({ ...font, name: long })))).toEqual({ name: long });
  });

  it('is read as WOFF2 without its name', async () => {
    expect(await readFontFile(woff2([0, 1, 2, 3, 4, 5, 10, 11]))).toEqual({ name: undefined });
    expect(await readFontFile(woff2([0, 1, 2, 3, 4, 5]))).toEqual({ error: 'incomplete' });
  });

  it('is refused if it is something else, a collection, or lacks a table of a font for text', async () => {
    expect(await readFontFile(new TextEncoder().encode('%PDF-1.7 and more text').buffer)).toEqual({ error: 'noFont' });
    expect(await readFontFile(new TextEncoder().encode('ttcf and more text').buffer)).toEqual({ error: 'collection' });
    expect(await readFontFile(makeFont({ ...font, without: ['cmap'] }).buffer)).toEqual({ error: 'incomplete' });
    expect(await readFontFile(makeFont({ ...font, without: ['glyf'] }).buffer)).toEqual({ error: 'incomplete' });
  });

  it('is refused if it is cut off anywhere', async () => {
    const whole = makeFont(font);
    for (const length of [0, 3, 9, 40, whole.length - 40])
      expect({ length, result: await readFontFile(whole.slice(0, length).buffer) }).toEqual({ length, result: { error: 'incomplete' } });
  });
});
