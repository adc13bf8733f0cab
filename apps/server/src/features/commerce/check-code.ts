/** Tells a person what a code is before they bind it; changes nothing. */
import { type AccessRight, type BookCard, type CodeState, type checkActivationCode, mayReadAll, type OutputOf } from '@shufang/contract';
import type { Book } from '../catalog/book.ts';
import { stateOfCode } from './code-batch.ts';
import { refusalOfCode, termText } from './code-sentences.ts';
import { type CodeAsker, type CodeDependencies, findBookCode } from './find-typed-code.ts';

export interface CodeView {
  readonly cardOf: (book: Book) => Promise<BookCard>;
  readonly rightOf: (book: Book) => Promise<AccessRight>;
}

/** What helps who had the book by a code and has it no more. */
const wayBack = (book: Book, right: AccessRight): string => {
  if (right.openByCode !== true) return '';
  return book.accessModel === 'paid' ? '；可以在图书页面购买或续订，也可以用新的激活码开通' : '；可以用新的激活码再次开通';
};

const reasonOf = (state: CodeState, termDays: number | undefined, { book, right }: { book: Book; right: AccessRight }): string => {
  if (state === 'open') return `正版激活码，激活后${termText(termDays)}`;
  return mayReadAll(right) ? '您已用这个激活码开通本书' : `您用这个激活码开通过本书；${right.reason}${wayBack(book, right)}`;
};

export const checkCode = async (
  deps: CodeDependencies,
  asker: CodeAsker,
  view: CodeView,
  typed: string,
): Promise<OutputOf<typeof checkActivationCode>> => {
  const { known, book } = await findBookCode(deps, asker, typed);
  const state = stateOfCode(known, { userId: asker.userId, book, now: deps.clock.now() });
  const [card, right] = await Promise.all([view.cardOf(book), view.rightOf(book)]);
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
