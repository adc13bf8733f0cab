/** Tells a person what a code is before they bind it; changes nothing. */
import type { AccessRight, BookCard, CodeState, checkActivationCode, OutputOf } from '@shufang/contract';
import type { Book } from '../catalog/book.ts';
import { stateOfCode } from './code-batch.ts';
import { refusalOfCode, termText } from './code-sentences.ts';
import { type CodeAsker, type CodeDependencies, findTypedCode } from './find-typed-code.ts';

export interface CodeView {
  readonly cardOf: (book: Book) => Promise<BookCard>;
  readonly rightOf: (book: Book) => Promise<AccessRight>;
}

const reasonOf = (state: CodeState, termDays: number | undefined, refusal: string): string => {
  if (state === 'open') return `正版激活码，激活后${termText(termDays)}`;
  return state === 'mine' ? '您已用这个激活码开通本书' : refusal;
};

export const checkCode = async (
  deps: CodeDependencies,
  asker: CodeAsker,
  view: CodeView,
  typed: string,
): Promise<OutputOf<typeof checkActivationCode>> => {
  const { known, book } = await findTypedCode(deps, asker, typed);
  const state = stateOfCode(known, { userId: asker.userId, bookOnShelf: book.shelfState === 'published', now: deps.clock.now() });
  const [card, right] = await Promise.all([view.cardOf(book), view.rightOf(book)]);
  return {
    book: card,
    state,
    bindable: state === 'open',
    reason: reasonOf(state, known.termDays, refusalOfCode(state, known)?.message ?? ''),
    ...(known.termDays === undefined ? {} : { termDays: known.termDays }),
    ...(known.validUntil === undefined ? {} : { validUntil: known.validUntil }),
    right,
  };
};
