/** One order for those who look after the money: what happened, what the platform told, what it opened, what went back. */
import { getDeskOrder, type OutputOf, queryOrder } from '@shufang/contract';
import { buttonClass, EmptyState, Facts, LoadFailure, RecordCard, RecordsSkeleton, StateBadge } from '@shufang/ui';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Link } from 'react-router';
import { ApiError, isRefusal } from '../../platform/api/api-error.ts';
import { call } from '../../platform/api/client.ts';
import { chineseDates } from '../../platform/chinese-dates.ts';
import { deskText } from '../../platform/messages/zh-cn/desk.ts';
import { deskOrdersText } from '../../platform/messages/zh-cn/desk-orders.ts';
import { ordersText } from '../../platform/messages/zh-cn/orders.ts';
import styles from './desk.module.css';
import { MakeRefund } from './desk-order-refund.tsx';
import { OrderRights } from './desk-order-rights.tsx';
import { ORDER_TONES } from './desk-orders.tsx';
import { deskOrderQuery, refreshDeskMoney } from './desk-queries.ts';

const text = deskOrdersText.order;
const time = chineseDates({ dateStyle: 'medium', timeStyle: 'medium' });
const day = chineseDates({ dateStyle: 'medium' });

type Detail = OutputOf<typeof getDeskOrder>;

/** The platform may know more than we do. */
const mayAskAgain = ({ order, refunds }: Detail): boolean =>
  order.status === 'created' || order.status === 'paid' || refunds.some(({ status }) => status === 'approved' || status === 'processing');

const AskAgain = ({ no }: { no: string }) => {
  const queryClient = useQueryClient();
  const asking = useMutation({ mutationFn: () => call(queryOrder, { no }), onSettled: () => refreshDeskMoney(queryClient) });
  return (
    <div className={styles.actions}>
      <button
        type="button"
        className={buttonClass()}
        aria-disabled={asking.isPending}
        onClick={() => {
          if (!asking.isPending) asking.mutate();
        }}
      >
        {asking.isPending ? text.querying : text.query}
      </button>
      <p className={styles.hint}>{text.queryHint}</p>
    </div>
  );
};

const Overview = ({ detail }: { detail: Detail }) => {
  const { order, buyer, channelTxn } = detail;
  const { yuan } = ordersText;
  const isPaid = order.paidAt !== undefined;
  return (
    <RecordCard
      title={order.bundle === undefined ? order.items.map(({ title }) => title).join('、') : ordersText.bundle.title(order.bundle.title)}
      mark={<StateBadge tone={ORDER_TONES[order.status]}>{ordersText.statuses[order.status]}</StateBadge>}
    >
      <Facts
        items={[
          [deskOrdersText.orderNo, order.no],
          [deskOrdersText.buyer, buyer.nickname === '' ? deskOrdersText.gone : `${buyer.nickname} ${buyer.tel}`],
          [isPaid ? text.paid : text.toPay, yuan(order.payFen)],
          ...(order.discountFen > 0 ? [[text.discount, yuan(order.discountFen)] as const] : []),
          ...(order.refundedFen > 0 ? [[text.refunded, yuan(order.refundedFen)] as const] : []),
          [deskOrdersText.channel, order.channel === undefined ? deskOrdersText.unpaid : ordersText.channels[order.channel]],
          ...(channelTxn === undefined ? [] : [[text.txn, channelTxn] as const]),
          [text.made, time.format(order.createdAt)],
          ...(order.status === 'created' ? [[text.payUntil, time.format(order.expireAt)] as const] : []),
        ]}
      />
      {mayAskAgain(detail) && !detail.isPart ? <AskAgain no={order.no} /> : null}
    </RecordCard>
  );
};

const History = ({ detail: { order, events } }: { detail: Detail }) => (
  <RecordCard title={text.timeline}>
    <ol className={styles.timeline}>
      {events.map((event) => {
        const detail = event.kind === 'closed' && order.closeReason !== undefined ? text.closed[order.closeReason] : event.detail;
        return (
          <li key={`${event.at}${event.kind}`}>
            <time className={styles.time} dateTime={new Date(event.at).toISOString()}>
              {time.format(event.at)}
            </time>
            <span>
              {ordersText.events[event.kind]}
              {event.amountFen === undefined ? null : <span className={styles.note}>{ordersText.yuan(event.amountFen)}</span>}
              {event.channel === undefined ? null : <span className={styles.note}>{ordersText.channels[event.channel]}</span>}
              {detail === '' ? null : <span className={styles.note}>{detail}</span>}
            </span>
          </li>
        );
      })}
    </ol>
  </RecordCard>
);

