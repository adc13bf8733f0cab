/** The payment of an order: items, amount, remaining time, payment providers, and the result. */
import { cancelOrder, type getOrder, type Order, type OutputOf } from '@shufang/contract';
import { buttonClass, Cluster, ModalDialog, RadioOption, Row, Stack, Text, TextButton } from '@shufang/ui';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useEffect, useState } from 'react';
import { Link } from 'react-router';
import { call } from '../../platform/api/client.ts';
import { offerText } from '../../platform/messages/zh-cn/offer.ts';
import { ordersText } from '../../platform/messages/zh-cn/orders.ts';
import styles from './pay.module.css';
import { type Arrival, PayHere } from './pay-here.tsx';
import { PayWith } from './pay-with.tsx';
import { pollQuery, refreshOrders } from './queries.ts';
import { useCountdown } from './use-countdown.ts';

const isWaiting = ({ status }: Pick<Order, 'status'>): boolean => status === 'created' || status === 'paid';

export const CancelDialog = ({ no, onClose }: { no: string; onClose: () => void }) => {
  const queryClient = useQueryClient();
  const canceling = useMutation({
    mutationFn: () => call(cancelOrder, { no }),
    onSettled: async () => {
      await refreshOrders(queryClient);
      onClose();
    },
  });
  return (
    <ModalDialog title={ordersText.cancelOrder} onClose={onClose}>
      <p>{ordersText.cancelConfirm}</p>
      <Cluster gap={12} justify="end" marginTop={24}>
        <button type="button" className={buttonClass('quiet')} onClick={onClose}>
          {ordersText.keepOrder}
        </button>
        <button type="button" className={buttonClass()} disabled={canceling.isPending} onClick={() => canceling.mutate()}>
          {ordersText.cancelOrder}
        </button>
      </Cluster>
    </ModalDialog>
  );
};

/** Polls the order until it is settled, then invalidates the queries of the page. */
const useWaiting = (order: Order) => {
  const queryClient = useQueryClient();
  const { data, dataUpdatedAt, isError } = useQuery(pollQuery(order.no, isWaiting(order)));
  const polledStatus = data?.status;
  useEffect(() => {
    if (polledStatus !== undefined && polledStatus !== order.status) void refreshOrders(queryClient);
  }, [polledStatus, order.status, queryClient]);
  return { aheadMs: data === undefined ? 0 : data.now - dataUpdatedAt, hasFailed: isError };
};

interface PayPanelProps {
  readonly detail: OutputOf<typeof getOrder>;
  /** Path of the page to which the reader returns after the purchase. */
  readonly backTo: string | undefined;
  readonly arrival: Arrival;
}

const ToPay = ({ detail, backTo, arrival }: PayPanelProps) => {
  const { order, clientEnvironment: environment, channels, channelsElsewhere } = detail;
  // Only WeChat lets the reader return with an authorization, because it identifies the payer before the payment; so with an authorization
  // WeChat is selected.
  const [chosen, setChosen] = useState(arrival.authorization === undefined ? channels[0] : 'wechatNative');
  const [isCanceling, setCanceling] = useState(false);
  const { aheadMs, hasFailed } = useWaiting(order);
  const left = useCountdown(order.expireAt, aheadMs);
  return (
    <>
      <Text as="p" tabular role="timer" aria-label={ordersText.timeLeft}>
        {left === undefined ? ordersText.confirming : `${ordersText.timeLeft} ${left}`}
      </Text>
      {chosen === undefined ? <p>{ordersText.noChannelHere}</p> : null}
      {left === undefined || chosen === undefined ? null : (
        <>
          {channels.length === 1 ? null : (
            <Cluster as="fieldset" gap={8} justify="center" className={styles.channels}>
              <legend>{ordersText.channelLabel}</legend>
              {channels.map((channel) => (
                <RadioOption
                  key={channel}
                  look="small"
                  className={styles.channel}
                  name="channel"
                  checked={channel === chosen}
                  onChange={() => setChosen(channel)}
                >
                  {ordersText.channels[channel]}
                </RadioOption>
              ))}
            </Cluster>
          )}
          {environment === 'desktop' ? (
            <PayWith key={chosen} no={order.no} channel={chosen} />
          ) : (
            <PayHere
              key={chosen}
              order={order}
              channel={chosen}
              isInWechat={environment === 'wechat'}
              arrival={chosen === 'wechatNative' ? arrival : { ...arrival, authorization: undefined }}
              backTo={backTo}
            />
          )}
        </>
      )}
      {environment === 'wechat' && channelsElsewhere.includes('alipayPage') ? (
        <Text as="p" size={13} tone="faint">
          {ordersText.alipayElsewhere}
        </Text>
      ) : null}
      <Text as="p" size={13} tone="faint" role="status">
        {hasFailed ? ordersText.pollFailed : ordersText.waiting}
      </Text>
      <TextButton type="button" className={styles.textButton} onClick={() => setCanceling(true)}>
        {ordersText.cancelOrder}
      </TextButton>
      {isCanceling ? <CancelDialog no={order.no} onClose={() => setCanceling(false)} /> : null}
    </>
  );
};

