/** A one-time code of a teachers' guide: found within the budget of all codes, used up once, and worth no book. What it makes of a person is for the caller. */
import { CodedError, opensBook } from '@shufang/contract';
import type { Transaction } from '../../platform/database.ts';
import { bindingStateOf, type KnownCode } from './code-batch.ts';
import { type CodeName, refusalOfCode } from './code-sentences.ts';
import { bindCode, findCode } from './code-store.ts';
import { type CodeAsker, type CodeDependencies, type FoundCode, findTypedCode } from './find-typed-code.ts';

const kind: CodeName = '教师认证码';

const refuseUnlessOpen = (code: KnownCode, userId: string, now: number): void => {
  const state = bindingStateOf(code, { userId, now });
  // One's own is no code to use again, as a book's is.
  if (state === 'mine') throw new CodedError('commerce.codeUsedUp');
  const refusal = refusalOfCode(state, code, { kind });
  if (refusal !== undefined) throw refusal;
};

/**
 * Answers a code that can be used now. Throws what `findTypedCode` does, `commerce.codeForBooks`, `commerce.codeUsedUp`, and the
 * refusals of `refusalOfCode`.
 */
export const findTeacherCode = async (deps: CodeDependencies, asker: CodeAsker, typed: string): Promise<FoundCode> => {
  const found = await findTypedCode(deps, asker, typed, kind);
  if (opensBook(found.known.purpose)) throw new CodedError('commerce.codeForBooks');
  refuseUnlessOpen(found.known, asker.userId, deps.clock.now());
  return found;
};

/** Of many at the same moment one uses it up; the others are refused as `findTeacherCode` would. */
export const useUpTeacherCode = async (tx: Transaction, { hmac, known }: FoundCode, userId: string, now: number): Promise<void> => {
  if ((await bindCode(tx, hmac, userId, now)) !== undefined) return;
  const latest = (await findCode(tx, hmac)) ?? known;
  refuseUnlessOpen(latest, userId, now);
  throw new Error('a code that could be used was not');
};
