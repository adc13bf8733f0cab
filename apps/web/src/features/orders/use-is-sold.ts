/** Whether a book can be bought now, or an order for it be paid; while nobody knows, it can: the button that stands there does not change its weight. */
import { useQuery } from '@tanstack/react-query';
import { offerQuery } from './queries.ts';

/** `wanted`: false where buying is out of the question; then nothing is asked. */
export const useIsSold = (bookId: string, wanted: boolean): boolean => {
  const { data: offer, isError } = useQuery({ ...offerQuery(bookId), enabled: wanted });
  if (!wanted) return false;
  return offer === undefined ? !isError : offer.priceFen !== undefined || offer.openOrderNo !== undefined;
};