const Opening = ({ order }: { order: Order }) => {
  useWaiting(order);
  return (
    <Text as="p" size={13} tone="faint">
      {ordersText.paidHint}
    </Text>
  );
};

const Result = ({ title, symbol, children }: { title: string; symbol?: string; children: ReactNode }) => (
  <Stack gap={12} justifyItems="center" textAlign="center" role="status">
    {symbol === undefined ? null : (
      <Stack as="span" placeItems="center" className={styles.mark} aria-hidden>
        {symbol}
      </Stack>
    )}
    <Text as="h2" size={20}>
      {title}
    </Text>
    {children}
  </Stack>
);

export const PayPanel = ({ detail, backTo, arrival }: PayPanelProps) => {
  const { order } = detail;
  const [item] = order.items;
  const bookId = item?.bookId ?? '';
  const seeOrder = (
    <Link to={`/user/myOrders?no=${order.no}`} className={buttonClass('quiet')}>
      {ordersText.seeOrder}
    </Link>
  );
  return (
    <Stack gap={20} justifyItems="center" className={styles.panel}>
      <Stack gap={4} justifyItems="center" fullWidth textAlign="center" className={styles.what}>
        {order.bundle === undefined ? null : (
          <Text as="p" size={18} weight={700} serif className={styles.book}>
            {ordersText.bundle.title(order.bundle.title)}
          </Text>
        )}
        <ul>
          {order.items.map(({ bookId: id, title, termDays }) => (
            <li key={id}>
              <Text to={`/course/info/${id}`} as={Link} size={18} weight={700} serif className={styles.book}>
                {title}
              </Text>
              <Text size={13} tone="faint">
                {offerText.term(termDays)}
              </Text>
            </li>
          ))}
        </ul>
        <Row as="p" gap={8} align="baseline" className={styles.amount}>
          <Text size={13} tone="faint">
            {ordersText.toPay}
          </Text>
          <strong>{ordersText.yuan(order.payFen)}</strong>
        </Row>
        <Text as="p" size={13} tone="faint">
          {ordersText.orderNo(order.no)}
        </Text>
      </Stack>
      {order.status === 'created' ? <ToPay detail={detail} backTo={backTo} arrival={arrival} /> : null}
      {order.status === 'paid' ? (
        <Result title={ordersText.paidTitle}>
          <Opening order={order} />
        </Result>
      ) : null}
      {order.status === 'fulfilled' ? (
        <Result
          title={
            order.bundle === undefined
              ? ordersText.doneTitle(item?.title ?? '')
              : ordersText.bundle.done(order.bundle.title, order.items.length)
          }
          symbol="✓"
        >
          <Text as="p" size={13} tone="faint">
            {ordersText.doneHint(offerText.term(item?.termDays))}
          </Text>
          <Cluster gap={12} justify="center" marginTop={8} className={styles.actions}>
            {order.bundle === undefined ? (
              <Link to={backTo ?? `/course/learning/${bookId}`} className={buttonClass()}>
                {backTo === undefined ? ordersText.startReading : ordersText.goOn}
              </Link>
            ) : (
              <Link to="/user/myBooks" className={buttonClass()}>
                {ordersText.bundle.toBooks}
              </Link>
            )}
            {seeOrder}
          </Cluster>
        </Result>
      ) : null}
      {order.status === 'closed' ? (
        <Result title={ordersText.closedTitle}>
          <Text as="p" size={13} tone="faint">
            {ordersText.closedHint}
          </Text>
          <Cluster gap={12} justify="center" marginTop={8} className={styles.actions}>
            <Link
              to={order.bundle === undefined ? `/course/info/${bookId}` : `/book/collection/${order.bundle.collectionId}`}
              className={buttonClass()}
            >
              {order.bundle === undefined ? ordersText.backToBook : ordersText.bundle.toCollection}
            </Link>
            {seeOrder}
          </Cluster>
        </Result>
      ) : null}
      {order.status === 'refunding' || order.status === 'partiallyRefunded' || order.status === 'refunded' ? (
        <Result title={ordersText.refundTitle[order.status]}>
          {order.status === 'refunding' ? (
            <Text as="p" size={13} tone="faint">
              {ordersText.refundingHint}
            </Text>
          ) : null}
          <Cluster gap={12} justify="center" marginTop={8} className={styles.actions}>
            {seeOrder}
          </Cluster>
        </Result>
      ) : null}
    </Stack>
  );
};
