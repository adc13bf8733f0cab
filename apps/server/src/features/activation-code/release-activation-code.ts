/** Releases a code of the caller for the next owner of the paper book. Throws the errors of `releaseCode`, `catalog.bookNotFound`. */
import { CodedError } from '@shufang/contract';
import type { UseCase } from '../../platform/http/register.ts';
import { findBook } from '../catalog/find-books.ts';
import type { ActivationCodeDependencies } from './activation-code-dependencies.ts';
import { requireBookCard } from './book-card.ts';
import { releaseCode } from './release-code.ts';

export const releaseActivationCode: UseCase<'releaseActivationCode', ActivationCodeDependencies> = async (deps, caller, { codeId }) => {
  const book = await findBook(deps.db.orm, await releaseCode(deps, caller.reader.userId, codeId));
  if (book === undefined) throw new CodedError('catalog.bookNotFound');
  const [card, right] = await Promise.all([requireBookCard(deps, caller, book.id), deps.rights.one(caller, book)]);
  return { payload: { book: card, right }, say: '已转让，书的下一位主人可以使用这个激活码' };
};
