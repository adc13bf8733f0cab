/** The end of what may be read, with the price where the right has ended and is renewed. */
import { useQuery } from '@tanstack/react-query';
import { offerQuery } from '../../features/orders/queries.ts';
import { TrialWall, type TrialWallProps } from '../../features/reading/notices.tsx';

export const ReaderWall = (props: Omit<TrialWallProps, 'renewFen'>) => {
  const { bookId, isSignedIn } = props;
  // Without an answer the wall leads to the page of the book, as for everybody.
  const { data: offer, isError } = useQuery({ ...offerQuery(bookId), enabled: isSignedIn });
  const renewFen = isError || offer?.renewal === undefined ? undefined : offer.priceFen;
  return <TrialWall {...props} renewFen={renewFen} />;
};
