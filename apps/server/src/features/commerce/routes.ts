/** Ties the calls about rights to their use cases. */
import { type BookCard, CodedError, checkActivationCode, redeemActivationCode } from '@shufang/contract';
import type { ReaderContext } from '../../platform/http/call-context.ts';
import type { Router } from '../../platform/http/router.ts';
import type { Book } from '../catalog/book.ts';
import { checkCode } from './check-code.ts';
import type { CodeAsker, CodeDependencies } from './find-typed-code.ts';
import { redeemCode } from './redeem-code.ts';
import type { RightsOf } from './rights-of.ts';

export interface CommerceDependencies extends CodeDependencies {
  readonly rights: RightsOf;
  /** Cards as the person sees them; unknown books are left out. */
  readonly findBookCards: (userId: string, bookIds: readonly string[]) => Promise<BookCard[]>;
}

const askerOf = ({ reader, address }: ReaderContext): CodeAsker => ({ userId: reader.userId, address });

export const registerCommerceRoutes = (router: Router, deps: CommerceDependencies): void => {
  const cardOf = async (userId: string, book: Book): Promise<BookCard> => {
    const [card] = await deps.findBookCards(userId, [book.id]);
    if (card === undefined) throw new CodedError('catalog.bookNotFound');
    return card;
  };
  router.handle(checkActivationCode, (input, context) => {
    const view = { cardOf: (book: Book) => cardOf(context.reader.userId, book), rightOf: (book: Book) => deps.rights.one(context, book) };
    return checkCode(deps, askerOf(context), view, input.code);
  });
  router.handle(redeemActivationCode, async (input, context) => {
    const { book, boundAt, repeated } = await redeemCode(deps, askerOf(context), input.code);
    const [card, right] = await Promise.all([cardOf(context.reader.userId, book), deps.rights.one(context, book)]);
    const say = repeated ? `您已用这个激活码开通《${book.title}》` : `已开通《${book.title}》`;
    return { payload: { book: card, right, boundAt, repeated }, say };
  });
};
