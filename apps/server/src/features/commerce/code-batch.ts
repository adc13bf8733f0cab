/** Batches of codes and single codes as they are kept. */
import { type BatchState, type CodeState, codePurpose } from '@shufang/contract';

export const CODE_PURPOSES = codePurpose.options;
export type CodePurpose = (typeof CODE_PURPOSES)[number];

export interface CodeBatch {
  readonly id: string;
  readonly bookId: string;
  readonly purpose: CodePurpose;
  readonly state: BatchState;
  readonly count: number;
  readonly printing: string | undefined;
  /** Absent: for good. */
  readonly termDays: number | undefined;
  /** UTC ms; from the first moment on, and before the second. */
  readonly validFrom: number;
  readonly validUntil: number | undefined;
  /** Codes in one box of the printer's. */
  readonly boxSize: number;
  readonly rebindLimit: number;
  readonly createdBy: string;
  readonly approvedBy: string | undefined;
  readonly exportedAt: number | undefined;
  readonly createdAt: number;
}

/** A genuine code with what its batch says of it. */
export interface KnownCode {
  readonly bookId: string;
  readonly batchId: string;
  readonly status: 'minted' | 'exported' | 'bound' | 'released' | 'void';
  readonly boundUserId: string | undefined;
  readonly boundAt: number | undefined;
  readonly bindCount: number;
  readonly rebindLimit: number;
  readonly termDays: number | undefined;
  readonly validFrom: number;
  readonly validUntil: number | undefined;
}

/** How the code stands for this person at this moment. The binding statement of the store asks the same of the row it changes. */
export const stateOfCode = (code: KnownCode, asker: { userId: string; bookOnShelf: boolean; now: number }): CodeState => {
  if (code.status === 'void') return 'void';
  if (code.status === 'bound') return code.boundUserId === asker.userId ? 'mine' : 'used';
  if (code.status === 'released' && code.bindCount > code.rebindLimit) return 'used';
  if (code.validUntil !== undefined && code.validUntil <= asker.now) return 'expired';
  if (code.validFrom > asker.now) return 'notYetValid';
  return asker.bookOnShelf ? 'open' : 'bookClosed';
};
