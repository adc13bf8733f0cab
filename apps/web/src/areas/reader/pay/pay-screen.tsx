/** `/pay/:orderNo`: the payment of an order, its result, and a link to the page where the user came from. */
import { Page, PageHeader } from '@shufang/ui';
import { useSuspenseQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useParams, useSearchParams } from 'react-router';
import { safeRedirect } from '../../../features/account/safe-redirect.ts';
import { ForSignedIn } from '../../../features/account/signed-out.tsx';
import { findBackTo } from '../../../features/orders/leave-to.ts';
import type { Arrival } from '../../../features/orders/pay-here.tsx';
import { PayPanel } from '../../../features/orders/pay-panel.tsx';
import { orderQuery } from '../../../features/orders/queries.ts';
import { ordersText } from '../../../platform/messages/zh-cn/orders.ts';

const Pay = ({ no, ...rest }: { no: string; backTo: string | undefined; arrival: Arrival }) => {
  const detail = useSuspenseQuery(orderQuery(no)).data;
  return <PayPanel detail={detail} {...rest} />;
};

const arrivalOf = (params: URLSearchParams): Arrival => {
  const [code, state] = [params.get('code'), params.get('state')];
  return { returned: params.has('returned'), authorization: code === null || state === null ? undefined : { code, state } };
};

export const Component = () => {
  const { orderNo = '' } = useParams();
  const [params, setParams] = useSearchParams();
  const to = params.get('to') ?? findBackTo(orderNo) ?? null;
  const [arrival] = useState(() => arrivalOf(params));
  // The parameters that a payment provider adds to the URL are read once and then removed, so that a reload does not use them again.
  const isBare = [...params.keys()].every((name) => name === 'to');
  useEffect(() => {
    if (!isBare) setParams((given) => new URLSearchParams([...given].filter(([name]) => name === 'to')), { replace: true });
  }, [isBare, setParams]);
  return (
    <Page width="text">
      <PageHeader title={ordersText.payTitle} />
      <ForSignedIn signedOutText={ordersText.paySignedOut}>
        <Pay no={orderNo} backTo={to === null ? undefined : safeRedirect(to)} arrival={arrival} />
      </ForSignedIn>
    </Page>
  );
};
