/** Whether a collection can be bought as one now, or an order for it be paid; undefined while nobody knows, for most are not sold so. */
import { useQuery } from '@tanstack/react-query';
import { bundleOfferQuery } from './queries.ts';

export const useIsBundleSold = (collectionId: string, wanted: boolean): boolean | undefined => {
  const { data: offer, isError } = useQuery({ ...bundleOfferQuery(collectionId), enabled: wanted });
  if (!wanted || isError) return false;
  return offer === undefined ? undefined : offer.priceFen !== undefined || offer.openOrderNo !== undefined;
};
