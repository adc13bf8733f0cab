/** Lists the codes that the caller has bound, with their books and release rules. */
import type { UseCase } from '../../platform/http/register.ts';
import type { ActivationCodeDependencies } from './activation-code-dependencies.ts';
import { listHeldCodes } from './code-store.ts';
import { viewHeldCode } from './release-code.ts';

export const listMyCodes: UseCase<'listMyCodes', Pick<ActivationCodeDependencies, 'db' | 'clock' | 'findBookCards'>> = async (
  deps,
  caller,
) => {
  const codes = await listHeldCodes(deps.db.orm, caller.reader.userId);
  const cards = await deps.findBookCards(caller, [...new Set(codes.map(({ bookId }) => bookId))]);
  const now = deps.clock.now();
  return {
    items: codes.flatMap((code) => {
      const book = cards.find(({ id }) => id === code.bookId);
      return book === undefined ? [] : [{ ...viewHeldCode(code, now), book }];
    }),
  };
};
