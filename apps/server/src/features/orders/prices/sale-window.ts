/** The period in which a price is on sale, by the server's clock. */
import type { BookOffer } from '@shufang/contract';
import type { Sku } from '../order-record.ts';

type Window = Pick<Sku, 'saleFrom' | 'saleTo'>;

export const SALE_SENTENCES: Readonly<Record<NonNullable<BookOffer['saleState']>, string>> = { soon: '还没有开售', ended: '已经停售' };

/** Returns the state of the sale: `soon` before it begins, `ended` after its end; undefined while the price is on sale. */
export const saleStateOf = ({ saleFrom, saleTo }: Window, now: number): BookOffer['saleState'] => {
  if (saleTo !== undefined && now >= saleTo) return 'ended';
  return saleFrom !== undefined && now < saleFrom ? 'soon' : undefined;
};

/** Returns the sale window and its state as the contract shows them; empty without a price. */
export const viewWindow = (sku: Window | undefined, now: number): Pick<BookOffer, 'saleFrom' | 'saleTo' | 'saleState'> => {
  if (sku === undefined) return {};
  const saleState = saleStateOf(sku, now);
  return { ...saleWindowOf(sku), ...(saleState === undefined ? {} : { saleState }) };
};

export const saleWindowOf = ({ saleFrom, saleTo }: Window): { saleFrom?: number; saleTo?: number } => ({
  ...(saleFrom === undefined ? {} : { saleFrom }),
  ...(saleTo === undefined ? {} : { saleTo }),
});
