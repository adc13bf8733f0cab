/** A collection bought as one: its price, what is taken off for books one owns, and one button. Nothing where it is not sold as one. */
import { type BundleOffer, createOrder } from '@shufang/contract';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from 'react-router';
import { call } from '../../platform/api/client.ts';
import { offerText } from '../../platform/messages/zh-cn/offer.ts';
import { ordersText } from '../../platform/messages/zh-cn/orders.ts';
import { signInFor } from '../../platform/session/sign-in-intent.ts';
import { useAfterSignIn } from '../../platform/session/use-after-sign-in.ts';
import styles from './buy-box.module.css';
import { NotSold, OfferFailed, OrderButton } from './offer-parts.tsx';
import { bundleOfferQuery, refreshOrders } from './queries.ts';
import { SaleLine } from './sale-line.tsx';

const { bundle: text, yuan } = ordersText;

/** How the price comes about, in the order it is reckoned. */
const reckoning = ({ bookIds, listFen, bundleFen = 0, deductedFen, ownedCount }: BundleOffer): string[] => [
  text.listed(bookIds.length, listFen),
  ...(ownedCount > 0 ? [text.whole(bundleFen), text.deducted(ownedCount, deductedFen)] : []),
];

export const BundleBox = ({ collectionId, isMain = false }: { collectionId: string; isMain?: boolean }) => {
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  const { data: offer, isError, refetch } = useQuery(bundleOfferQuery(collectionId));
  const ordering = useMutation({
    mutationFn: ({ bookIds, priceFen }: { bookIds: string[]; priceFen: number }) => call(createOrder, { collectionId, bookIds, priceFen }),
    onSuccess: ({ order }) => navigate(`/pay/${order.no}`),
    // Another price, or other books: what stands here is old.
    onError: () => void refreshOrders(queryClient),
  });
  const step = `buySet:${collectionId}`;
  // Only at the price that was agreed to: books owned already may have lowered it.
  useAfterSignIn(step, offer !== undefined, (seen) => {
    if (offer?.openOrderNo !== undefined) void navigate(`/pay/${offer.openOrderNo}`);
    else if (offer?.priceFen === Number(seen)) ordering.mutate({ bookIds: offer.bookIds, priceFen: offer.priceFen });
  });
  if (isError && offer === undefined) return <OfferFailed label={text.label} onRetry={() => void refetch()} />;
  // Most collections are not sold as one, so no place is kept.
  if (offer === undefined) return null;
  if (offer.bundleFen === undefined && offer.openOrderNo === undefined) return null;
  const { priceFen, bookIds, termDays, refundRule, openOrderNo, ownedCount } = offer;
  if (priceFen === undefined && (offer.saleState ?? openOrderNo) !== undefined)
    return <NotSold label={text.label} offer={offer} payPath={openOrderNo && `/pay/${openOrderNo}`} isMain={isMain} />;
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
          <span>{offerText.term(termDays)}</span>
          <SaleLine {...offer} />
        </p>
        <p className={styles.offer}>
          {reckoning(offer).map((line) => (
            <span key={line}>{line}</span>
          ))}
        </p>
        <p className={styles.rule}>{openOrderNo === undefined ? refundRule : offerText.openOrder}</p>
      </div>
      <OrderButton
        payPath={openOrderNo && `/pay/${openOrderNo}`}
        label={text.buy}
        onSignIn={() => signInFor(step, String(priceFen))}
        isOrdering={ordering.isPending}
        isMain={isMain}
        onOrder={() => ordering.mutate({ bookIds, priceFen })}
      />
    </section>
  );
};
