/** Font stacks of the four Chinese typefaces by role: fonts installed on common systems, then the web font of this installation. */

import { MATH_FONT_FILE, webFontFolders } from './web-font-folders.ts';

/** Fonts of each typeface, in this order: macOS and iOS, Windows, Linux and Android (Noto, Source Han), then the most similar typeface. */
export const faces = {
  song: '"Songti SC", "STSong", "SimSun", "宋体", "Noto Serif CJK SC", "Noto Serif SC", "Source Han Serif SC", "Source Han Serif CN", "AR PL UMing CN", "shufang-song-web", serif',
  kai: '"Kaiti SC", "STKaiti", "KaiTi", "楷体", "LXGW WenKai", "LXGW WenKai GB", "AR PL UKai CN", "shufang-kai-web", "Songti SC", "Noto Serif CJK SC", "Noto Serif SC", serif',
  hei: '"PingFang SC", "Hiragino Sans GB", "Microsoft YaHei", "微软雅黑", "Noto Sans CJK SC", "Noto Sans SC", "Source Han Sans SC", "WenQuanYi Micro Hei", "SimHei", sans-serif',
  fangsong:
    '"STFangsong", "FangSong", "仿宋", "FangSong_GB2312", "shufang-fangsong-web", "Songti SC", "Noto Serif CJK SC", "Noto Serif SC", serif',
} as const;

const traditionalSong =
  '"Songti TC", "PMingLiU", "MingLiU", "Noto Serif CJK TC", "Noto Serif TC", "Source Han Serif TC", "Songti SC", "Noto Serif CJK SC", serif';
const japaneseMincho = '"Hiragino Mincho ProN", "Yu Mincho", "MS Mincho", "Noto Serif CJK JP", "Noto Serif JP", serif';
/** Latin serif fonts of common systems; they have no Chinese characters, so they precede the Chinese fonts. */
const latinSerif = '"Noto Serif", "Source Serif 4", "Georgia", "Times New Roman", "Liberation Serif", "DejaVu Serif", "Droid Serif"';
export const monospace =
  '"SF Mono", "Cascadia Mono", "Consolas", "DejaVu Sans Mono", "Noto Sans Mono CJK SC", "Liberation Mono", monospace';
/**
 * Declares the mathematics font of this installation. The browser loads it only for a formula on a device that has none of the fonts before
 * it. Declared with the other styles, because a sheet that is added later makes the browser compute all styles of the document again.
 */
export const mathWebFace = `@font-face{font-family:"shufang-math-web";font-display:swap;src:url("/~font/${webFontFolders.math}/${MATH_FONT_FILE}") format("woff2")}`;
export const mathFace =
  '"STIX Two Math", "Cambria Math", "shufang-math-web", "Latin Modern Math", "Libertinus Math", "Noto Sans Math", math';

const kaiLocals = ['KaiTi', 'Kaiti SC', 'STKaiti', 'LXGW WenKai', 'AR PL UKai CN'];

/** Font family of the font that a reader has added (`own-font.ts`). */
export const OWN_FACE = 'shufang-own';

/** Installed fonts that make the web font of a face unnecessary. */
export const webFaceLocals = {
  song: [
    'SimSun',
    'Songti SC',
    'STSong',
    'Noto Serif CJK SC',
    'NotoSerifCJKsc-Regular',
    'NotoSerifCJKSC-Regular',
    'Noto Serif SC',
    'Source Han Serif SC',
  ],
  kai: kaiLocals,
  fangsong: ['FangSong', 'STFangsong', 'FangSong_GB2312'],
} as const;

