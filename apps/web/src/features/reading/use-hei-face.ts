/**
 * Whether the device has a Chinese typeface without serifs. Song, Kai and Fangsong come from the server where the device lacks them; Hei does
 * not, because nearly every device has it.
 */
import { useEffect, useState } from 'react';
import { readingText } from '../../platform/messages/zh-cn/reading.ts';

/** Names of Hei fonts, as fonts state their full or PostScript name. */
const HEI_FONTS = [
  'PingFang SC',
  'PingFangSC-Regular',
  'Hiragino Sans GB',
  'HiraginoSansGB-W3',
  'Microsoft YaHei',
  'MicrosoftYaHei',
  'HarmonyOS Sans SC',
  'Noto Sans CJK SC',
  'NotoSansCJKsc-Regular',
  'Noto Sans SC',
  'Source Han Sans SC',
  'WenQuanYi Micro Hei',
  'WenQuanYi Zen Hei',
  'SimHei',
  'Droid Sans Fallback',
];

/** Returns how the browser draws Chinese characters in a generic font family; undefined without a canvas. */
const drawIn = (family: string): string | undefined => {
  const canvas = document.createElement('canvas');
  canvas.width = 96;
  canvas.height = 48;
  const context = canvas.getContext('2d');
  if (!context) return undefined;
  context.font = `40px ${family}`;
  context.fillText(readingText.faceSample, 4, 40);
  return canvas.toDataURL();
};

/** A device may have such a font under a name that is not listed. Its generic families then look different. */
const looksDifferent = (): boolean => {
  const sans = drawIn('sans-serif');
  return sans === undefined || sans !== drawIn('serif');
};

let found: Promise<boolean> | undefined;
const findHeiFace = (): Promise<boolean> => {
  if (typeof FontFace === 'undefined') return Promise.resolve(true);
  const installed = new FontFace('shufang-hei-probe', HEI_FONTS.map((name) => `local("${name}")`).join(','));
  return installed.load().then(() => true, looksDifferent);
};

/** Returns true until it is known. */
export const useHeiFace = (): boolean => {
  const [hasHei, setHasHei] = useState(true);
  useEffect(() => {
    found ??= findHeiFace();
    void found.then(setHasHei);
  }, []);
  return hasHei;
};
