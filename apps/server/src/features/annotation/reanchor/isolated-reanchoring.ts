/** Anchors annotations in an isolated process: a book may have millions of characters, and a passage that has changed costs milliseconds. */
import path from 'node:path';
import { type AnchorState, type AnnotationTarget, CodedError } from '@shufang/contract';
import { createIsolatedTask } from '../../../platform/isolation/isolated-task.ts';
import { EXPORT_MEMORY_BYTES, EXPORT_TIMEOUT_MS, EXPORTS_WAITING } from '../../../platform/isolation/task-limits.ts';
import type { BlockOfVersion } from '../../publication/versions/version-text.ts';

export interface DocumentToSearch {
  readonly href: string;
  readonly chars: number;
  readonly blocks: readonly BlockOfVersion[];
}

/** A document of the new version, or of the version to which the annotations refer. */
export type DocumentPart = DocumentToSearch & { readonly isPrevious?: boolean };

export interface ReanchorWork {
  /** Annotations that refer to the same version. */
  readonly notes: readonly {
    readonly target: AnnotationTarget;
    /** Whether its text did not exist in that version either. */
    readonly isOrphan: boolean;
  }[];
  /** The greatest block number of that version; undefined if it is not known. */
  readonly lastBlockNumber: number | undefined;
}

export interface ReanchoredNote {
  readonly anchor: AnchorState;
  readonly target?: AnnotationTarget;
  readonly chapterTitle?: string;
  readonly totalProgression?: number;
}

/**
 * Anchors annotations in an isolated process. The parts are the documents of both versions, each in its own message, so that the event
 * loop is free between them. Throws `request.invalid` if the book exceeds a limit, and `request.tooMany`.
 */
export const reanchoring = createIsolatedTask<ReanchorWork, ReanchoredNote[], DocumentPart>({
  module: path.join(import.meta.dirname, 'reanchor.task.ts'),
  memoryBytes: EXPORT_MEMORY_BYTES,
  timeoutMs: EXPORT_TIMEOUT_MS,
  waiting: EXPORTS_WAITING,
  refusal: () => new CodedError('request.invalid', { reason: '这本书的笔记定位时间过长' }),
});
