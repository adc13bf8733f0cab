/** What the conversion process is given and gives back: the seam between the server and the child process that reads an untrusted file. */
import type { ImportFinding } from '@shufang/contract';
import type { PreviousBlock } from '../content/assign-block-ids.ts';
import type { DocumentCounts } from '../content/content-model.ts';
import type { StoredManifest } from './build-manifest.ts';
import type { PackedObject } from './object-pack.ts';

export interface ConversionInput {
  readonly sourcePath: string;
  readonly fileName: string;
  /** An empty folder of this conversion alone; everything it writes goes there. */
  readonly folder: string;
  readonly previousBlocks: readonly PreviousBlock[];
  /** First block number never used in this book. */
  readonly nextBlockNumber: number;
}

/** Files in the conversion's folder. */
export const PACK_FILE = 'objects.bin';
/** One JSON array of rows a line, ready for `json_to_recordset`. */
export const ROW_FILES = { blocks: 'blocks.jsonl', passages: 'passages.jsonl' } as const;

/** Rows that are whole in the row file of their kind: bytes from `start`, `end` exclusive. Of each kind they come in order. */
export interface WrittenRows {
  readonly of: keyof typeof ROW_FILES;
  readonly start: number;
  readonly end: number;
}

export interface ConvertedResource {
  readonly href: string;
  readonly sha256: string;
  readonly mediaType: string;
  readonly bytes: number;
  readonly width?: number;
  readonly height?: number;
  readonly usedBy: readonly number[];
}

export interface ConversionResult {
  readonly manifest: StoredManifest;
  readonly counts: DocumentCounts & { readonly audioSeconds: number; readonly videoSeconds: number };
  readonly findings: readonly ImportFinding[];
  readonly resources: readonly ConvertedResource[];
  /** Contents in the pack file that `resources` and the cover need. */
  readonly objects: readonly PackedObject[];
  readonly cover?: { readonly sha256: string; readonly width: number; readonly height: number };
  readonly nextBlockNumber: number;
  readonly statistics: { readonly documents: number; readonly blocks: number; readonly chars: number; readonly resources: number };
}

export type ConversionStage = 'checking' | 'unpacking' | 'converting' | 'indexing';

/** `progress` is that of the whole import, 0 to 1; `detail` is Chinese. */
export type ReportProgress = (stage: ConversionStage, progress: number, detail: string) => void;

/** What is heard of a conversion while it runs. */
export interface ConversionListener {
  readonly progress: ReportProgress;
  readonly rows: (rows: WrittenRows) => void;
}

/** What the child process tells its parent. */
export type WorkerMessage =
  | { readonly kind: 'progress'; readonly stage: ConversionStage; readonly progress: number; readonly detail: string }
  | { readonly kind: 'rows'; readonly rows: WrittenRows }
  | { readonly kind: 'done'; readonly result: ConversionResult }
  | {
      readonly kind: 'refused';
      readonly code: string;
      readonly message: string;
      readonly path?: string | undefined;
      readonly line?: number | undefined;
      readonly findings: readonly ImportFinding[];
    }
  | { readonly kind: 'failed'; readonly message: string; readonly stack: string };
