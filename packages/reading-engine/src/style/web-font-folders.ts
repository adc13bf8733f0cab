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
/** Name of the style sheet in each folder. */
export const FONT_SHEET = 'faces.css';
