/**
 * Imports notes from a file into a book in two steps: the server anchors them in batches for the preview, then those that the user wants
 * are stored like manually created ones.
 */
import { type Annotation, type AnnotationSetFile, LIMITS, locateAnnotations, type OutputOf } from '@shufang/contract';
import { useEffect, useRef, useState } from 'react';
import { call } from '../../platform/api/client.ts';
import type { AnnotationActions } from './use-annotations.ts';

type Why = OutputOf<typeof locateAnnotations>['refused'][number]['why'];

/** `found`: at the position of its text. `uncertain`: the text has changed or occurs several times. `lost`: not found. */
export type NoteState = 'found' | 'uncertain' | 'lost';

export interface LocatedNote {
  readonly annotation: Annotation;
  readonly state: NoteState;
  /** Whether the user has this annotation, or one of the same passage with the same note. */
  readonly isExisting: boolean;
}

export interface ImportPreview {
  readonly notes: readonly LocatedNote[];
  readonly refused: Readonly<Partial<Record<Why, number>>>;
}

/** What to store apart from the notes that were found. */
export interface ImportChoice {
  readonly uncertain: boolean;
  readonly lost: boolean;
  /** Whether the file replaces existing annotations. */
  readonly overwrite: boolean;
}

export interface ImportReport {
  readonly added: number;
  readonly replaced: number;
  readonly existing: number;
  readonly refused: ImportPreview['refused'];
}

export interface ImportProgress {
  readonly done: number;
  readonly all: number;
}

const STATES: Readonly<Record<Annotation['anchor'], NoteState>> = { exact: 'found', moved: 'found', fuzzy: 'uncertain', orphan: 'lost' };

/** Returns what two annotations of the same passage have in common, whatever file they come from. */
const passageOf = ({ kind, target }: Annotation): string => {
  const text = target.quote.exact.replace(/\s+/g, '');
  return kind === 'bookmark' || text === '' ? `${target.href} ${target.position.start} ${kind}` : text;
};

const isSame = (existing: Annotation, imported: Annotation): boolean => {
  const isHere = existing.target.href === imported.target.href && existing.target.position.start === imported.target.position.start;
  const isUnplaced = existing.anchor === 'orphan' || imported.anchor === 'orphan';
  return (isHere || isUnplaced) && (imported.body === '' || existing.body === imported.body);
};

/** Returns the notes that a choice stores. */
export const notesToStore = ({ notes }: ImportPreview, { uncertain, lost, overwrite }: ImportChoice): LocatedNote[] =>
  notes.filter(({ state, isExisting }) => (overwrite || !isExisting) && (state === 'found' || (state === 'uncertain' ? uncertain : lost)));

export const useImportAnnotations = (actions: AnnotationActions) => {
  const [progress, setProgress] = useState<ImportProgress>();
  const isStopped = useRef(false);
  // Closing the dialog stops the import.
  useEffect(
    () => () => {
      isStopped.current = true;
    },
    [],
  );
  return {
    progress,
    /** Locates the notes of a file in a book; stores nothing. Throws the errors of `call`. */
    locate: async (file: AnnotationSetFile, bookId: string): Promise<ImportPreview> => {
      const all = file.items.length;
      const refused: Partial<Record<Why, number>> = {};
      const notes: LocatedNote[] = [];
      const existing = Map.groupBy(await actions.listAnnotations(bookId), passageOf);
      isStopped.current = false;
      try {
        for (let done = 0; done < all && !isStopped.current; done += LIMITS.noteImportBatch) {
          setProgress({ done, all });
          const items = file.items.slice(done, done + LIMITS.noteImportBatch);
          const located = await call(locateAnnotations, { bookId, items });
          for (const { why } of located.refused) refused[why] = (refused[why] ?? 0) + 1;
          for (const { annotation, isKnown } of located.annotations) {
            const state = STATES[annotation.anchor];
            // The device knows its own changes before the server does, also those of an earlier import.
            const isExisting = (await actions.hasAnnotation(annotation.id)) ?? isKnown;
            const same = isExisting ? undefined : existing.get(passageOf(annotation))?.find((each) => isSame(each, annotation));
            if (same === undefined) notes.push({ annotation, state, isExisting });
            else notes.push({ annotation: { ...annotation, id: same.id }, state, isExisting: true });
          }
        }
      } finally {
        setProgress(undefined);
      }
      return { notes, refused };
    },
    /** Stores the notes of a preview. Throws the errors of the device's database; annotations stored until then remain. */
    store: async (preview: ImportPreview, choice: ImportChoice): Promise<ImportReport> => {
      const notes = notesToStore(preview, choice);
      const counts = { added: 0, replaced: 0 };
      isStopped.current = false;
      try {
        for (const [done, { annotation, isExisting }] of notes.entries()) {
          if (isStopped.current) break;
          if (done % LIMITS.noteImportBatch === 0) setProgress({ done, all: notes.length });
          await actions.importAnnotation(annotation);
          counts[isExisting ? 'replaced' : 'added'] += 1;
        }
      } finally {
        setProgress(undefined);
      }
      const existing = choice.overwrite ? 0 : preview.notes.filter(({ isExisting }) => isExisting).length;
      return { ...counts, existing, refused: preview.refused };
    },
  };
};
