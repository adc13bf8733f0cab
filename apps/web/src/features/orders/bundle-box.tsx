/** A collection bought as one: its price, what is taken off for books one owns, and one button. Nothing where it is not sold as one. */
import { type BundleOffer, createOrder } from '@shufang/contract';
import { buttonClass } from '@shufang/ui';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Link, useNavigate } from 'react-router';
import { call } from '../../platform/api/client.ts';
import { broadcast } from '../../platform/events/broadcasts.ts';
import { ordersText } from '../../platform/messages/zh-cn/orders.ts';
import { useSession } from '../../platform/session/session.ts';
import styles from './buy-box.module.css';
import { bundleOfferQuery, refreshOrders } from './queries.ts';

const { bundle: text, yuan } = ordersText;

/** How the price comes about, in the order it is reckoned. */
const reckoning = ({ bookIds, listFen, bundleFen = 0, deductedFen, ownedCount }: BundleOffer): string[] => [
  text.listed(bookIds.length, listFen),
  ...(ownedCount > 0 ? [text.whole(bundleFen), text.deducted(ownedCount, deductedFen)] : []),
];

export const BundleBox = ({ collectionId }: { collectionId: string }) => {
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  const isSignedIn = useSession((session) => session.token !== undefined);
  const { data: offer, isError, refetch } = useQuery(bundleOfferQuery(collectionId));
  const ordering = useMutation({
    mutationFn: ({ bookIds, priceFen }: { bookIds: string[]; priceFen: number }) => call(createOrder, { collectionId, bookIds, priceFen }),
    onSuccess: ({ order }) => navigate(`/pay/${order.no}`),
    // Another price, or other books: what stands here is old.
    onError: () => void refreshOrders(queryClient),
  });
  if (isError && offer === undefined) {
    return (
      <section className={styles.box} aria-label={text.label}>
        <p className={styles.rule} role="alert">
          {ordersText.offerFailed}
        </p>
        <button type="button" className={buttonClass('quiet')} onClick={() => void refetch()}>
          {ordersText.retry}
        </button>
      </section>
    );
  }
  // Most collections are not sold as one, so no place is kept.
  if (offer?.bundleFen === undefined) return null;
  const { priceFen, bookIds, termDays, refundRule, openOrderNo, ownedCount } = offer;
  if (priceFen === undefined) {
    return ownedCount > 0 && bookIds.length === 0 ? (
      <section className={styles.box} aria-label={text.label}>
        <p className={styles.rule}>{text.allOwned}</p>
      </section>
    ) : null;
  }
  return (
    <section className={styles.box} aria-label={text.label}>
      <div className={styles.text}>
        <p className={styles.offer}>
          <strong className={styles.price}>{yuan(priceFen)}</strong>
          <span>{text.books(bookIds.length)}</span>
          <span>{ordersText.term(termDays)}</span>
        </p>
        <p className={styles.offer}>
          {reckoning(offer).map((line) => (
            <span key={line}>{line}</span>
          ))}
        </p>
        <p className={styles.rule}>{openOrderNo === undefined ? refundRule : ordersText.openOrder}</p>
      </div>
      {openOrderNo === undefined ? (
        <button
          type="button"
          className={buttonClass('quiet')}
          disabled={ordering.isPending}
          onClick={() => (isSignedIn ? ordering.mutate({ bookIds, priceFen }) : broadcast('signInRequest'))}
        >
          {ordering.isPending ? ordersText.ordering : isSignedIn ? text.buy : ordersText.signInToBuy}
        </button>
      ) : (
        <Link to={`/pay/${openOrderNo}`} className={buttonClass('quiet')}>
          {ordersText.goPay}
        </Link>
      )}
    </section>
  );
};
