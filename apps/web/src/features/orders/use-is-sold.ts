/**
 * Returns whether the book can be bought now, or has an unpaid order. Returns true while loading, so that the style of the button does not
 * change.
 */
import { useQuery } from '@tanstack/react-query';
import { offerQuery } from './queries.ts';

/** Hook that returns whether the book can be bought. `wanted`: whether the user may want to buy the book; if false, no request is sent. */
export const useIsSold = (bookId: string, wanted: boolean): boolean => {
  const { data: offer, isError } = useQuery({ ...offerQuery(bookId), enabled: wanted });
  if (!wanted) return false;
  return offer === undefined ? !isError : offer.priceFen !== undefined || offer.openOrderNo !== undefined;
};
