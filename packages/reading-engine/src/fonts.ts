/**
 * The web fonts that a server offers to readers whose device lacks them: style sheets of Song, Kai, Fangsong and mathematics, and the font
 * files to which they refer. Chinese fonts are cut into about a hundred files by the frequency of their characters, so that a page loads a
 * few of them. All files of a face are in one file, `fonts/<face>.pack`; `fonts/<face>.txt` lists them. Runs in Node.
 */
import { open, readFile } from 'node:fs/promises';

export const webFaces = ['song', 'kai', 'fangsong', 'math'] as const;
export type WebFace = (typeof webFaces)[number];

/** Folder of a face in URLs: contains the version of the font, because its files are cached permanently. */
const folders: Readonly<Record<WebFace, string>> = {
  song: 'song-5.3.1',
  kai: 'kai-1.7.0',
  fangsong: 'fangsong-0.211',
  math: 'math-5.3.0',
};
/** Weights of a face: Song is a variable font. */
const weights: Readonly<Record<WebFace, string>> = { song: '200 900', kai: '400', fangsong: '400', math: '400' };

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
const lists = new Map<WebFace, Promise<ReadonlyMap<string, FontFile>>>();
const listOf = (face: WebFace): Promise<ReadonlyMap<string, FontFile>> => {
  const list = lists.get(face) ?? readList(face);
  lists.set(face, list);
  return list;
};

/** Returns the style sheet of a face, whose URLs are relative to that of the sheet; undefined for an unknown face. */
export const findFaceSheet = async (name: string): Promise<string | undefined> => {
  const face = webFaces.find((candidate) => candidate === name);
  if (face === undefined) return undefined;
  const common = `font-family:"shufang-${face}-web";font-style:normal;font-weight:${weights[face]};font-display:swap`;
  return [...(await listOf(face)).values()]
    .map((file) => `@font-face{${common};src:url(${folders[face]}/${file.name}.woff2) format("woff2");unicode-range:${file.unicodeRange}}`)
    .join('\n');
};

/** Returns a font file by the folder and name that a style sheet states; undefined if there is none. */
export const findFontFile = async (folderName: string, fileName: string): Promise<Buffer | undefined> => {
  const face = webFaces.find((candidate) => folders[candidate] === folderName);
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
