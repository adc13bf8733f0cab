/** Sets the price of a book, with its term, sale window and renewal price. Throws `catalog.bookNotFound`. */
import type { UseCase } from '../../../platform/http/register.ts';
import { operatorOf } from '../../audit/audit-events.ts';
import type { OrderDependencies } from '../order-dependencies.ts';
import { changeBookPrice } from './change-book-price.ts';

export const setBookPrice: UseCase<'setBookPrice', Pick<OrderDependencies, 'db' | 'clock'>> = async (deps, caller, input) => ({
  payload: await changeBookPrice(deps, operatorOf(caller), input),
  say: '已更新价格',
});
