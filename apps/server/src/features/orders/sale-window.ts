/** Between which times a price is sold. The server's clock decides. */
import type { BookOffer } from '@shufang/contract';
import type { Sku } from './order-record.ts';

type Window = Pick<Sku, 'saleFrom' | 'saleTo'>;

export const SALE_SENTENCES: Readonly<Record<NonNullable<BookOffer['saleState']>, string>> = { soon: '还没有开售', ended: '已经停售' };

/** Undefined: it is sold now. */
export const saleStateOf = ({ saleFrom, saleTo }: Window, now: number): BookOffer['saleState'] => {
  if (saleTo !== undefined && now >= saleTo) return 'ended';
  return saleFrom !== undefined && now < saleFrom ? 'soon' : undefined;
};

/** The bounds that there are, and whether it is sold now, for answers. Nothing for what has no price. */
export const viewWindow = (sku: Window | undefined, now: number): Pick<BookOffer, 'saleFrom' | 'saleTo' | 'saleState'> => {
  if (sku === undefined) return {};
  const saleState = saleStateOf(sku, now);
  return { ...boundsOf(sku), ...(saleState === undefined ? {} : { saleState }) };
};

export const boundsOf = ({ saleFrom, saleTo }: Window): { saleFrom?: number; saleTo?: number } => ({
  ...(saleFrom === undefined ? {} : { saleFrom }),
  ...(saleTo === undefined ? {} : { saleTo }),
});
