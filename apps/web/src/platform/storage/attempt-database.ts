/**
 * The answers of this device to running attempts, in the browser's IndexedDB: written before anything is sent, and deleted only after the
 * hand-in. In a database of its own, because few pages use it.
 */
import type { AnswerReceipt, getPaper, OutputOf, RunningAttempt, SentAnswer, UserFile } from '@shufang/contract';
import { Dexie, type Table } from 'dexie';

/** `waiting`: only on this device; the others are the server's acknowledgments. */
export type AnswerState = 'waiting' | Exclude<AnswerReceipt['status'], 'unknownQuestion'>;

export interface AnswerRow extends SentAnswer {
  readonly owner: string;
  readonly attemptId: string;
  readonly state: AnswerState;
  /** Whether it was sent, so that its response must not change any more: a newer one gets the next number. */
  readonly isSent: 0 | 1;
  /** When the server stored it, UTC ms. */
  readonly savedAt?: number;
  /** The answer that counts instead, if the state is `superseded`. */
  readonly current?: AnswerReceipt['current'];
}

/** A started attempt with its paper, so that the page opens again without a network. */
export interface AttemptRow {
  readonly owner: string;
  readonly assignmentId: string;
  readonly attempt: RunningAttempt;
  readonly paper: OutputOf<typeof getPaper>;
}

/**
 * A file that a student chose for an answer. It stays on the device with its bytes until the attempt is handed in. `refused`: the server
 * does not take it; `uploaded`: the server has stored it, and the answer names it.
 */
export interface ChosenFile {
  /** Unique and in the order of the choice. */
  readonly key: string;
  readonly owner: string;
  readonly attemptId: string;
  readonly questionId: string;
  readonly file: File;
  readonly state: 'waiting' | 'refused' | 'uploaded';
  /** Why the server refused it. */
  readonly problem?: string;
  /** The stored file, after the upload. */
  readonly stored?: UserFile;
}

export class AnswerDatabase extends Dexie {
  declare readonly answers: Table<AnswerRow, [string, string, number]>;
  declare readonly files: Table<ChosenFile, string>;
  declare readonly attempts: Table<AttemptRow, [string, string]>;

  constructor() {
    // With strict durability a confirmed write survives a power failure, not only a crash of the browser.
    super('shufang-attempts', { chromeTransactionDurability: 'strict' });
    this.version(1).stores({
      answers: '[attemptId+questionId+seq], [attemptId+questionId], [attemptId+state], attemptId',
      attempts: '[owner+assignmentId]',
    });
    this.version(2).stores({ files: 'key, [attemptId+questionId], attemptId' });
  }
}

let opened: AnswerDatabase | undefined;
/** Returns the database, opened on first use. */
export const answerDatabase = (): AnswerDatabase => (opened ??= new AnswerDatabase());