const Payments = ({ detail: { payments } }: { detail: Detail }) => (
  <RecordCard title={text.payments}>
    {payments.length === 0 ? <p className={styles.nothing}>{text.noPayments}</p> : null}
    <ol className={styles.timeline}>
      {payments.map((payment, index) => {
        const at = time.format(payment.at);
        return (
          <li key={`${payment.at} ${index}`}>
            <time className={styles.time} dateTime={new Date(payment.at).toISOString()}>
              {at}
            </time>
            <div>
              {text.types[payment.type]}
              <span className={styles.note}>{ordersText.channels[payment.channel]}</span>
              {payment.verified ? null : <span className={styles.fault}>{text.unverified}</span>}
              <details className={styles.told}>
                <summary aria-label={text.toldOf(`${text.types[payment.type]} ${at}`)}>{text.told}</summary>
                <pre>{JSON.stringify(payment.told, undefined, 2)}</pre>
              </details>
            </div>
          </li>
        );
      })}
    </ol>
  </RecordCard>
);

const Grants = ({ detail: { order, grants, isPart } }: { detail: Detail }) => (
  <RecordCard title={text.grants}>
    {grants.length === 0 ? <p className={styles.nothing}>{text.noGrants}</p> : null}
    <ul className={styles.timeline}>
      {grants.map(({ bookId, status, startsAt, endsAt, reason }) => (
        <li key={bookId}>
          <time className={styles.time} dateTime={new Date(startsAt).toISOString()}>
            {time.format(startsAt)}
          </time>
          <span>
            {order.items.find((item) => item.bookId === bookId)?.title ?? bookId}
            <span className={styles.note}>{endsAt === undefined ? text.forGood : text.until(day.format(endsAt))}</span>
            <span className={styles.note}>
              <StateBadge tone={status === 'active' ? 'good' : 'stop'}>{text.grantStatuses[status]}</StateBadge>
            </span>
            {reason === undefined ? null : <span className={styles.note}>{reason}</span>}
          </span>
        </li>
      ))}
    </ul>
    {isPart ? null : <OrderRights no={order.no} grants={grants} />}
  </RecordCard>
);

const Refunds = ({ detail: { order, refunds, isPart } }: { detail: Detail }) => (
  <RecordCard title={text.refunds}>
    {refunds.length === 0 ? <p className={styles.nothing}>{text.noRefunds}</p> : null}
    <ul className={styles.timeline}>
      {refunds.map((refund) => (
        <li key={refund.id}>
          <time className={styles.time} dateTime={new Date(refund.requestedAt).toISOString()}>
            {time.format(refund.requestedAt)}
          </time>
          <span>
            {ordersText.yuan(refund.amountFen)}
            <span className={styles.note}>{deskOrdersText.refunds.causes[refund.cause]}</span>
            <span className={styles.note}>
              <Link to={`/admin/refunds?status=${refund.status}`} className={styles.inline}>
                {deskOrdersText.refunds.statuses[refund.status]}
              </Link>
            </span>
            {refund.reason === '' ? null : <span className={styles.note}>{refund.reason}</span>}
            {refund.answer === '' ? null : <span className={styles.note}>{refund.answer}</span>}
          </span>
        </li>
      ))}
    </ul>
    <MakeRefund order={order} isPart={isPart} />
  </RecordCard>
);

const Invoice = ({ detail: { invoice } }: { detail: Detail }) => (
  <RecordCard title={text.invoice}>
    {invoice === undefined ? (
      <p className={styles.nothing}>{text.noInvoice}</p>
    ) : (
      <p>
        {invoice.title === '' ? deskOrdersText.gone : invoice.title}
        <span className={styles.note}>{ordersText.yuan(invoice.amountFen)}</span>
        <span className={styles.note}>
          <Link to={`/admin/invoices?status=${invoice.status}`} className={styles.inline}>
            {ordersText.invoiceStatuses[invoice.status]}
          </Link>
        </span>
        {invoice.answer === '' ? null : <span className={styles.note}>{invoice.answer}</span>}
      </p>
    )}
  </RecordCard>
);

export const DeskOrder = ({ no }: { no: string }) => {
  const { data, error, isError, refetch } = useQuery(deskOrderQuery(no));
  if (isRefusal(error, 'orders.notFound', 'request.invalid')) {
    return (
      <EmptyState title={text.unknown}>
        <p>{text.unknownHint}</p>
      </EmptyState>
    );
  }
  if (data === undefined) {
    if (!isError) return <RecordsSkeleton label={deskText.loading} />;
    const trace = error instanceof ApiError && error.requestId !== undefined ? deskText.trace(error.requestId) : undefined;
    return <LoadFailure text={deskText.failed(text.what)} trace={trace} retryLabel={deskText.retry} onRetry={() => void refetch()} />;
  }
  return (
    <div>
      {data.isPart ? <p className={styles.part}>{text.part}</p> : null}
      <Overview detail={data} />
      <History detail={data} />
      {data.isPart ? null : <Payments detail={data} />}
      <Grants detail={data} />
      <Refunds detail={data} />
      <Invoice detail={data} />
    </div>
  );
};
