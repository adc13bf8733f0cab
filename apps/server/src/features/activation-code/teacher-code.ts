/**
 * One-time codes of teachers' guides: they share the rate limit of all codes, can be used once, and open no book. The caller decides what
 * using one grants.
 */
import { CodedError, opensBook } from '@shufang/contract';
import type { Transaction } from '../../platform/database.ts';
import { bindingStateOf, type StoredCode } from './code-batch.ts';
import { type CodeName, refusalOfCode } from './code-sentences.ts';
import { bindCode, findCode } from './code-store.ts';
import { type CodeCaller, type CodeDependencies, type FoundCode, findTypedCode } from './find-typed-code.ts';

const kind: CodeName = '教师认证码';

const refuseUnlessOpen = (code: StoredCode, userId: string, now: number): void => {
  const state = bindingStateOf(code, { userId, now });
  // A teacher code cannot be used again by the same user; only codes that open a book can.
  if (state === 'mine') throw new CodedError('activationCode.codeUsedUp');
  const refusal = refusalOfCode(state, code, { kind });
  if (refusal !== undefined) throw refusal;
};

/**
 * Returns a code that can be used now. Throws the errors of `findTypedCode` and `refusalOfCode`, `activationCode.codeForBooks`,
 * `activationCode.codeUsedUp`.
 */
export const findTeacherCode = async (deps: CodeDependencies, caller: CodeCaller, typed: string): Promise<FoundCode> => {
  const found = await findTypedCode(deps, caller, typed, kind);
  if (opensBook(found.known.purpose)) throw new CodedError('activationCode.codeForBooks');
  refuseUnlessOpen(found.known, caller.userId, deps.clock.now());
  return found;
};

/** Marks the teacher code as used. Of many concurrent callers one succeeds; the others get the errors of `findTeacherCode`. */
export const useUpTeacherCode = async (tx: Transaction, { hmac, known }: FoundCode, userId: string, now: number): Promise<void> => {
  if ((await bindCode(tx, hmac, userId, now)) !== undefined) return;
  const latest = (await findCode(tx, hmac)) ?? known;
  refuseUnlessOpen(latest, userId, now);
  throw new Error('a redeemable code was not redeemed');
};
