/** Looks up a code before it is bound, without changing anything. Throws the errors of `findBookCode`. */
import { type AccessRight, type CodeState, mayReadAll } from '@shufang/contract';
import type { UseCase } from '../../platform/http/register.ts';
import type { Book } from '../catalog/book.ts';
import type { ActivationCodeDependencies } from './activation-code-dependencies.ts';
import { requireBookCard } from './book-card.ts';
import { stateOfCode } from './code-batch.ts';
import { refusalOfCode, termText } from './code-sentences.ts';
import { findBookCode } from './find-typed-code.ts';

/**
 * Returns the end of the message for a user who once redeemed this code, but whose right to read the book has expired or was withdrawn: it
 * names the ways to get the right again. Returns an empty text if redeeming another code would not help.
 */
const renewalText = (book: Book, right: AccessRight): string => {
  if (right.openByCode !== true) return '';
  return book.accessModel === 'paid' ? '；可以在图书页面购买或续订，也可以用新的激活码开通' : '；可以用新的激活码再次开通';
};

const reasonOf = (state: CodeState, termDays: number | undefined, { book, right }: { book: Book; right: AccessRight }): string => {
  if (state === 'open') return `正版激活码，激活后${termText(termDays)}`;
  return mayReadAll(right) ? '您已用这个激活码开通本书' : `您用这个激活码开通过本书；${right.reason}${renewalText(book, right)}`;
};

export const checkActivationCode: UseCase<'checkActivationCode', ActivationCodeDependencies> = async (deps, caller, { code: typed }) => {
  const { userId } = caller.reader;
  const { known, book } = await findBookCode(deps, { userId, address: caller.address }, typed);
  const state = stateOfCode(known, { userId, book, now: deps.clock.now() });
  const [card, right] = await Promise.all([requireBookCard(deps, caller, book.id), deps.rights.one(caller, book)]);
  return {
    book: card,
    state,
    bindable: state === 'open',
    reason: refusalOfCode(state, known, { kind: '激活码', ...book })?.message ?? reasonOf(state, known.termDays, { book, right }),
    ...(known.termDays === undefined ? {} : { termDays: known.termDays }),
    ...(known.validUntil === undefined ? {} : { validUntil: known.validUntil }),
    right,
  };
};
