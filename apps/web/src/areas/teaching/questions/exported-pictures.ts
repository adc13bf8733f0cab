/** The pictures of questions as files of an export. */
import { picturesOf } from '@shufang/assessment';
import type { Question } from '@shufang/contract';

/** Returns the bytes of the pictures that are inside of questions, by their addresses. */
export const exportedPictures = (questions: readonly Question[]): ReadonlyMap<string, Uint8Array> =>
  new Map(
    questions.flatMap(picturesOf).flatMap((src): [string, Uint8Array][] => {
      // SVG pictures are text and have no known file type in packages; they stay inside of the item.
      const [, base64] = /^data:image\/(?:png|jpeg|gif|webp);base64,(.+)$/.exec(src) ?? [];
      return base64 === undefined ? [] : [[src, Uint8Array.from(atob(base64), (char) => char.charCodeAt(0))]];
    }),
  );
