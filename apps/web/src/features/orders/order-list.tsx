/** One's orders, each with what can be done about it, and its history on demand. */
import { mayReadAll, type Order } from '@shufang/contract';
import { buttonClass } from '@shufang/ui';
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

/** Something of it is the person's. */
const isHeld = ({ status }: Order): boolean => status === 'fulfilled' || status === 'partiallyRefunded';
const heldItems = ({ items }: Order): Order['items'] => items.filter(({ refundedAt }) => refundedAt === undefined);

/** What stands in an answer kept from before it told the right is taken for open. */
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
      <h3 className={styles.detailTitle}>{ordersText.timeline}</h3>
      <ol className={styles.timeline}>
        {events.map((event) => (
          <li key={`${event.at}${event.kind}`}>
            <time className={styles.time}>{timeFormat.format(event.at)}</time>
            <span>
              {ordersText.events[event.kind]}
              {event.kind === 'paid' && event.channel !== undefined ? `（${ordersText.channels[event.channel]}）` : ''}
              {event.amountFen === undefined ? '' : ` ${ordersText.yuan(event.amountFen)}`}
              {event.detail === '' ? null : <span className={styles.faint}> {event.detail}</span>}
            </span>
          </li>
        ))}
      </ol>
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
            {invoice.answer === '' ? null : <span className={styles.faint}> {invoice.answer}</span>}
          </p>
          <InvoiceSheets invoice={invoice} />
        </>
      )}
      {isHeld(order) ? (
        <p className={styles.faint}>
          {ordersText.refundRuleTitle} {refundRule.rule}
        </p>
      ) : null}
    </>
  );
};

const TimeLeft = ({ expireAt }: { expireAt: number }) => {
  const left = useCountdown(expireAt);
  return <span className={styles.left}>{left === undefined ? ordersText.expired : ordersText.left(left)}</span>;
};

export interface OrderVerbs {
  readonly onRefund: (order: Order) => void;
  readonly onInvoice: (order: Order) => void;
  readonly onCancel: (order: Order) => void;
  readonly onToggle: (order: Order) => void;
}

const Actions = ({ order, isInvoiced, verbs }: { order: Order; isInvoiced: boolean; verbs: OrderVerbs }) => {
  const bookId = heldItems(order)[0]?.bookId ?? order.items[0]?.bookId ?? '';
  if (order.status === 'created') {
    return (
      <>
        <button
          type="button"
          className={styles.textButton}
          aria-label={ordersText.cancelOf(order.no)}
          onClick={() => verbs.onCancel(order)}
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
      <button type="button" className={styles.textButton} aria-label={ordersText.refundOf(order.no)} onClick={() => verbs.onRefund(order)}>
        {ordersText.refund}
      </button>
      {isInvoiced ? null : (
        <button
          type="button"
          className={styles.textButton}
          aria-label={ordersText.invoiceAskOf(order.no)}
          onClick={() => verbs.onInvoice(order)}
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
  /** The order whose history is open. */
  readonly openNo: string | undefined;
  /** Orders that stand on an invoice. */
  readonly invoiced: ReadonlySet<string>;
  readonly verbs: OrderVerbs;
}

export const OrderList = ({ orders, openNo, invoiced, verbs }: OrderListProps) => (
  <ul className={styles.orders}>
    {orders.map((order) => {
      const isShown = order.no === openNo;
      const isPaid = order.paidAt !== undefined;
      return (
        <li key={order.no} className={styles.order}>
          <p className={styles.head}>
            <span>{timeFormat.format(order.createdAt)}</span>
            <span>{ordersText.orderNo(order.no)}</span>
            <strong className={styles.status} data-status={order.status}>
              {ordersText.statuses[order.status]}
            </strong>
          </p>
          <div className={styles.body}>
            <ul className={styles.items}>
              {order.bundle === undefined ? null : (
                <li>
                  <h2 className={styles.book}>
                    <Link to={`/book/collection/${order.bundle.collectionId}`}>{ordersText.bundle.title(order.bundle.title)}</Link>
                  </h2>
                  {order.bundle.owned.length === 0 ? null : <p className={styles.faint}>{ordersText.bundle.owned(order.bundle.owned)}</p>}
                </li>
              )}
              {order.items.map((item) => (
                <li key={item.bookId} className={order.bundle === undefined ? undefined : styles.part}>
                  <ItemTitle item={item} isPart={order.bundle !== undefined} />
                  <p className={styles.faint}>
                    {[
                      item.authors,
                      offerText.term(item.termDays),
                      ...(order.bundle === undefined ? [] : [ordersText.itemPaid(item.payFen)]),
                    ]
                      .filter((part) => part !== '')
                      .join(' · ')}
                  </p>
                  {item.right === undefined || isOpen(item) ? null : <p className={styles.closed}>{item.right.reason}</p>}
                  {item.refundedAt === undefined || order.items.length === 1 ? null : (
                    <p className={styles.faint}>{ordersText.itemRefunded}</p>
                  )}
                </li>
              ))}
            </ul>
            <p className={styles.money}>
              <strong>{isPaid ? ordersText.paidFen(order.payFen) : ordersText.payFen(order.payFen)}</strong>
              <span className={styles.faint}>{ordersText.listFen(order.totalFen)}</span>
              {order.discountFen > 0 ? <span className={styles.faint}>{ordersText.discount(order.discountFen)}</span> : null}
              {order.refundedFen > 0 ? <span className={styles.faint}>{ordersText.refundedFen(order.refundedFen)}</span> : null}
              {order.channel === undefined ? null : <span className={styles.faint}>{ordersText.channels[order.channel]}</span>}
              {order.status === 'created' ? <TimeLeft expireAt={order.expireAt} /> : null}
            </p>
          </div>
          {order.status === 'paid' ? (
            <p className={styles.opening} role="status">
              {ordersText.opening}
              <Link to="/helper/contact#ask" className={styles.textButton}>
                {ordersText.openingHelp}
              </Link>
            </p>
          ) : null}
          <div className={styles.actions}>
            <button
              type="button"
              className={styles.toggle}
              aria-expanded={isShown}
              aria-label={ordersText.detailsOf(order.no)}
              onClick={() => verbs.onToggle(order)}
            >
              {isShown ? ordersText.hideDetails : ordersText.details}
            </button>
            <Actions order={order} isInvoiced={invoiced.has(order.no)} verbs={verbs} />
          </div>
          {isShown ? (
            <section className={styles.details} aria-label={ordersText.detailsOf(order.no)}>
              <Details no={order.no} />
            </section>
          ) : null}
        </li>
      );
    })}
  </ul>
);
