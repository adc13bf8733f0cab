/** The paywall at the end of the chapters that the user may read; states the renewal price when the user's right has ended. */
import { useQuery } from '@tanstack/react-query';
import { offerQuery } from '../../../features/orders/queries.ts';
import { TrialWall, type TrialWallProps } from '../../../features/reading/notices.tsx';

export const ReaderWall = (props: Omit<TrialWallProps, 'renewFen'>) => {
  const { bookId, isSignedIn } = props;
  // Without an offer (not loaded yet, or loading failed), the button of the paywall links to the book's page.
  const { data: offer, isError } = useQuery({ ...offerQuery(bookId), enabled: isSignedIn });
  const renewFen = isError || offer?.renewal === undefined ? undefined : offer.priceFen;
  return <TrialWall {...props} renewFen={renewFen} />;
};