/** Font names used in Chinese books, and equivalent system fonts for systems without that font. */
const aliases: [names: string[], locals: string[]][] = [
  [
    ['宋体', 'SimSun', 'NSimSun', 'Songti', 'STSong', '华文宋体', 'zw', 'cnepub', 'DK-SONGTI', 'DK-XIAOBIAOSONG', '方正书宋', '方正小标宋'],
    ['SimSun', 'Songti SC', 'STSong', 'Noto Serif CJK SC', 'NotoSerifCJKsc-Regular', 'Source Han Serif SC'],
  ],
  [
    ['楷体', 'KaiTi', 'Kaiti', 'Kai', 'STKai', 'STKaiti', '楷体_GB2312', 'KaiTi_GB2312', '华文楷体', 'DK-KAITI', 'MKai PRC', '方正楷体'],
    kaiLocals,
  ],
  [
    ['黑体', 'SimHei', 'Hei', 'STHeiti', 'STHeiTi', 'Heiti SC', '微软雅黑', 'Microsoft YaHei', 'DK-HEITI', 'MYing Hei S', '方正黑体'],
    ['Microsoft YaHei', 'PingFang SC', 'Heiti SC', 'Noto Sans CJK SC', 'NotoSansCJKsc-Regular', 'Source Han Sans SC', 'SimHei'],
  ],
  [
    ['仿宋', 'FangSong', 'Fangsong', 'STFangsong', '仿宋_GB2312', 'FangSong_GB2312', '华文仿宋', 'DK-FANGSONG', '方正仿宋'],
    ['FangSong', 'STFangsong', 'FangSong_GB2312'],
  ],
];

/**
 * Returns `@font-face` rules that map a book's font names to system fonts. An embedded font of the same name wins, because it is declared
 * later.
 */
export const aliasFaces = (): string =>
  aliases
    .flatMap(([names, locals]) => {
      const source = locals.map((local) => `local("${local}")`).join(',');
      return names.map((name) => `@font-face{font-family:"${name}";src:${source}}`);
    })
    .join('\n');

/**
 * Returns whether the system has a Kai font. With it, Chinese emphasis is set in Kai; without it (Android, most Linux), with emphasis dots.
 */
export const findKaiFace = (): Promise<boolean> =>
  new FontFace('shufang-kai-probe', kaiLocals.map((local) => `local("${local}")`).join(',')).load().then(
    () => true,
    () => false,
  );

const aliasNames = new Set(aliases.flatMap(([names]) => names));

/** Returns whether a font face is declared by this file. */
export const isOwnFace = (family: string): boolean => {
  const name = family.replace(/^["']|["']$/g, '');
  return name.startsWith('shufang-') || aliasNames.has(name);
};

/**
 * Quotation marks, dashes, ellipses and the middle dot: Chinese and Latin text share their Unicode characters, so a Chinese font must
 * provide them in Chinese text.
 */
export const sharedPunctuation = 'U+B7,U+2014-2015,U+2018-2019,U+201C-201D,U+2025-2026,U+2E3A';
export const punctuationFaces = `
@font-face{font-family:"shufang-song-marks";src:local("SimSun"),local("Songti SC"),local("STSong"),local("Noto Serif CJK SC"),local("NotoSerifCJKsc-Regular"),local("Noto Serif SC"),local("Source Han Serif SC");unicode-range:${sharedPunctuation}}
@font-face{font-family:"shufang-hei-marks";src:local("PingFang SC"),local("Microsoft YaHei"),local("Noto Sans CJK SC"),local("NotoSansCJKsc-Regular"),local("Noto Sans SC"),local("Source Han Sans SC");unicode-range:${sharedPunctuation}}
`;

/** Body typeface when the publisher sets none, by the script of the text. Latin text takes any serif font before a Chinese one. */
export const publisherFaces = `
:root{--sf-latin:${latinSerif}, serif;--sf-hei-marks: ;--sf-publisher:var(--sf-latin), ${faces.song}}
:root[data-sf-script="han"]{--sf-latin:"shufang-song-marks", ${latinSerif};--sf-hei-marks:"shufang-hei-marks",;}
:root[data-sf-script="han"]:lang(zh-Hant),:root[data-sf-script="han"]:lang(zh-TW),:root[data-sf-script="han"]:lang(zh-HK){--sf-publisher:${latinSerif}, ${traditionalSong}}
:root[data-sf-script="kana"]{--sf-publisher:${japaneseMincho}}
`;
