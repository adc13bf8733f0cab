/**
 * Imports a W3C annotation set into a book: the server anchors the annotations in batches, and they are stored like manually created ones.
 */
import { type AnnotationSetFile, annotationSetFile, LIMITS, locateAnnotations, type OutputOf } from '@shufang/contract';
import { useRef, useState } from 'react';
import { call } from '../../platform/api/client.ts';
import type { AnnotationActions } from './use-annotations.ts';

type Why = OutputOf<typeof locateAnnotations>['refused'][number]['why'];

/** Maximum size of the imported file; usual files have a hundredth of this size. */
const FILE_BYTES = 50 * 1_048_576;

export interface ImportReport {
  readonly added: number;
  readonly replaced: number;
  readonly existing: number;
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
    // The user chose a wrong file: it is not JSON, or not a set of annotations.
    return { failure: 'unreadable' };
  }
};

export const useImportAnnotations = (actions: AnnotationActions) => {
  const [progress, setProgress] = useState<ImportProgress>();
  const isStopped = useRef(false);
  return {
    progress,
    stop: (): void => {
      isStopped.current = true;
    },
    /**
     * Starts the import. `overwrite`: whether annotations in the file replace existing ones. Throws the errors of `call`; annotations
     * stored until then remain.
     */
    start: async (file: AnnotationSetFile, bookId: string, overwrite: boolean): Promise<ImportReport> => {
      const all = file.items.length;
      const refused: Partial<Record<Why, number>> = {};
      const counts = { added: 0, replaced: 0, existing: 0 };
      isStopped.current = false;
      try {
        for (let done = 0; done < all && !isStopped.current; done += LIMITS.noteImportBatch) {
          setProgress({ done, all });
          const items = file.items.slice(done, done + LIMITS.noteImportBatch);
          const located = await call(locateAnnotations, { bookId, items });
          for (const { why } of located.refused) refused[why] = (refused[why] ?? 0) + 1;
          for (const { annotation, isKnown } of located.annotations) {
            // The device knows its own changes before the server does, also those of an earlier import.
            const isExisting = (await actions.hasAnnotation(annotation.id)) ?? isKnown;
            if (isExisting && !overwrite) counts.existing += 1;
            else {
              await actions.importAnnotation(annotation);
              counts[isExisting ? 'replaced' : 'added'] += 1;
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
