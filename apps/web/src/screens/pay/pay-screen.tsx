/** `/pay/:orderNo`: paying an order, its result, and the way back to what the person wanted. */
import { Page, PageHeader } from '@shufang/ui';
import { useSuspenseQuery } from '@tanstack/react-query';
import { useParams, useSearchParams } from 'react-router';
import { safeRedirect } from '../../features/account/safe-redirect.ts';
import { ForSignedIn } from '../../features/account/signed-out.tsx';
import { PayPanel } from '../../features/orders/pay-panel.tsx';
import { orderQuery } from '../../features/orders/queries.ts';
import { ordersText } from '../../platform/messages/zh-cn/orders.ts';

const Pay = ({ no, backTo }: { no: string; backTo: string | undefined }) => {
  const detail = useSuspenseQuery(orderQuery(no)).data;
  return <PayPanel detail={detail} backTo={backTo} />;
};

export const Component = () => {
  const { orderNo = '' } = useParams();
  const [params] = useSearchParams();
  const to = params.get('to');
  return (
    <Page width="text">
      <PageHeader title={ordersText.payTitle} />
      <ForSignedIn signedOutText={ordersText.paySignedOut}>
        <Pay no={orderNo} backTo={to === null ? undefined : safeRedirect(to)} />
      </ForSignedIn>
    </Page>
  );
};
