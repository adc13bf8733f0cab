/** The way to buy a book: price, term and refund rule in one honest line, and one button. For paid books one does not own; nothing where it cannot be bought after all. */
import { createOrder } from '@shufang/contract';
import { buttonClass } from '@shufang/ui';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Link, useNavigate } from 'react-router';
import { call } from '../../platform/api/client.ts';
import { broadcast } from '../../platform/events/broadcasts.ts';
import { ordersText } from '../../platform/messages/zh-cn/orders.ts';
import { useSession } from '../../platform/session/session.ts';
import styles from './buy-box.module.css';
import { offerQuery, refreshOrders } from './queries.ts';

/** `backTo`: where the person wanted to go on once the book is theirs. */
export const BuyBox = ({ bookId, backTo }: { bookId: string; backTo?: string | undefined }) => {
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  const isSignedIn = useSession((session) => session.token !== undefined);
  const { data: offer, isError, refetch } = useQuery(offerQuery(bookId));
  const payPath = (no: string): string => (backTo === undefined ? `/pay/${no}` : `/pay/${no}?to=${encodeURIComponent(backTo)}`);
  const ordering = useMutation({
    mutationFn: (priceFen: number) => call(createOrder, { bookId, priceFen }),
    onSuccess: ({ order }) => navigate(payPath(order.no)),
    // A price that has changed, a book that is owned by now: what stands here is old.
    onError: () => void refreshOrders(queryClient),
  });
  if (isError && offer === undefined) {
    return (
      <section className={styles.box} aria-label={ordersText.buyLabel}>
        <p className={styles.rule} role="alert">
          {ordersText.offerFailed}
        </p>
        <button type="button" className={buttonClass('quiet')} onClick={() => void refetch()}>
          {ordersText.retry}
        </button>
      </section>
    );
  }
  // As high as what will stand there: the rest of the page does not move.
  if (offer === undefined) return <div className={styles.place} role="status" aria-busy="true" aria-label={ordersText.offerLoading} />;
  if (offer.priceFen === undefined) return null;
  const { priceFen, termDays, refundRule, openOrderNo } = offer;
  return (
    <section className={styles.box} aria-label={ordersText.buyLabel}>
      <div className={styles.text}>
        <p className={styles.offer}>
          <strong className={styles.price}>{ordersText.price(priceFen)}</strong>
          <span>{ordersText.term(termDays)}</span>
          <span>{ordersText.noExtra}</span>
        </p>
        <p className={styles.rule}>{openOrderNo === undefined ? refundRule : ordersText.openOrder}</p>
      </div>
      {openOrderNo === undefined ? (
        <button
          type="button"
          className={buttonClass('quiet')}
          disabled={ordering.isPending}
          onClick={() => (isSignedIn ? ordering.mutate(priceFen) : broadcast('signInRequest'))}
        >
          {ordering.isPending ? ordersText.ordering : isSignedIn ? ordersText.buy : ordersText.signInToBuy}
        </button>
      ) : (
        <Link to={payPath(openOrderNo)} className={buttonClass('quiet')}>
          {ordersText.goPay}
        </Link>
      )}
    </section>
  );
};
