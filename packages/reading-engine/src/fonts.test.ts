import { describe, expect, it } from 'vitest';
import { findFaceSheet, findFontFile, webFaces } from './fonts.ts';

const rangesOf = (sheet: string): [from: number, to: number][] =>
  [...sheet.matchAll(/U\+([0-9a-f]+)(?:-([0-9a-f]+))?/gi)].map(([, from = '', to]) => [
    Number.parseInt(from, 16),
    Number.parseInt(to ?? from, 16),
  ]);

describe('the web fonts', () => {
  it.each(webFaces)('the sheet of %s names only files that exist, and each is a WOFF2 file', async (face) => {
    const sheet = (await findFaceSheet(face)) ?? '';
    const files = [...sheet.matchAll(/url\(([\w.-]+)\/([\w.-]+)\)/g)];
    expect(files.length).toBeGreaterThan(face === 'math' ? 0 : 90);
    expect(sheet.match(/@font-face/g)?.length).toBe(files.length);
    expect(new Set(sheet.match(/font-family:[^;]+/g))).toEqual(new Set([`font-family:"shufang-${face}-web"`]));
    for (const [, folder = '', name = ''] of files)
      expect((await findFontFile(folder, name))?.subarray(0, 4).toString('latin1'), name).toBe('wOF2');
  });

  it.each([...'的书学而，。“—…'])('each Chinese face has %s', async (character) => {
    const code = character.codePointAt(0) ?? 0;
    for (const face of ['song', 'kai', 'fangsong']) {
      const has = rangesOf((await findFaceSheet(face)) ?? '').some(([from, to]) => from <= code && code <= to);
      expect([face, has]).toEqual([face, true]);
    }
  });

  it.each([
    ['song-5.3.1', '../package.json'],
    ['song-5.3.1', 'nothing.woff2'],
    ['song-5.3.1', '119'],
    ['song-5.2.0', '119.woff2'],
    ['..', 'package.json'],
  ])('finds no file %s/%s', async (folder, name) => {
    expect(await findFontFile(folder, name)).toBeUndefined();
  });

  it('finds no other face', async () => {
    expect(await findFaceSheet('constructor')).toBeUndefined();
    expect(await findFaceSheet('hei')).toBeUndefined();
  });
});
