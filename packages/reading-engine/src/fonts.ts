/**
 * The web fonts that a server offers to readers whose device lacks them: style sheets of Song, Kai and Fangsong with the font files to
 * which they refer, and the file of the mathematics font, which the base sheet of the engine declares. Chinese fonts are cut into about a hundred files by the frequency of their characters, so that a page loads a
 * few of them. All files of a face are in one file, `fonts/<face>.pack`; `fonts/<face>.txt` lists them. Runs in Node.
 */
import { open, readFile } from 'node:fs/promises';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import { sharedPunctuation } from './style/faces.ts';
import { FONT_SHEET, type SheetFace, type WebFace, webFontFolders } from './style/web-font-folders.ts';

export const webFaces = Object.keys(webFontFolders) as WebFace[];
export type { WebFace };

/** Weights of a face with a sheet: Song is a variable font. */
const weights: Readonly<Record<SheetFace, string>> = { song: '200 900', kai: '400', fangsong: '400' };

interface FontFile {
  readonly name: string;
  readonly offset: number;
  readonly length: number;
  readonly unicodeRange: string;
}

const folder = new URL('../fonts/', import.meta.url);

const readList = async (face: WebFace): Promise<ReadonlyMap<string, FontFile>> => {
  const lines = (await readFile(new URL(`${face}.txt`, folder), 'utf8')).trim().split('\n');
  return new Map(
    lines.map((line) => {
      const [name = '', offset, length, unicodeRange = ''] = line.split(' ');
      return [name, { name, offset: Number(offset), length: Number(length), unicodeRange }];
    }),
  );
};

/** Returns a function that computes a value once per face; after an error the next call computes it again. */
const oncePerFace = <Face extends WebFace, T>(compute: (face: Face) => Promise<T>): ((face: Face) => Promise<T>) => {
  const values = new Map<Face, Promise<T>>();
  return (face) => {
    const value = values.get(face) ?? compute(face);
    values.set(face, value);
    value.catch(() => values.delete(face));
    return value;
  };
};
const listOf = oncePerFace(readList);

export interface FaceSheet {
  readonly text: string;
  /** The sheet, compressed by gzip. */
  readonly gzip: Buffer;
}

/** Returns the code points of a `unicode-range`. */
const codesOf = (unicodeRange: string): number[] =>
  [...unicodeRange.matchAll(/U\+([0-9a-f]+)(?:-([0-9a-f]+))?/gi)].flatMap(([, first = '', last = first]) => {
    const from = Number.parseInt(first, 16);
    return Array.from({ length: Number.parseInt(last, 16) - from + 1 }, (_, index) => from + index);
  });
const punctuation = new Set(codesOf(sharedPunctuation));

const sheetOf = oncePerFace(async (face: SheetFace): Promise<FaceSheet> => {
  const faceRule = (family: string, file: FontFile, range: string): string =>
    `@font-face{font-family:"${family}";font-style:normal;font-weight:${weights[face]};font-display:swap;src:url(${file.name}.woff2) format("woff2");unicode-range:${range}}`;
  const text = [...(await listOf(face)).values()]
    .flatMap((file) => {
      const rule = faceRule(`shufang-${face}-web`, file, file.unicodeRange);
      // Quotation marks and dashes exist in Latin fonts too, which come first. In Chinese text those of Song precede them.
      const shared = face === 'song' ? codesOf(file.unicodeRange).filter((code) => punctuation.has(code)) : [];
      const range = shared.map((code) => `U+${code.toString(16)}`).join(',');
      return shared.length === 0 ? [rule] : [rule, faceRule('shufang-song-marks', file, range)];
    })
    .join('\n');
  return { text, gzip: await promisify(gzip)(text) };
});

const faceOf = (folderName: string): WebFace | undefined => webFaces.find((face) => webFontFolders[face] === folderName);

/** Returns the style sheet of a face, whose URLs are relative to that of the sheet; undefined for another folder or file name. */
export const findFaceSheet = async (folderName: string, fileName: string): Promise<FaceSheet | undefined> => {
  const face = faceOf(folderName);
  return face === undefined || face === 'math' || fileName !== FONT_SHEET ? undefined : sheetOf(face);
};

/** Returns a font file by the folder and name that a style sheet states; undefined if there is none. */
export const findFontFile = async (folderName: string, fileName: string): Promise<Buffer | undefined> => {
  const face = faceOf(folderName);
  const file = face && fileName.endsWith('.woff2') ? (await listOf(face)).get(fileName.slice(0, -'.woff2'.length)) : undefined;
  if (face === undefined || file === undefined) return undefined;
  const pack = await open(new URL(`${face}.pack`, folder));
  try {
    const body = Buffer.alloc(file.length);
    const { bytesRead } = await pack.read(body, 0, file.length, file.offset);
    if (bytesRead !== file.length) throw new Error(`${face}.pack is shorter than its list says`);
    return body;
  } finally {
    await pack.close();
  }
};
