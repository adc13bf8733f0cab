/** Finds the code that a user entered, with the rate limit of failed attempts. */
import { type BookCodePurpose, CodedError, opensBook, readActivationCode } from '@shufang/contract';
import type { Clock } from '../../platform/clock.ts';
import type { Database } from '../../platform/database.ts';
import type { RateLimiter } from '../../platform/rate-limit.ts';
import type { Book } from '../catalog/book.ts';
import { findBook } from '../catalog/find-books.ts';
import { codeAttemptLimit } from './code-attempt-limit.ts';
import type { StoredCode } from './code-batch.ts';
import { hashedCode } from './code-hash.ts';
import type { CodeName } from './code-sentences.ts';
import { findCode } from './code-store.ts';

export interface CodeDependencies {
  readonly db: Database;
  readonly clock: Clock;
  readonly limiter: RateLimiter;
  readonly codeKey: Uint8Array;
  /** Returns the subnet of a client IP, by which attempts are counted. */
  readonly networkOf: (address: string) => string;
}

export interface CodeCaller {
  readonly userId: string;
  readonly address: string;
}

export interface FoundCode {
  readonly hmac: Buffer;
  readonly known: StoredCode;
  readonly book: Book;
  /** The fourth printed group of the code. */
  readonly last4: string;
}

/**
 * Finds a code of any purpose. Throws `activationCode.codeMistyped`, `activationCode.codeUnknown`, `activationCode.codeTries`, `catalog.bookNotFound`,
 * `unavailable`.
 */
export const findTypedCode = async (deps: CodeDependencies, caller: CodeCaller, typed: string, kind: CodeName): Promise<FoundCode> => {
  const attempts = codeAttemptLimit(deps.limiter, { userId: caller.userId, network: deps.networkOf(caller.address), kind });
  await attempts.check();
  const code = readActivationCode(typed);
  const hashed = code === undefined ? undefined : hashedCode(deps.codeKey, code);
  const known = hashed === undefined ? undefined : await findCode(deps.db.orm, hashed.hmac);
  if (hashed === undefined || known === undefined) {
    await attempts.fail();
    throw new CodedError(code === undefined ? 'activationCode.codeMistyped' : 'activationCode.codeUnknown', { kind });
  }
  // Concurrent attempts may have reached the rate limit meanwhile; then a genuine code is refused too.
  await attempts.check();
  const book = await findBook(deps.db.orm, known.bookId);
  if (book === undefined) throw new CodedError('catalog.bookNotFound');
  return { ...hashed, known, book };
};

export interface FoundBookCode extends FoundCode {
  readonly purpose: BookCodePurpose;
}

/** Finds a code that opens a book. Throws the errors of `findTypedCode`, and `activationCode.codeForTeachers`. */
export const findBookCode = async (deps: CodeDependencies, caller: CodeCaller, typed: string): Promise<FoundBookCode> => {
  const found = await findTypedCode(deps, caller, typed, '激活码');
  const { purpose } = found.known;
  if (!opensBook(purpose)) throw new CodedError('activationCode.codeForTeachers');
  return { ...found, purpose };
};
