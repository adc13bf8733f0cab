/** What every slice that keeps something about people can do with it: hand it out, and take it away (PIPL, articles 45 and 47). */
import type { Queryable, Transaction } from './database.ts';

/** One file of the copy a person gets of their data. */
export interface ExportedFile {
  /** Inside the archive, with `/`: `annotations.json`, `files/01…/报告.pdf`. */
  readonly path: string;
  /** What is in it, for the page that comes along; files of one group share a sentence. */
  readonly about: string;
  /** About how much there is, for the progress. */
  readonly bytes: number;
  /** Its bytes, in pieces; read once, after all earlier files. */
  read(): AsyncIterable<Uint8Array | string>;
}

export interface PersonalDataHolder {
  /** Name of the slice, for logs. */
  readonly slice: string;
  exportOf(db: Queryable, userId: string): Promise<ExportedFile[]>;
  /**
   * Removes what is kept about the person, or takes the person out of it. In one transaction with all other slices; may come again for a
   * person who is gone.
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

/** Readable by people and machines alike. */
export const exportedJson = (path: string, about: string, value: unknown): ExportedFile =>
  exportedText(path, about, `${JSON.stringify(value, undefined, 2)}\n`);
