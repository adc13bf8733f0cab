/** The sale period, if limited: one line beside the price. */
import type { BookOffer } from '@shufang/contract';
import { offerText } from '../../platform/messages/zh-cn/offer.ts';

export const SaleLine = ({ saleFrom, saleTo, saleState }: Pick<BookOffer, 'saleFrom' | 'saleTo' | 'saleState'>) => {
  if (saleState === 'ended') return <span>{offerText.saleEnded(saleTo)}</span>;
  if (saleState === 'soon' && saleFrom !== undefined) return <span>{offerText.saleFrom(saleFrom)}</span>;
  return saleTo === undefined ? null : <span>{offerText.saleUntil(saleTo)}</span>;
};
