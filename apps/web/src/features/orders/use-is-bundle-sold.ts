/** Returns whether the collection is sold as a bundle now, or has an unpaid order; undefined while that is loading. */
import { useQuery } from '@tanstack/react-query';
import { bundleOfferQuery } from './queries.ts';

export const useIsBundleSold = (collectionId: string, wanted: boolean): boolean | undefined => {
  const { data: offer, isError } = useQuery({ ...bundleOfferQuery(collectionId), enabled: wanted });
  if (!wanted || isError) return false;
  return offer === undefined ? undefined : offer.priceFen !== undefined || offer.openOrderNo !== undefined;
};
