/** Batches of codes and single codes as they are kept. */
import { type BatchState, type BookCodePurpose, type CodePurpose, type CodeState, codePurpose } from '@shufang/contract';
import { type Book, isOpenToNewReaders } from '../catalog/book.ts';
import type { EntitlementSource } from './entitlement.ts';

export const CODE_PURPOSES = codePurpose.options;

/** What a right by a code comes from: a copy given away is no paid one. The code of a teachers' book is printed in a book as others are. */
const SOURCES = { printedBook: 'code', teacher: 'code', sales: 'code', sample: 'sample', gift: 'gift' } as const satisfies Record<
  BookCodePurpose,
  EntitlementSource
>;

export type CodeSource = (typeof SOURCES)[BookCodePurpose];

export const sourceOfPurpose = (purpose: BookCodePurpose): CodeSource => SOURCES[purpose];

/** Every source a right by a code may have. */
export const CODE_SOURCES: readonly CodeSource[] = [...new Set(Object.values(SOURCES))];

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

/** How the code itself stands for this person at this moment. The binding statement of the store asks the same of the row it changes. */
export const bindingStateOf = (
  code: KnownCode,
  asker: { userId: string; now: number },
): Exclude<CodeState, 'bookClosed' | 'bookRemoved'> => {
  if (code.status === 'void') return 'void';
  if (code.status === 'bound') return code.boundUserId === asker.userId ? 'mine' : 'used';
  if (code.status === 'released' && code.bindCount > code.rebindLimit) return 'used';
  if (code.validUntil !== undefined && code.validUntil <= asker.now) return 'expired';
  if (code.validFrom > asker.now) return 'notYetValid';
  return 'open';
};

/** The same with the book it opens. */
export const stateOfCode = (
  code: KnownCode,
  asker: { userId: string; book: Pick<Book, 'shelfState' | 'removalNotice'>; now: number },
): CodeState => {
  const state = bindingStateOf(code, asker);
  if (state !== 'open' || isOpenToNewReaders(asker.book)) return state;
  return asker.book.removalNotice === undefined ? 'bookClosed' : 'bookRemoved';
};
