/** Ties the calls about rights to their use cases. */
import {
  type BookCard,
  CodedError,
  checkActivationCode,
  claimCode as claimOperation,
  detectInstitution,
  listMyClaims as listMyClaimsOperation,
  listMyCodes as listMyCodesOperation,
  redeemActivationCode,
  releaseActivationCode,
} from '@shufang/contract';
import type { ReaderContext } from '../../platform/http/call-context.ts';
import type { Router } from '../../platform/http/router.ts';
import type { Book } from '../catalog/book.ts';
import { findBook } from '../catalog/find-books.ts';
import { checkCode } from './check-code.ts';
import { type ClaimDependencies, claimCode, listMyClaims } from './claim-code.ts';
import { listHeldCodes } from './code-store.ts';
import type { CodeAsker, CodeDependencies } from './find-typed-code.ts';
import { redeemCode } from './redeem-code.ts';
import { releaseCode, viewHeldCode } from './release-code.ts';
import type { RightsOf } from './rights-of.ts';

export interface CommerceDependencies extends CodeDependencies, ClaimDependencies {
  readonly rights: RightsOf;
  /** Cards as the person sees them; unknown books are left out. */
  readonly findBookCards: (asker: ReaderContext, bookIds: readonly string[]) => Promise<BookCard[]>;
}

const askerOf = ({ reader, address }: ReaderContext): CodeAsker => ({ userId: reader.userId, address });

export const registerCommerceRoutes = (router: Router, deps: CommerceDependencies): void => {
  const cardOf = async (asker: ReaderContext, book: Book): Promise<BookCard> => {
    const [card] = await deps.findBookCards(asker, [book.id]);
    if (card === undefined) throw new CodedError('catalog.bookNotFound');
    return card;
  };
  router.handleAnyone(detectInstitution, async (_, context) => {
    const [licence] = await deps.rights.licencesFor(context);
    return licence === undefined ? {} : { institution: licence.institution, via: licence.mode };
  });
  router.handle(checkActivationCode, (input, context) => {
    const view = { cardOf: (book: Book) => cardOf(context, book), rightOf: (book: Book) => deps.rights.one(context, book) };
    return checkCode(deps, askerOf(context), view, input.code);
  });
  router.handle(redeemActivationCode, async (input, context) => {
    const { book, boundAt, repeated } = await redeemCode(deps, askerOf(context), input.code);
    const [card, right] = await Promise.all([cardOf(context, book), deps.rights.one(context, book)]);
    const say = repeated ? `您已用这个激活码开通《${book.title}》` : `已开通《${book.title}》`;
    return { payload: { book: card, right, boundAt, repeated }, say };
  });
  router.handle(listMyCodesOperation, async (_, context) => {
    const codes = await listHeldCodes(deps.db.orm, context.reader.userId);
    const cards = await deps.findBookCards(context, [...new Set(codes.map(({ bookId }) => bookId))]);
    const now = deps.clock.now();
    return {
      items: codes.flatMap((code) => {
        const book = cards.find(({ id }) => id === code.bookId);
        return book === undefined ? [] : [{ ...viewHeldCode(code, now), book }];
      }),
    };
  });
  router.handle(releaseActivationCode, async (input, context) => {
    const book = await findBook(deps.db.orm, await releaseCode(deps, context.reader.userId, input.codeId));
    if (book === undefined) throw new CodedError('catalog.bookNotFound');
    const [card, right] = await Promise.all([cardOf(context, book), deps.rights.one(context, book)]);
    return { payload: { book: card, right }, say: '已转让，书的下一位主人可以使用这个激活码' };
  });
  router.handle(claimOperation, async (input, context) => ({
    payload: { claim: await claimCode(deps, context.reader.userId, (book) => deps.rights.one(context, book), input) },
    say: '已提交，我们会尽快处理',
  }));
  router.handle(listMyClaimsOperation, (_, context) => listMyClaims(deps, context.reader.userId));
};
