/**
 * Adds web fonts of this installation to documents whose device lacks them, after their text is shown. A sheet only declares the fonts; the
 * browser loads those files of them that the text needs.
 */
import type { ReadingPreferences } from '@shufang/contract';
import type { SegmentFrame } from '../layout/segment-frame.ts';
import { applyNight, applyPreferences } from './apply-preferences.ts';
import { webFaceLocals } from './faces.ts';
import { treatForNight } from './night-paper.ts';
import { FONT_SHEET, type SheetFace, webFontFolders } from './web-font-folders.ts';

/** Time after a document is loaded, in which its first page is shown and nothing is loaded for it. */
const afterPaintMs = 400;

const probes = new Map<SheetFace, Promise<boolean>>();

/** Returns whether the device has no font of a face. */
const isMissing = (face: SheetFace): Promise<boolean> => {
  const probe =
    probes.get(face) ??
    new FontFace('shufang-probe', webFaceLocals[face].map((local) => `local("${local}")`).join(',')).load().then(
      () => false,
      () => true,
    );
  probes.set(face, probe);
  return probe;
};

const facesFor = (doc: Document, { fontFamily }: ReadingPreferences): SheetFace[] =>
  fontFamily === 'kai' || fontFamily === 'fangsong' || fontFamily === 'song'
    ? [fontFamily]
    : fontFamily === 'publisher' && doc.documentElement.dataset.sfScript === 'han'
      ? ['song']
      : [];

/** Adds the fonts that a document needs with these preferences and the device lacks. Fixed pages have the publisher's fonts. */
export const addWebFaces = ({ document: doc, spine }: SegmentFrame, preferences: ReadingPreferences): void => {
  if (spine.item.layout === 'fixed') return;
  setTimeout(() => {
    for (const face of facesFor(doc, preferences)) {
      void isMissing(face).then((missing) => {
        if (!missing || doc.getElementById(`sf-${face}`)) return;
        const link = doc.createElementNS('http://www.w3.org/1999/xhtml', 'link') as HTMLLinkElement;
        link.id = `sf-${face}`;
        link.rel = 'stylesheet';
        link.href = `/~font/${webFontFolders[face]}/${FONT_SHEET}`;
        doc.head?.append(link);
      });
    }
  }, afterPaintMs);
};

/** Applies changed preferences to a loaded document. */
export const restyleFrame = (frame: SegmentFrame, preferences: ReadingPreferences): void => {
  applyNight(frame.root, preferences);
  if (frame.spine.item.layout === 'fixed') return;
  applyPreferences(frame.root, preferences);
  treatForNight(frame.root);
  addWebFaces(frame, preferences);
};
