/** Finds the card of the book that a code opens. */
import { type BookCard, CodedError } from '@shufang/contract';
import type { ReaderContext } from '../../platform/http/call-context.ts';
import type { ActivationCodeDependencies } from './activation-code-dependencies.ts';

/** Returns the card of a book. Throws `catalog.bookNotFound`. */
export const requireBookCard = async (
  deps: Pick<ActivationCodeDependencies, 'findBookCards'>,
  caller: ReaderContext,
  bookId: string,
): Promise<BookCard> => {
  const [card] = await deps.findBookCards(caller, [bookId]);
  if (card === undefined) throw new CodedError('catalog.bookNotFound');
  return card;
};
