/** Binds a code to the caller and grants its book. Redeeming one's own code again succeeds. Throws the errors of `redeemCode`. */
import type { UseCase } from '../../platform/http/register.ts';
import type { ActivationCodeDependencies } from './activation-code-dependencies.ts';
import { requireBookCard } from './book-card.ts';
import { redeemCode } from './redeem-code.ts';

export const redeemActivationCode: UseCase<'redeemActivationCode', ActivationCodeDependencies> = async (deps, caller, { code }) => {
  const { book, boundAt, repeated } = await redeemCode(deps, { userId: caller.reader.userId, address: caller.address }, code);
  const [card, right] = await Promise.all([requireBookCard(deps, caller, book.id), deps.rights.one(caller, book)]);
  const say = repeated ? `您已用这个激活码开通《${book.title}》` : `已开通《${book.title}》`;
  return { payload: { book: card, right, boundAt, repeated }, say };
};
