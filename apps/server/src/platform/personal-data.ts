/** Interface of slices that store personal data: export and erasure (PIPL, articles 45 and 47). */
import type { Queryable, Transaction } from './database.ts';

/** One file of a user's data export. */
export interface ExportedFile {
  /** Path of the file in the archive, with `/`: `annotations.json`, `files/01…/报告.pdf`. */
  readonly path: string;
  /** Description of the file for the overview page of the archive; files of one group share it. */
  readonly about: string;
  /** Approximate size of the file in bytes, to show the progress. */
  readonly bytes: number;
  /** Yields the content in chunks; it is read once, after all earlier files. */
  read(): AsyncIterable<Uint8Array | string>;
}

export interface PersonalDataHolder {
  /** Name of the slice, for logs. */
  readonly slice: string;
  exportOf(db: Queryable, userId: string): Promise<ExportedFile[]>;
  /**
   * Deletes or anonymizes the user's data, in one transaction with all other slices. May be called again for a
   * deleted user.
   */
  eraseOf(tx: Transaction, userId: string): Promise<void>;
}

const asPiece = async function* (text: string): AsyncGenerator<string> {
  yield text;
};

export const exportedText = (path: string, about: string, text: string): ExportedFile => ({
  path,
  about,
  bytes: text.length,
  read: () => asPiece(text),
});

/** Returns an export file of formatted JSON. */
export const exportedJson = (path: string, about: string, value: unknown): ExportedFile =>
  exportedText(path, about, `${JSON.stringify(value, undefined, 2)}\n`);
