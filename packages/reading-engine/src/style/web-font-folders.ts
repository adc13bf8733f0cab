/**
 * The web fonts by face. Each has a folder in URLs (`/~font/<folder>/`) that contains the version of the font, because its style sheet and
 * its files are cached permanently.
 */
export const webFontFolders = {
  song: 'song-5.3.1',
  kai: 'kai-1.7.0',
  fangsong: 'fangsong-0.211',
  math: 'math-5.3.0',
} as const;

export type WebFace = keyof typeof webFontFolders;
/** The mathematics font, one file. The base sheet of the engine declares it; the other faces have a sheet of their own. */
export const MATH_FONT_FILE = 'all.woff2';
export type SheetFace = Exclude<WebFace, 'math'>;
/** Name of the style sheet in each folder with a sheet. */
export const FONT_SHEET = 'faces.css';
