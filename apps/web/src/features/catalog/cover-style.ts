/** Chooses the style of a generated cover: the same book always gets the same one. */

/** Background and foreground colors, named after traditional Chinese dyes; the contrast of every pair is at least 4.5 : 1. */
const palettes = [
  { ground: '#27394c', figure: '#f4ecdc' }, // Color 黛蓝 (dark blue).
  { ground: '#3c5a4c', figure: '#f4efdf' }, // Color 竹青 (bamboo green).
  { ground: '#84452b', figure: '#fbf0e2' }, // Color 赭石 (ocher).
  { ground: '#63506b', figure: '#f6efe9' }, // Color 藕荷 (pale purple).
  { ground: '#2b5a66', figure: '#eef1e6' }, // Color 石青 (azurite blue).
  { ground: '#3b4346', figure: '#efebe0' }, // Color 鸦青 (black with a blue tinge).
  { ground: '#75303b', figure: '#faeee6' }, // Color 胭脂 (rouge).
  { ground: '#dde3df', figure: '#24403c' }, // Color 月白 (very pale blue).
  { ground: '#ece2cd', figure: '#5a2e1d' }, // Color 米黄 (cream).
  { ground: '#6b5a2c', figure: '#fbf5e4' }, // Color 秋香 (olive yellow).
] as const;

const patterns = ['waves', 'mountains', 'lattice', 'moon'] as const;
export type CoverPattern = (typeof patterns)[number];

/** `slip`: the title on a vertical slip of paper, as on Chinese thread-bound books; `banner`: the title across the cover. */
type CoverLayout = 'slip' | 'banner';

export interface CoverStyle {
  readonly ground: string;
  readonly figure: string;
  readonly pattern: CoverPattern;
  readonly layout: CoverLayout;
  /** Size of the title in hundredths of the cover's width. */
  readonly titleSize: number;
}

/** Returns the FNV-1a hash of a text; used to choose a style that looks random but never changes. */
const hash = (text: string): number => {
  let value = 0x811c9dc5;
  for (let i = 0; i < text.length; i++) value = Math.imul(value ^ text.charCodeAt(i), 0x01000193) >>> 0;
  return value;
};

/** Width of a title in Chinese characters; Latin letters are about half as wide. */
export const titleWidth = (title: string): number =>
  Array.from(title).reduce((sum, c) => sum + (/[\u2e80-\uffef\u{20000}-\u{3ffff}]/u.test(c) ? 1 : 0.55), 0);

const isChinese = (title: string): boolean => /^[\u2e80-\uffef\u{20000}-\u{3ffff}\s·]+$/u.test(title);

const SLIP_CHARS_MAX = 9;

const bannerSize = (width: number): number => {
  if (width <= 4) return 17;
  if (width <= 7) return 12.5;
  if (width <= 14) return 11;
  if (width <= 24) return 9;
  return 7.5;
};

export const coverStyle = (id: string, title: string): CoverStyle => {
  const seed = hash(`${id}${title}`);
  const palette = palettes[seed % palettes.length] ?? palettes[0];
  const pattern = patterns[(seed >>> 8) % patterns.length] ?? patterns[0];
  const width = titleWidth(title);
  const slip = isChinese(title) && width <= SLIP_CHARS_MAX && (seed >>> 16) % 3 !== 0;
  return {
    ...palette,
    pattern,
    layout: slip ? 'slip' : 'banner',
    titleSize: slip ? Math.min(16, 78 / Math.max(width, 4)) : bannerSize(width),
  };
};
