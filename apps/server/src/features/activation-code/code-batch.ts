/** Types of stored code batches and codes, and the state of a code. */
import { type BatchState, type CodePurpose, type CodeState, codePurpose } from '@shufang/contract';
import { type Book, isOpenToNewReaders } from '../catalog/book.ts';

export const CODE_PURPOSES = codePurpose.options;

export interface CodeBatch {
  readonly id: string;
  readonly bookId: string;
  readonly purpose: CodePurpose;
  readonly state: BatchState;
  readonly count: number;
  readonly printing: string | undefined;
  /** Term of the entitlement in days; undefined: it never ends. */
  readonly termDays: number | undefined;
  /** Period in which codes can be bound, UTC ms; the start is inclusive, the end exclusive. */
  readonly validFrom: number;
  readonly validUntil: number | undefined;
  /** Number of codes that the printer packs into a box. */
  readonly boxSize: number;
  readonly rebindLimit: number;
  readonly createdBy: string;
  readonly approvedBy: string | undefined;
  readonly exportedAt: number | undefined;
  readonly createdAt: number;
}

/** A genuine code with the settings of its batch. */
export interface StoredCode {
  readonly bookId: string;
  readonly batchId: string;
  readonly purpose: CodePurpose;
  readonly status: 'minted' | 'exported' | 'bound' | 'released' | 'void';
  readonly boundUserId: string | undefined;
  readonly boundAt: number | undefined;
  readonly bindCount: number;
  readonly rebindLimit: number;
  readonly termDays: number | undefined;
  readonly validFrom: number;
  readonly validUntil: number | undefined;
}

/**
 * Returns the state of the code for this user now. The SQL statement that binds a code checks the same conditions on the row it updates.
 */
export const bindingStateOf = (
  code: StoredCode,
  caller: { userId: string; now: number },
): Exclude<CodeState, 'bookClosed' | 'bookRemoved'> => {
  if (code.status === 'void') return 'void';
  if (code.status === 'bound') return code.boundUserId === caller.userId ? 'mine' : 'used';
  if (code.status === 'released' && code.bindCount > code.rebindLimit) return 'used';
  if (code.validUntil !== undefined && code.validUntil <= caller.now) return 'expired';
  if (code.validFrom > caller.now) return 'notYetValid';
  return 'open';
};

/** Returns the state of the code for this user now, which depends on the state of the book as well. */
export const stateOfCode = (
  code: StoredCode,
  caller: { userId: string; book: Pick<Book, 'shelfState' | 'removalNotice'>; now: number },
): CodeState => {
  const state = bindingStateOf(code, caller);
  if (state !== 'open' || isOpenToNewReaders(caller.book)) return state;
  return caller.book.removalNotice === undefined ? 'bookClosed' : 'bookRemoved';
};
