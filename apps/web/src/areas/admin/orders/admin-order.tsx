/** Admin page of one order: events, messages from the payment provider, entitlements and refunds. */
import { getAdminOrder, type OutputOf, queryOrder } from '@shufang/contract';
import { buttonClass, Cluster, EmptyState, Facts, Grid, LoadFailure, RecordCard, RecordsSkeleton, StateBadge, Text } from '@shufang/ui';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Link } from 'react-router';
import { ApiError, isRefusal } from '../../../platform/api/api-error.ts';
import { call } from '../../../platform/api/client.ts';
import { chineseDates } from '../../../platform/chinese-dates.ts';
import { adminOrdersText } from '../../../platform/messages/zh-cn/admin-orders.ts';
import { ordersText } from '../../../platform/messages/zh-cn/orders.ts';
import { recordsText } from '../../../platform/messages/zh-cn/records.ts';
import { MakeRefund } from './admin-order-refund.tsx';
import { OrderRights } from './admin-order-rights.tsx';
import { ORDER_TONES } from './admin-orders.tsx';
import { adminOrderQuery, refreshAdminPayments } from './admin-queries.ts';
import styles from './orders.module.css';

const text = adminOrdersText.order;
const time = chineseDates({ dateStyle: 'medium', timeStyle: 'medium' });
const day = chineseDates({ dateStyle: 'medium' });

type Detail = OutputOf<typeof getAdminOrder>;

/** Returns whether the payment provider may report a newer state of the order or of a refund, so that a query to the provider is useful. */
const mayAskAgain = ({ order, refunds }: Detail): boolean =>
  order.status === 'created' || order.status === 'paid' || refunds.some(({ status }) => status === 'approved' || status === 'processing');

const AskAgain = ({ no }: { no: string }) => {
  const queryClient = useQueryClient();
  const asking = useMutation({ mutationFn: () => call(queryOrder, { no }), onSettled: () => refreshAdminPayments(queryClient) });
  return (
    <Cluster gap={12} align="center" marginTop={20}>
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
      <Text as="p" size={13} tone="faint" className={styles.hint}>
        {text.queryHint}
      </Text>
    </Cluster>
  );
};

