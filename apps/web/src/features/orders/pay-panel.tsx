/** An order on its way to being paid: what and how much, how long, by which platform, and what has become of it. */
import { cancelOrder, type getOrder, type Order, type OutputOf, type PaymentChannel } from '@shufang/contract';
import { buttonClass, ModalDialog } from '@shufang/ui';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useEffect, useState } from 'react';
import { Link } from 'react-router';
import { call } from '../../platform/api/client.ts';
import { offerText } from '../../platform/messages/zh-cn/offer.ts';
import { ordersText } from '../../platform/messages/zh-cn/orders.ts';
import styles from './pay.module.css';
import { PayWith } from './pay-with.tsx';
import { pollQuery, refreshOrders } from './queries.ts';
import { useCountdown } from './use-countdown.ts';

const isWaiting = ({ status }: Pick<Order, 'status'>): boolean => status === 'created' || status === 'paid';

export const CancelDialog = ({ no, onClose }: { no: string; onClose: () => void }) => {
  const queryClient = useQueryClient();
  const cancelling = useMutation({
    mutationFn: () => call(cancelOrder, { no }),
    onSettled: async () => {
      await refreshOrders(queryClient);
      onClose();
    },
  });
  return (
    <ModalDialog title={ordersText.cancelOrder} onClose={onClose}>
      <p>{ordersText.cancelConfirm}</p>
      <div className={styles.dialogActions}>
        <button type="button" className={buttonClass('quiet')} onClick={onClose}>
          {ordersText.keepOrder}
        </button>
        <button type="button" className={buttonClass()} disabled={cancelling.isPending} onClick={() => cancelling.mutate()}>
          {ordersText.cancelOrder}
        </button>
      </div>
    </ModalDialog>
  );
};

/** Asks how the order stands until it is settled, and has the rest of the page asked again when it is. */
const useWaiting = (order: Order) => {
  const queryClient = useQueryClient();
  const { data, dataUpdatedAt, isError } = useQuery(pollQuery(order.no, isWaiting(order)));
  const told = data?.status;
  useEffect(() => {
    if (told !== undefined && told !== order.status) void refreshOrders(queryClient);
  }, [told, order.status, queryClient]);
  return { aheadMs: data === undefined ? 0 : data.now - dataUpdatedAt, hasFailed: isError };
};

const ToPay = ({ order, channels }: { order: Order; channels: readonly PaymentChannel[] }) => {
  const [chosen, setChosen] = useState(channels[0]);
  const [isCancelling, setCancelling] = useState(false);
  const { aheadMs, hasFailed } = useWaiting(order);
  const left = useCountdown(order.expireAt, aheadMs);
  return (
    <>
      <p className={styles.left} role="timer" aria-label={ordersText.timeLeft}>
        {left === undefined ? ordersText.confirming : `${ordersText.timeLeft} ${left}`}
      </p>
      {left === undefined || chosen === undefined ? null : (
        <>
          {channels.length === 1 ? null : (
            <fieldset className={styles.channels}>
              <legend>{ordersText.channelLabel}</legend>
              {channels.map((channel) => (
                <label key={channel} className={styles.channel}>
                  <input type="radio" name="channel" checked={channel === chosen} onChange={() => setChosen(channel)} />
                  {ordersText.channels[channel]}
                </label>
              ))}
            </fieldset>
          )}
          <PayWith key={chosen} no={order.no} channel={chosen} />
        </>
      )}
      <p className={styles.hint} role="status">
        {hasFailed ? ordersText.pollFailed : ordersText.waiting}
      </p>
      <button type="button" className={styles.textButton} onClick={() => setCancelling(true)}>
        {ordersText.cancelOrder}
      </button>
      {isCancelling ? <CancelDialog no={order.no} onClose={() => setCancelling(false)} /> : null}
    </>
  );
};

const Opening = ({ order }: { order: Order }) => {
  useWaiting(order);
  return <p className={styles.hint}>{ordersText.paidHint}</p>;
};

const Result = ({ title, mark, children }: { title: string; mark?: string; children: ReactNode }) => (
  <div className={styles.result} role="status">
    {mark === undefined ? null : (
      <span className={styles.mark} aria-hidden>
        {mark}
      </span>
    )}
    <h2 className={styles.resultTitle}>{title}</h2>
    {children}
  </div>
);

/** `backTo`: the place the person came from to buy. */
export const PayPanel = ({ detail, backTo }: { detail: OutputOf<typeof getOrder>; backTo: string | undefined }) => {
  const { order, channels } = detail;
  const [item] = order.items;
  const bookId = item?.bookId ?? '';
  const seeOrder = (
    <Link to={`/user/myOrders?no=${order.no}`} className={buttonClass('quiet')}>
      {ordersText.seeOrder}
    </Link>
  );
  return (
    <div className={styles.panel}>
      <div className={styles.what}>
        {order.bundle === undefined ? null : <p className={styles.book}>{ordersText.bundle.title(order.bundle.title)}</p>}
        <ul>
          {order.items.map(({ bookId: id, title, termDays }) => (
            <li key={id}>
              <Link to={`/course/info/${id}`} className={styles.book}>
                {title}
              </Link>
              <span className={styles.hint}>{offerText.term(termDays)}</span>
            </li>
          ))}
        </ul>
        <p className={styles.amount}>
          <span className={styles.hint}>{ordersText.toPay}</span>
          <strong>{ordersText.yuan(order.payFen)}</strong>
        </p>
        <p className={styles.hint}>{ordersText.orderNo(order.no)}</p>
      </div>
      {order.status === 'created' ? <ToPay order={order} channels={channels} /> : null}
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
          mark="✓"
        >
          <p className={styles.hint}>{ordersText.doneHint(offerText.term(item?.termDays))}</p>
          <div className={styles.actions}>
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
          </div>
        </Result>
      ) : null}
      {order.status === 'closed' ? (
        <Result title={ordersText.closedTitle}>
          <p className={styles.hint}>{ordersText.closedHint}</p>
          <div className={styles.actions}>
            <Link
              to={order.bundle === undefined ? `/course/info/${bookId}` : `/book/collection/${order.bundle.collectionId}`}
              className={buttonClass()}
            >
              {order.bundle === undefined ? ordersText.backToBook : ordersText.bundle.toCollection}
            </Link>
            {seeOrder}
          </div>
        </Result>
      ) : null}
      {order.status === 'refunding' || order.status === 'partiallyRefunded' || order.status === 'refunded' ? (
        <Result title={ordersText.refundTitle[order.status]}>
          {order.status === 'refunding' ? <p className={styles.hint}>{ordersText.refundingHint}</p> : null}
          <div className={styles.actions}>{seeOrder}</div>
        </Result>
      ) : null}
    </div>
  );
};
