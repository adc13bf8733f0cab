import { describe, expect, it } from 'vitest';
import { findFaceSheet, findFontFile, webFaces } from './fonts.ts';
import { baseSheet } from './style/sheets.ts';
import { FONT_SHEET, MATH_FONT_FILE, type WebFace, webFontFolders } from './style/web-font-folders.ts';

const sheetOf = async (face: WebFace): Promise<string> => (await findFaceSheet(webFontFolders[face], FONT_SHEET))?.text ?? '';

const rangesOf = (sheet: string): [from: number, to: number][] =>
  [...sheet.matchAll(/U\+([0-9a-f]+)(?:-([0-9a-f]+))?/gi)].map(([, from = '', to]) => [
    Number.parseInt(from, 16),
    Number.parseInt(to ?? from, 16),
  ]);

describe('the web fonts', () => {
  it.each(webFaces.filter((face) => face !== 'math'))(
    'the sheet of %s names only files that exist, and each is a WOFF2 file',
    async (face) => {
      const sheet = await sheetOf(face);
      const files = [...sheet.matchAll(/url\(([\w.-]+)\)/g)];
      expect(files.length).toBeGreaterThan(90);
      expect(sheet.match(/@font-face/g)?.length).toBe(files.length);
      expect(new Set(sheet.match(/font-family:[^;]+/g))).toEqual(
        new Set([`font-family:"shufang-${face}-web"`, ...(face === 'song' ? ['font-family:"shufang-song-marks"'] : [])]),
      );
      for (const [, name = ''] of files)
        expect((await findFontFile(webFontFolders[face], name))?.subarray(0, 4).toString('latin1'), name).toBe('wOF2');
    },
  );

  it('the base sheet of the engine declares the mathematics font, and its file is a WOFF2 file', async () => {
    const [, folder = '', name = ''] = /src:url\("\/~font\/([^/]+)\/([^"]+)"\)/.exec(baseSheet) ?? [];
    expect([folder, name]).toEqual([webFontFolders.math, MATH_FONT_FILE]);
    expect((await findFontFile(folder, name))?.subarray(0, 4).toString('latin1')).toBe('wOF2');
    expect(await findFaceSheet(folder, FONT_SHEET)).toBeUndefined();
  });

  it.each([...'的书学而，。“—…'])('each Chinese face has %s', async (character) => {
    const code = character.codePointAt(0) ?? 0;
    for (const face of ['song', 'kai', 'fangsong'] as const) {
      const has = rangesOf(await sheetOf(face)).some(([from, to]) => from <= code && code <= to);
      expect([face, has]).toEqual([face, true]);
    }
  });

  it('Song has the punctuation that Latin fonts have too in a face of its own', async () => {
    const rules = (await sheetOf('song')).split('\n').filter((rule) => rule.includes('shufang-song-marks'));
    const codes = rules.flatMap((rule) => rangesOf(rule.slice(rule.indexOf('unicode-range')))).map(([from]) => String.fromCodePoint(from));
    expect(codes.toSorted()).toEqual(expect.arrayContaining(['‘', '’', '“', '”', '…', '—', '·']));
    expect(codes).not.toContain('的');
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

  it.each([
    ['constructor', FONT_SHEET],
    ['hei', FONT_SHEET],
    ['song-5.2.0', FONT_SHEET],
    ['song-5.3.1', 'song.css'],
  ])('finds no sheet %s/%s', async (folder, name) => {
    expect(await findFaceSheet(folder, name)).toBeUndefined();
  });
});
