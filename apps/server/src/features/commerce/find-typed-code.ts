/** From what a person typed to the code it is, with the budget for wrong tries around it. */
import { type BookCodePurpose, CodedError, opensBook, readActivationCode } from '@shufang/contract';
import type { Clock } from '../../platform/clock.ts';
import type { Database } from '../../platform/database.ts';
import type { RateLimiter } from '../../platform/rate-limit.ts';
import type { Book } from '../catalog/book.ts';
import { findBook } from '../catalog/find-books.ts';
import type { KnownCode } from './code-batch.ts';
import { codeBudget } from './code-budget.ts';
import { hashedCode } from './code-hash.ts';
import type { CodeName } from './code-sentences.ts';
import { findCode } from './code-store.ts';

export interface CodeDependencies {
  readonly db: Database;
  readonly clock: Clock;
  readonly limiter: RateLimiter;
  readonly codeKey: Uint8Array;
  /** The network an address is counted as. */
  readonly networkOf: (address: string) => string;
}

export interface CodeAsker {
  readonly userId: string;
  readonly address: string;
}

export interface FoundCode {
  readonly hmac: Buffer;
  readonly known: KnownCode;
  readonly book: Book;
  /** The fourth printed group. */
  readonly last4: string;
}

/** Any code there is. Throws `commerce.codeMistyped`, `commerce.codeUnknown`, `commerce.codeTries`, `catalog.bookNotFound`. */
export const findTypedCode = async (deps: CodeDependencies, asker: CodeAsker, typed: string, kind: CodeName): Promise<FoundCode> => {
  const budget = codeBudget(deps.limiter, { userId: asker.userId, network: deps.networkOf(asker.address), kind });
  await budget.check();
  const code = readActivationCode(typed);
  const kept = code === undefined ? undefined : hashedCode(deps.codeKey, code);
  const known = kept === undefined ? undefined : await findCode(deps.db.orm, kept.hmac);
  if (kept === undefined || known === undefined) {
    await budget.fail();
    throw new CodedError(code === undefined ? 'commerce.codeMistyped' : 'commerce.codeUnknown', { kind });
  }
  // Of many guesses at once, a right one that comes after the budget was used up gains nothing.
  await budget.check();
  const book = await findBook(deps.db.orm, known.bookId);
  if (book === undefined) throw new CodedError('catalog.bookNotFound');
  return { ...kept, known, book };
};

export interface FoundBookCode extends FoundCode {
  readonly purpose: BookCodePurpose;
}

/** A code that opens its book. Throws as `findTypedCode` does, and `commerce.codeForTeachers`. */
export const findBookCode = async (deps: CodeDependencies, asker: CodeAsker, typed: string): Promise<FoundBookCode> => {
  const found = await findTypedCode(deps, asker, typed, '激活码');
  const { purpose } = found.known;
  if (!opensBook(purpose)) throw new CodedError('commerce.codeForTeachers');
  return { ...found, purpose };
};
