/**
 * The font that the reader has added. The app sends the file, which is on the device only, and the font becomes a face of every reflowable
 * document of the book. The browser checks the file as it checks a web font, and refuses a malformed one.
 */
import type { SegmentFrame } from '../layout/segment-frame.ts';
import { OWN_FACE } from './faces.ts';

export interface OwnFont {
  /** Adds the chosen font to a document that was loaded. Resolves when it can be laid out with it. */
  addTo(frame: SegmentFrame): Promise<void>;
  /** Replaces the font, or removes it if there are no bytes. Returns false if the browser refuses the file; there is then no font. */
  replace(bytes: ArrayBuffer | undefined, loaded: readonly SegmentFrame[]): Promise<boolean>;
}

export const createOwnFont = (): OwnFont => {
  let chosen: ArrayBuffer | undefined;
  const faces = new WeakMap<SegmentFrame, FontFace>();

  const addTo = async (frame: SegmentFrame): Promise<void> => {
    const { document: doc, window: view, spine } = frame;
    const before = faces.get(frame);
    if (before) doc.fonts.delete(before);
    if (chosen === undefined || spine.item.layout === 'fixed') return;
    // A font face belongs to the document of the window that constructs it.
    const face = new (view as Window & typeof globalThis).FontFace(OWN_FACE, chosen);
    faces.set(frame, face);
    doc.fonts.add(face);
    await face.load();
  };

  return {
    addTo,
    replace: async (bytes, loaded) => {
      try {
        if (bytes !== undefined) await new FontFace(OWN_FACE, bytes).load();
        chosen = bytes;
      } catch {
        // The browser refuses the file. Fonts have no other error here, because nothing is loaded from the network.
        chosen = undefined;
      }
      await Promise.all(loaded.map(addTo));
      return chosen === bytes;
    },
  };
};
