/** Chooses the look of a made cover: the same book always gets the same one. */

/** Ground and figure colours, after traditional Chinese dyes; every pair is at least 4.5 : 1. */
const palettes = [
  { ground: '#27394c', figure: '#f4ecdc' }, // 黛蓝
  { ground: '#3c5a4c', figure: '#f4efdf' }, // 竹青
  { ground: '#84452b', figure: '#fbf0e2' }, // 赭石
  { ground: '#63506b', figure: '#f6efe9' }, // 藕荷
  { ground: '#2b5a66', figure: '#eef1e6' }, // 石青
  { ground: '#3b4346', figure: '#efebe0' }, // 鸦青
  { ground: '#75303b', figure: '#faeee6' }, // 胭脂
  { ground: '#dde3df', figure: '#24403c' }, // 月白
  { ground: '#ece2cd', figure: '#5a2e1d' }, // 米黄
  { ground: '#6b5a2c', figure: '#fbf5e4' }, // 秋香
] as const;

const patterns = ['waves', 'mountains', 'lattice', 'moon'] as const;
export type CoverPattern = (typeof patterns)[number];

/** `slip`: an upright title slip as on thread-bound books; `banner`: the title across. */
type CoverLayout = 'slip' | 'banner';

export interface CoverStyle {
  readonly ground: string;
  readonly figure: string;
  readonly pattern: CoverPattern;
  readonly layout: CoverLayout;
  /** Size of the title in hundredths of the cover's width. */
  readonly titleSize: number;
}

/** FNV-1a. */
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
