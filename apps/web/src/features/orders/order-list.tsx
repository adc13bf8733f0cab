/** The reader's orders, each with its actions and, on request, its history. */
import { mayReadAll, type Order } from '@shufang/contract';
import { buttonClass, Cluster, Grid, Panel, Stack, Text } from '@shufang/ui';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { chineseDates } from '../../platform/chinese-dates.ts';
import { offerText } from '../../platform/messages/zh-cn/offer.ts';
import { ordersText } from '../../platform/messages/zh-cn/orders.ts';
import { InvoiceSheets } from './invoice-sheets.tsx';
import styles from './orders.module.css';
import { orderQuery } from './queries.ts';
import { useCountdown } from './use-countdown.ts';

const timeFormat = chineseDates({ dateStyle: 'medium', timeStyle: 'short' });

/** Returns whether the user may read at least one book of the order. */
const isHeld = ({ status }: Order): boolean => status === 'fulfilled' || status === 'partiallyRefunded';
const heldItems = ({ items }: Order): Order['items'] => items.filter(({ refundedAt }) => refundedAt === undefined);

/**
 * Returns whether the user may read a book of an order. A cached response of an older client has no rights; its books count as readable.
 */
const isOpen = ({ right }: Order['items'][number]): boolean => right === undefined || mayReadAll(right);

const Details = ({ no }: { no: string }) => {
  const { data, isError, refetch } = useQuery(orderQuery(no));
  if (isError && data === undefined) {
    return (
      <p role="alert">
        {ordersText.detailsFailed}{' '}
        <button type="button" className={styles.textButton} onClick={() => void refetch()}>
          {ordersText.retry}
        </button>
      </p>
    );
  }
  if (data === undefined) return <p role="status">{ordersText.loadingDetails}</p>;
  const { order, events, invoice, refundRule } = data;
  return (
    <>
      <Text as="h3" size={15}>
        {ordersText.timeline}
      </Text>
      <Grid as="ol" gap={6} className={styles.timeline}>
        {events.map((event) => (
          <li key={`${event.at}${event.kind}`}>
            <Text as="time" tone="faint" tabular>
              {timeFormat.format(event.at)}
            </Text>
            <span>
              {ordersText.events[event.kind]}
              {event.kind === 'paid' && event.channel !== undefined ? `（${ordersText.channels[event.channel]}）` : ''}
              {event.amountFen === undefined ? '' : ` ${ordersText.yuan(event.amountFen)}`}
              {event.detail === '' ? null : (
                <Text size={13} tone="faint">
                  {' '}
                  {event.detail}
                </Text>
              )}
            </span>
          </li>
        ))}
      </Grid>
      {isHeld(order) ? (
        <p>
          {ordersText.granted(
            heldItems(order)
              .map(({ title, termDays }) => `《${title}》${offerText.term(termDays)}`)
              .join('、'),
          )}{' '}
          <Link to="/user/myBooks" className={styles.textButton}>
            {ordersText.toRights}
          </Link>
        </p>
      ) : null}
      {invoice === undefined ? null : (
        <>
          <p>
            {ordersText.invoices} {ordersText.invoiceStatuses[invoice.status]}
            {invoice.reply === '' ? null : (
              <Text size={13} tone="faint">
                {' '}
                {invoice.reply}
              </Text>
            )}
          </p>
          <InvoiceSheets invoice={invoice} />
        </>
      )}
      {isHeld(order) ? (
        <Text as="p" size={13} tone="faint">
          {ordersText.refundRuleTitle} {refundRule.rule}
        </Text>
      ) : null}
    </>
  );
};

const TimeLeft = ({ expireAt }: { expireAt: number }) => {
  const left = useCountdown(expireAt);
  return (
    <Text size={13} tone="accent">
      {left === undefined ? ordersText.expired : ordersText.left(left)}
    </Text>
  );
};

export interface OrderActions {
  readonly onRefund: (order: Order) => void;
  readonly onInvoice: (order: Order) => void;
  readonly onCancel: (order: Order) => void;
  readonly onToggle: (order: Order) => void;
}

const Actions = ({ order, isInvoiced, actions }: { order: Order; isInvoiced: boolean; actions: OrderActions }) => {
  const bookId = heldItems(order)[0]?.bookId ?? order.items[0]?.bookId ?? '';
  if (order.status === 'created') {
    return (
      <>
        <button
          type="button"
          className={styles.textButton}
          aria-label={ordersText.cancelOf(order.no)}
          onClick={() => actions.onCancel(order)}
        >
          {ordersText.cancelOrder}
        </button>
        <Link to={`/pay/${order.no}`} className={buttonClass()}>
          {offerText.goPay}
        </Link>
      </>
    );
  }
  if (order.status === 'closed' || order.status === 'refunded') {
    return (
      <Link
        to={order.bundle === undefined ? `/course/info/${bookId}` : `/book/collection/${order.bundle.collectionId}`}
        className={buttonClass('quiet')}
      >
        {ordersText.buyAgain}
      </Link>
    );
  }
  if (!isHeld(order)) return null;
  const readable = heldItems(order).find(isOpen);
  return (
    <>
      <button
        type="button"
        className={styles.textButton}
        aria-label={ordersText.refundOf(order.no)}
        onClick={() => actions.onRefund(order)}
      >
        {ordersText.refund}
      </button>
      {isInvoiced ? null : (
        <button
          type="button"
          className={styles.textButton}
          aria-label={ordersText.invoiceAskOf(order.no)}
          onClick={() => actions.onInvoice(order)}
        >
          {ordersText.invoiceAsk}
        </button>
      )}
      {readable === undefined ? (
        <Link to={`/course/info/${bookId}`} className={buttonClass('quiet')}>
          {ordersText.seeBook}
        </Link>
      ) : (
        <Link to={`/course/learning/${readable.bookId}`} className={buttonClass('quiet')}>
          {ordersText.open}
        </Link>
      )}
    </>
  );
};

