/**
 * Input, output and messages of the conversion process: the interface between the server and the child process that reads an untrusted
 * file.
 */
import type { ImportFinding, PublicationManifest } from '@shufang/contract';
import type { PreviousBlock } from '../content/assign-block-ids.ts';
import type { DocumentCounts } from '../content/content-model.ts';

export interface ConversionInput {
  readonly sourcePath: string;
  readonly fileName: string;
  /** An empty folder for this conversion; everything it writes is there. */
  readonly folder: string;
  readonly previousBlocks: readonly PreviousBlock[];
  /** The first block number that was never used in this book. */
  readonly nextBlockNumber: number;
}

/** Files of served contents in the conversion's folder: small ones, which are stored as one object, and large ones. */
export const SMALL_FILE = 'small.bin';
export const LARGE_FILE = 'large.bin';
/** Files of database rows: each line is a JSON array of rows, ready for `json_to_recordset`. */
export const ROW_FILES = { blocks: 'blocks.jsonl', passages: 'passages.jsonl' } as const;

/** File of the texts of all blocks, from which the conversion makes the passages after the book was saved; only the conversion reads it. */
export const TEXT_FILE = 'texts.jsonl';

/** A line that was written to the row file of its kind: bytes from `start`, `end` exclusive. Lines of one kind are reported in order. */
export interface WrittenRows {
  readonly of: keyof typeof ROW_FILES;
  readonly start: number;
  readonly end: number;
  /** Share of the book's documents whose rows are written, 0 to 1. */
  readonly share: number;
}

/** Bytes of a file of the conversion that are stored as one object. */
export interface PackedObject {
  readonly file: typeof SMALL_FILE | typeof LARGE_FILE;
  readonly sha256: string;
  readonly offset: number;
  readonly bytes: number;
  readonly mediaType: string;
}

export interface ConvertedResource {
  readonly href: string;
  /** Hash of the stored object. */
  readonly sha256: string;
  /** The bytes of the object that are the resource; absent if all are. */
  readonly part?: { readonly start: number; readonly bytes: number };
  readonly mediaType: string;
  /** Size of the content without compression. */
  readonly bytes: number;
  /** Compression of the stored bytes; absent if they are the content. */
  readonly encoding?: 'gzip';
  readonly width?: number;
  readonly height?: number;
  readonly usedBy: readonly number[];
}

export interface ConversionResult {
  readonly manifest: PublicationManifest;
  readonly counts: DocumentCounts & { readonly audioSeconds: number; readonly videoSeconds: number };
  readonly findings: readonly ImportFinding[];
  readonly resources: readonly ConvertedResource[];
  /** The objects to store; `resources` and the cover refer to them. */
  readonly objects: readonly PackedObject[];
  readonly cover?: { readonly sha256: string; readonly width: number; readonly height: number };
  readonly nextBlockNumber: number;
  readonly statistics: { readonly documents: number; readonly blocks: number; readonly chars: number; readonly resources: number };
}

export type ConversionStage = 'checking' | 'unpacking' | 'converting';

/** Reports progress. `progress`: progress of the entire import, 0 to 1; `detail`: a text in Chinese. */
export type ReportProgress = (stage: ConversionStage, progress: number, detail: string) => void;

export interface DocumentFailure {
  readonly path: string;
  readonly message: string;
  readonly stack: string;
}

/** Callbacks for a running conversion. */
export interface ConversionListener {
  readonly progress: ReportProgress;
  readonly rows: (rows: WrittenRows) => void;
  /** Called once, after all blocks and before the first passages: the book can be saved and read while its passages are made. */
  readonly converted: (result: ConversionResult) => void;
  /** Called for a document that could not be converted and was replaced by a sentence; the error is for the log. */
  readonly documentFailed: (failure: DocumentFailure) => void;
}

/** Messages of the child process to its parent. */
export type WorkerMessage =
  | { readonly kind: 'progress'; readonly stage: ConversionStage; readonly progress: number; readonly detail: string }
  | { readonly kind: 'rows'; readonly rows: WrittenRows }
  | { readonly kind: 'converted'; readonly result: ConversionResult }
  | { readonly kind: 'documentFailed'; readonly failure: DocumentFailure }
  | { readonly kind: 'done' }
  | {
      readonly kind: 'refused';
      readonly code: string;
      readonly message: string;
      readonly path?: string | undefined;
      readonly line?: number | undefined;
      readonly findings: readonly ImportFinding[];
    }
  | { readonly kind: 'failed'; readonly message: string; readonly stack: string };
