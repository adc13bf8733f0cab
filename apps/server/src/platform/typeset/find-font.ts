/** Finds a Chinese font of the system, without which no PDF is printed: every character would be an empty box. */
import { readdirSync } from 'node:fs';
import path from 'node:path';

export interface PrintFont {
  /** Name by which a program asks for it. */
  readonly family: string;
  readonly file: string;
}

/** Files of fonts with their families, the preferred ones first. */
const FONTS: readonly (readonly [file: RegExp, family: string])[] = [
  [/^NotoSansCJK-Regular\.ttc$/, 'Noto Sans CJK SC'],
  [/^NotoSansCJKsc-Regular\.otf$/, 'Noto Sans CJK SC'],
  [/^NotoSansSC-Regular\.(?:otf|ttf)$/, 'Noto Sans SC'],
  [/^SourceHanSansSC-Regular\.otf$/, 'Source Han Sans SC'],
  [/^SourceHanSansCN-Regular\.otf$/, 'Source Han Sans CN'],
  [/^NotoSerifCJK-Regular\.ttc$/, 'Noto Serif CJK SC'],
  [/^PingFang\.ttc$/, 'PingFang SC'],
  [/^Hiragino Sans GB\.ttc$/, 'Hiragino Sans GB'],
  [/^msyh\.ttc$/i, 'Microsoft YaHei'],
  [/^simhei\.ttf$/i, 'SimHei'],
  [/^simsun\.ttc$/i, 'SimSun'],
  [/^wqy-microhei\.ttc$/, 'WenQuanYi Micro Hei'],
  [/^wqy-zenhei\.ttc$/, 'WenQuanYi Zen Hei'],
  [/^DroidSansFallbackFull\.ttf$/, 'Droid Sans Fallback'],
];

/** Folders of fonts of Linux, macOS and Windows. */
export const FONT_FOLDERS = [
  '/usr/share/fonts',
  '/usr/local/share/fonts',
  '/System/Library/Fonts',
  '/Library/Fonts',
  'C:\\Windows\\Fonts',
] as const;

const filesOf = (folder: string): string[] => {
  try {
    return readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((name) => path.join(folder, name));
  } catch (error) {
    // A folder of another system does not exist, and one without permission is not used.
    if (error instanceof Error && 'code' in error && ['ENOENT', 'ENOTDIR', 'EACCES', 'EPERM'].includes(String(error.code))) return [];
    throw error;
  }
};

/** Returns the preferred Chinese font of the system; undefined if there is none. */
export const findPrintFont = (folders: readonly string[] = FONT_FOLDERS): PrintFont | undefined => {
  const files = folders.flatMap(filesOf);
  for (const [pattern, family] of FONTS) {
    const file = files.find((name) => pattern.test(path.basename(name)));
    if (file !== undefined) return { family, file };
  }
  return undefined;
};
