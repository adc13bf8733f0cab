/** Takes the annotations of a W3C set into a book: found by the server a few at a time, kept here like marks made by hand. */
import { type AnnotationSetFile, annotationSetFile, LIMITS, locateAnnotations, type OutputOf } from '@shufang/contract';
import { useRef, useState } from 'react';
import { call } from '../../platform/api/client.ts';
import type { MarkVerbs } from './use-marks.ts';

type Why = OutputOf<typeof locateAnnotations>['refused'][number]['why'];

/** What a file may weigh: a hundred times what people have. */
const FILE_BYTES = 50 * 1_048_576;

export interface ImportReport {
  readonly added: number;
  readonly replaced: number;
  readonly known: number;
  readonly refused: Readonly<Partial<Record<Why, number>>>;
}

export interface ImportProgress {
  readonly done: number;
  readonly all: number;
}

export type ReadSet = { readonly file: AnnotationSetFile } | { readonly failure: 'unreadable' | 'tooLarge' };

export const readAnnotationSet = async (blob: Blob): Promise<ReadSet> => {
  if (blob.size > FILE_BYTES) return { failure: 'tooLarge' };
  try {
    return { file: annotationSetFile.parse(JSON.parse(await blob.text())) };
  } catch {
    // Not JSON, or not an annotation set: the person chose another file.
    return { failure: 'unreadable' };
  }
};

export const useImportAnnotations = (verbs: MarkVerbs) => {
  const [progress, setProgress] = useState<ImportProgress>();
  const isStopped = useRef(false);
  return {
    progress,
    stop: (): void => {
      isStopped.current = true;
    },
    /** `overwrite`: marks that are known already become what the file says. Throws as `call` does; what was kept until then stays. */
    start: async (file: AnnotationSetFile, bookId: string, overwrite: boolean): Promise<ImportReport> => {
      const all = file.items.length;
      const refused: Partial<Record<Why, number>> = {};
      const counts = { added: 0, replaced: 0, known: 0 };
      isStopped.current = false;
      try {
        for (let done = 0; done < all && !isStopped.current; done += LIMITS.noteImportBatch) {
          setProgress({ done, all });
          const items = file.items.slice(done, done + LIMITS.noteImportBatch);
          const located = await call(locateAnnotations, { bookId, items });
          for (const { why } of located.refused) refused[why] = (refused[why] ?? 0) + 1;
          for (const { mark, isKnown } of located.marks) {
            if (isKnown && !overwrite) counts.known += 1;
            else {
              await verbs.takeMark(mark);
              counts[isKnown ? 'replaced' : 'added'] += 1;
            }
          }
        }
      } finally {
        setProgress(undefined);
      }
      return { ...counts, refused };
    },
  };
};
