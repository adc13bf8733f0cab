/** Renders documents of notes in an isolated process, because thousands of notes would block the event loop for seconds. */
import path from 'node:path';
import type { FormulaNotation } from '@shufang/contract/formula-text';
import { createIsolatedTask } from '../../platform/isolation/isolated-task.ts';
import { EXPORT_MEMORY_BYTES, EXPORT_TIMEOUT_MS, EXPORTS_WAITING, exportRefused } from '../../platform/isolation/task-limits.ts';
import type { NotesFormat } from './render-notes.ts';
import type { StoredAnnotation } from './stored-annotation.ts';

export interface NotesWork {
  readonly format: NotesFormat;
  readonly now: number;
  /** How the document shows formulas; annotation sets keep the text of the book. */
  readonly formulaNotation: FormulaNotation;
}

export type NotesBatch =
  | { readonly kind: 'annotations'; readonly annotations: readonly StoredAnnotation[] }
  | {
      readonly kind: 'books';
      readonly books: readonly { readonly id: string; readonly title: string; readonly authors: string }[];
      /** Ids of annotations whose review card is excluded from review. */
      readonly cardsOut: readonly string[];
    };

export interface NotesDocument {
  readonly encoding: 'utf8' | 'base64';
  /** The document as a JSON string in UTF-8, encoded in the isolated process because encoding is slow too. */
  readonly contentJson: Uint8Array;
}

/** Runs the export in an isolated process. Throws `request.invalid` and `request.tooMany`. */
export const notesDocuments = createIsolatedTask<NotesWork, NotesDocument, NotesBatch>({
  module: path.join(import.meta.dirname, 'notes-document.task.ts'),
  memoryBytes: EXPORT_MEMORY_BYTES,
  timeoutMs: EXPORT_TIMEOUT_MS,
  waiting: EXPORTS_WAITING,
  refusal: exportRefused,
});