const ItemTitle = ({ item, isPart }: { item: Order['items'][number]; isPart: boolean }) => {
  const link = <Link to={`/course/info/${item.bookId}`}>{item.title}</Link>;
  return isPart ? <h3 className={styles.book}>{link}</h3> : <h2 className={styles.book}>{link}</h2>;
};

interface OrderListProps {
  readonly orders: readonly Order[];
  /** The order whose history is expanded. */
  readonly openNo: string | undefined;
  /** Numbers of the orders that are on an invoice. */
  readonly invoiced: ReadonlySet<string>;
  readonly actions: OrderActions;
}

export const OrderList = ({ orders, openNo, invoiced, actions }: OrderListProps) => (
  <Stack as="ul" gap={16}>
    {orders.map((order) => {
      const isShown = order.no === openNo;
      const isPaid = order.paidAt !== undefined;
      return (
        <Panel key={order.no} as="li" flush>
          <Cluster as="p" align="baseline" size={13} tone="faint" tabular className={styles.head}>
            <span>{timeFormat.format(order.createdAt)}</span>
            <span>{ordersText.orderNo(order.no)}</span>
            <Text as="strong" tone="soft" weight={600} marginLeft="auto" className={styles.status} data-status={order.status}>
              {ordersText.statuses[order.status]}
            </Text>
          </Cluster>
          <Grid gap={[8, 24]} align="start" className={styles.body}>
            <Stack as="ul" gap={12}>
              {order.bundle === undefined ? null : (
                <li>
                  <h2 className={styles.book}>
                    <Link to={`/book/collection/${order.bundle.collectionId}`}>{ordersText.bundle.title(order.bundle.title)}</Link>
                  </h2>
                  {order.bundle.owned.length === 0 ? null : (
                    <Text as="p" size={13} tone="faint">
                      {ordersText.bundle.owned(order.bundle.owned)}
                    </Text>
                  )}
                </li>
              )}
              {order.items.map((item) => (
                <li key={item.bookId} className={order.bundle === undefined ? undefined : styles.part}>
                  <ItemTitle item={item} isPart={order.bundle !== undefined} />
                  <Text as="p" size={13} tone="faint">
                    {[
                      item.authors,
                      offerText.term(item.termDays),
                      ...(order.bundle === undefined ? [] : [ordersText.itemPaid(item.payFen)]),
                    ]
                      .filter((part) => part !== '')
                      .join(' · ')}
                  </Text>
                  {item.right === undefined || isOpen(item) ? null : (
                    <Text as="p" size={13} tone="soft">
                      {item.right.reason}
                    </Text>
                  )}
                  {item.refundedAt === undefined || order.items.length === 1 ? null : (
                    <Text as="p" size={13} tone="faint">
                      {ordersText.itemRefunded}
                    </Text>
                  )}
                </li>
              ))}
            </Stack>
            <Stack as="p" tabular className={styles.money}>
              <strong>{isPaid ? ordersText.paidFen(order.payFen) : ordersText.payFen(order.payFen)}</strong>
              <Text size={13} tone="faint">
                {ordersText.listFen(order.totalFen)}
              </Text>
              {order.discountFen > 0 ? (
                <Text size={13} tone="faint">
                  {ordersText.discount(order.discountFen)}
                </Text>
              ) : null}
              {order.refundedFen > 0 ? (
                <Text size={13} tone="faint">
                  {ordersText.refundedFen(order.refundedFen)}
                </Text>
              ) : null}
              {order.channel === undefined ? null : (
                <Text size={13} tone="faint">
                  {ordersText.channels[order.channel]}
                </Text>
              )}
              {order.status === 'created' ? <TimeLeft expireAt={order.expireAt} /> : null}
            </Stack>
          </Grid>
          {order.status === 'paid' ? (
            <Text as="p" size={14} tone="soft" className={styles.opening} role="status">
              {ordersText.opening}
              <Link to="/helper/contact#ask" className={styles.textButton}>
                {ordersText.openingHelp}
              </Link>
            </Text>
          ) : null}
          <Cluster align="center" justify="end" className={styles.actions}>
            <button
              type="button"
              className={styles.toggle}
              aria-expanded={isShown}
              aria-label={isShown ? ordersText.hideDetailsOf(order.no) : ordersText.showDetailsOf(order.no)}
              onClick={() => actions.onToggle(order)}
            >
              {isShown ? ordersText.hideDetails : ordersText.details}
            </button>
            <Actions order={order} isInvoiced={invoiced.has(order.no)} actions={actions} />
          </Cluster>
          {isShown ? (
            <Stack as="section" gap={12} size={14} className={styles.details} aria-label={ordersText.detailsOf(order.no)}>
              <Details no={order.no} />
            </Stack>
          ) : null}
        </Panel>
      );
    })}
  </Stack>
);
