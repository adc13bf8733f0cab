/**
 * Offer for a collection sold as a bundle: price, deduction for owned books, and one button. Renders nothing if the collection is not sold
 * as a bundle.
 */
import { type BundleOffer, createOrder } from '@shufang/contract';
import { Cluster, Text } from '@shufang/ui';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from 'react-router';
import { call } from '../../platform/api/client.ts';
import { offerText } from '../../platform/messages/zh-cn/offer.ts';
import { ordersText } from '../../platform/messages/zh-cn/orders.ts';
import { signInFor } from '../../platform/session/sign-in-intent.ts';
import { useAfterSignIn } from '../../platform/session/use-after-sign-in.ts';
import styles from './buy-box.module.css';
import { NotSold, OfferFailed, OrderButton, RefundRule } from './offer-elements.tsx';
import { bundleOfferQuery, refreshOrders } from './queries.ts';
import { SaleLine } from './sale-line.tsx';

const { bundle: text, yuan } = ordersText;

/** Returns the lines that explain the price, in the order of calculation. */
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
    // The order may have failed because the price or the books have changed, so the offer is requested again.
    onError: () => void refreshOrders(queryClient),
  });
  const step = `buySet:${collectionId}`;
  // After signing in, the user's price may be lower than the displayed one, because they own some of the books. The order is created only
  // if both prices are equal.
  useAfterSignIn(step, offer !== undefined, (seen) => {
    if (offer?.openOrderNo !== undefined) void navigate(`/pay/${offer.openOrderNo}`);
    else if (offer?.priceFen === Number(seen)) ordering.mutate({ bookIds: offer.bookIds, priceFen: offer.priceFen });
  });
  if (isError && offer === undefined) return <OfferFailed label={text.label} onRetry={() => void refetch()} />;
  // No placeholder is shown while the offer loads, because most collections are not sold as a bundle.
  if (offer === undefined) return null;
  if (offer.bundleFen === undefined && offer.openOrderNo === undefined) return null;
  const { priceFen, bookIds, termDays, refundRule, openOrderNo, ownedCount } = offer;
  if (priceFen === undefined && (offer.saleState ?? openOrderNo) !== undefined)
    return <NotSold label={text.label} offer={offer} payPath={openOrderNo && `/pay/${openOrderNo}`} isMain={isMain} />;
  if (priceFen === undefined) {
    return ownedCount > 0 && bookIds.length === 0 ? (
      <Cluster as="section" align="center" justify="between" fullWidth marginTop={12} className={styles.box} aria-label={text.label}>
        <Text as="p" size={13} tone="faint" className={styles.rule}>
          {text.allOwned}
        </Text>
      </Cluster>
    ) : null;
  }
  return (
    <Cluster as="section" align="center" justify="between" fullWidth marginTop={12} className={styles.box} aria-label={text.label}>
      <div className={styles.text}>
        <Cluster as="p" gap={[0, 16]} align="baseline" size={14} tone="soft">
          <Text as="strong" tone="accent" tabular className={styles.price}>
            {yuan(priceFen)}
          </Text>
          <span>{text.books(bookIds.length)}</span>
          <span>{offerText.term(termDays)}</span>
          <SaleLine {...offer} />
        </Cluster>
        <Cluster as="p" gap={[0, 16]} align="baseline" size={14} tone="soft">
          {reckoning(offer).map((line) => (
            <span key={line}>{line}</span>
          ))}
        </Cluster>
        {openOrderNo === undefined ? (
          <RefundRule rule={refundRule} />
        ) : (
          <Text as="p" size={13} tone="faint" className={styles.rule}>
            {offerText.openOrder}
          </Text>
        )}
      </div>
      <OrderButton
        payPath={openOrderNo && `/pay/${openOrderNo}`}
        label={text.buy}
        onSignIn={() => signInFor(step, String(priceFen))}
        isOrdering={ordering.isPending}
        isMain={isMain}
        onOrder={() => ordering.mutate({ bookIds, priceFen })}
      />
    </Cluster>
  );
};
