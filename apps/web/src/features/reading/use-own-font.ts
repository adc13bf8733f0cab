/** The reader's own font: which ones are on this device, and the chosen one in the frame of the book. */
import type { ReadingPreferences } from '@shufang/contract';
import type { Navigator } from '@shufang/reading-engine';
import { useLiveQuery } from 'dexie-react-hooks';
import { useEffect } from 'react';
import { findFontFile, listFonts } from '../../platform/storage/fonts.ts';
import { type FontEntry, readerDatabase } from '../../platform/storage/reader-database.ts';
import { reportUnlessClosed } from './report-unless-closed.ts';

export interface DeviceFonts {
  /** Undefined until they are read from the database. */
  readonly fonts: readonly FontEntry[] | undefined;
  readonly hasFailed: boolean;
}

const FAILED: DeviceFonts = { fonts: undefined, hasFailed: true };

export const useDeviceFonts = (): DeviceFonts =>
  useLiveQuery(
    () =>
      listFonts(readerDatabase()).then(
        (fonts) => ({ fonts, hasFailed: false }),
        () => FAILED,
      ),
    [],
  ) ?? { fonts: undefined, hasFailed: false };

/** Sends the chosen font to the frame, again after it was added or removed on this device. Without it the frame shows Song. */
export const useOwnFont = (navigator: Navigator | undefined, { fontFamily, ownFont }: ReadingPreferences): void => {
  const wanted = fontFamily === 'own' ? ownFont.id : undefined;
  const { fonts } = useDeviceFonts();
  const id = fonts?.find((font) => font.id === wanted)?.id;
  useEffect(() => {
    if (!navigator || id === undefined) return undefined;
    let isCurrent = true;
    const send = async (): Promise<void> => {
      const bytes = await findFontFile(readerDatabase(), id);
      if (isCurrent && bytes !== undefined) await navigator.setOwnFont({ bytes });
    };
    void reportUnlessClosed(send());
    return () => {
      isCurrent = false;
      void reportUnlessClosed(navigator.setOwnFont({}));
    };
  }, [navigator, id]);
};