const Overview = ({ detail }: { detail: Detail }) => {
  const { order, buyer, channelTxn } = detail;
  const { yuan } = ordersText;
  const isPaid = order.paidAt !== undefined;
  return (
    <RecordCard
      title={order.bundle === undefined ? order.items.map(({ title }) => title).join('、') : ordersText.bundle.title(order.bundle.title)}
      badge={<StateBadge tone={ORDER_TONES[order.status]}>{ordersText.statuses[order.status]}</StateBadge>}
    >
      <Facts
        items={[
          [adminOrdersText.orderNo, order.no],
          [adminOrdersText.buyer, buyer.nickname === '' ? adminOrdersText.gone : `${buyer.nickname} ${buyer.tel}`],
          [isPaid ? text.paid : text.toPay, yuan(order.payFen)],
          ...(order.discountFen > 0 ? [[text.discount, yuan(order.discountFen)] as const] : []),
          ...(order.refundedFen > 0 ? [[text.refunded, yuan(order.refundedFen)] as const] : []),
          [adminOrdersText.channel, order.channel === undefined ? adminOrdersText.unpaid : ordersText.channels[order.channel]],
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
    <Grid as="ol" gap={8} className={styles.timeline}>
      {events.map((event) => {
        const detail = event.kind === 'closed' && order.closeReason !== undefined ? text.closed[order.closeReason] : event.detail;
        return (
          <li key={`${event.at}${event.kind}`}>
            <Text as="time" size={14} tone="faint" tabular dateTime={new Date(event.at).toISOString()}>
              {time.format(event.at)}
            </Text>
            <span>
              {ordersText.events[event.kind]}
              {event.amountFen === undefined ? null : (
                <Text size={14} tone="soft" className={styles.note}>
                  {ordersText.yuan(event.amountFen)}
                </Text>
              )}
              {event.channel === undefined ? null : (
                <Text size={14} tone="soft" className={styles.note}>
                  {ordersText.channels[event.channel]}
                </Text>
              )}
              {detail === '' ? null : (
                <Text size={14} tone="soft" className={styles.note}>
                  {detail}
                </Text>
              )}
            </span>
          </li>
        );
      })}
    </Grid>
  </RecordCard>
);

const Payments = ({ detail: { payments } }: { detail: Detail }) => (
  <RecordCard title={text.payments}>
    {payments.length === 0 ? (
      <Text as="p" tone="faint">
        {text.noPayments}
      </Text>
    ) : null}
    <Grid as="ol" gap={8} className={styles.timeline}>
      {payments.map((payment, index) => {
        const at = time.format(payment.at);
        return (
          <li key={`${payment.at} ${index}`}>
            <Text as="time" size={14} tone="faint" tabular dateTime={new Date(payment.at).toISOString()}>
              {at}
            </Text>
            <div>
              {text.types[payment.type]}
              <Text size={14} tone="soft" className={styles.note}>
                {ordersText.channels[payment.channel]}
              </Text>
              {payment.verified ? null : (
                <Text size={13} tone="accent">
                  {text.unverified}
                </Text>
              )}
              <details className={styles.platformResponse}>
                <summary aria-label={text.platformResponseOf(`${text.types[payment.type]} ${at}`)}>{text.platformResponse}</summary>
                <pre>{JSON.stringify(payment.message, undefined, 2)}</pre>
              </details>
            </div>
          </li>
        );
      })}
    </Grid>
  </RecordCard>
);

const Grants = ({ detail: { order, grants, isPart } }: { detail: Detail }) => (
  <RecordCard title={text.grants}>
    {grants.length === 0 ? (
      <Text as="p" tone="faint">
        {text.noGrants}
      </Text>
    ) : null}
    <Grid as="ul" gap={8} className={styles.timeline}>
      {grants.map(({ bookId, status, startsAt, endsAt, reason }) => (
        <li key={bookId}>
          <Text as="time" size={14} tone="faint" tabular dateTime={new Date(startsAt).toISOString()}>
            {time.format(startsAt)}
          </Text>
          <span>
            {order.items.find((item) => item.bookId === bookId)?.title ?? bookId}
            <Text size={14} tone="soft" className={styles.note}>
              {endsAt === undefined ? text.forGood : text.until(day.format(endsAt))}
            </Text>
            <Text size={14} tone="soft" className={styles.note}>
              <StateBadge tone={status === 'active' ? 'good' : 'stop'}>{text.grantStatuses[status]}</StateBadge>
            </Text>
            {reason === undefined ? null : (
              <Text size={14} tone="soft" className={styles.note}>
                {reason}
              </Text>
            )}
          </span>
        </li>
      ))}
    </Grid>
    {isPart ? null : <OrderRights no={order.no} grants={grants} />}
  </RecordCard>
);

const Refunds = ({ detail: { order, refunds, isPart } }: { detail: Detail }) => (
  <RecordCard title={text.refunds}>
    {refunds.length === 0 ? (
      <Text as="p" tone="faint">
        {text.noRefunds}
      </Text>
    ) : null}
    <Grid as="ul" gap={8} className={styles.timeline}>
      {refunds.map((refund) => (
        <li key={refund.id}>
          <Text as="time" size={14} tone="faint" tabular dateTime={new Date(refund.requestedAt).toISOString()}>
            {time.format(refund.requestedAt)}
          </Text>
          <span>
            {ordersText.yuan(refund.amountFen)}
            <Text size={14} tone="soft" className={styles.note}>
              {adminOrdersText.refunds.causes[refund.cause]}
            </Text>
            <Text size={14} tone="soft" className={styles.note}>
              <Text to={`/admin/refunds?status=${refund.status}`} as={Link} tone="accent" tabular underline>
                {adminOrdersText.refunds.statuses[refund.status]}
              </Text>
            </Text>
            {refund.reason === '' ? null : (
              <Text size={14} tone="soft" className={styles.note}>
                {refund.reason}
              </Text>
            )}
            {refund.reply === '' ? null : (
              <Text size={14} tone="soft" className={styles.note}>
                {refund.reply}
              </Text>
            )}
          </span>
        </li>
      ))}
    </Grid>
    <MakeRefund order={order} isPart={isPart} />
  </RecordCard>
);

const Invoice = ({ detail: { invoice } }: { detail: Detail }) => (
  <RecordCard title={text.invoice}>
    {invoice === undefined ? (
      <Text as="p" tone="faint">
        {text.noInvoice}
      </Text>
    ) : (
      <p>
        {invoice.title === '' ? adminOrdersText.gone : invoice.title}
        <Text size={14} tone="soft" className={styles.note}>
          {ordersText.yuan(invoice.amountFen)}
        </Text>
        <Text size={14} tone="soft" className={styles.note}>
          <Text to={`/admin/invoices?status=${invoice.status}`} as={Link} tone="accent" tabular underline>
            {ordersText.invoiceStatuses[invoice.status]}
          </Text>
        </Text>
        {invoice.reply === '' ? null : (
          <Text size={14} tone="soft" className={styles.note}>
            {invoice.reply}
          </Text>
        )}
      </p>
    )}
  </RecordCard>
);

export const AdminOrder = ({ no }: { no: string }) => {
  const { data, error, isError, refetch } = useQuery(adminOrderQuery(no));
  if (isRefusal(error, 'orders.notFound', 'request.invalid')) {
    return (
      <EmptyState title={text.unknown}>
        <p>{text.unknownHint}</p>
      </EmptyState>
    );
  }
  if (data === undefined) {
    if (!isError) return <RecordsSkeleton label={recordsText.loading} />;
    const trace = error instanceof ApiError && error.requestId !== undefined ? recordsText.trace(error.requestId) : undefined;
    return <LoadFailure text={recordsText.failed(text.what)} trace={trace} retryLabel={recordsText.retry} onRetry={() => void refetch()} />;
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
