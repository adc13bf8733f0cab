/**
 * Offer for a paid book the reader does not own: price, term, refund rule, and one button. Before or after the sale period, it states when
 * the sale starts or when it ended. Renders nothing if the book cannot be bought.
 */
import { createOrder } from '@shufang/contract';
import { Block, Cluster, Text } from '@shufang/ui';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from 'react-router';
import { call } from '../../platform/api/client.ts';
import { offerText } from '../../platform/messages/zh-cn/offer.ts';
import { signInFor } from '../../platform/session/sign-in-intent.ts';
import { useAfterSignIn } from '../../platform/session/use-after-sign-in.ts';
import styles from './buy-box.module.css';
import { NotSold, OfferFailed, OrderButton, RefundRule } from './offer-elements.tsx';
import { offerQuery, refreshOrders } from './queries.ts';
import { SaleLine } from './sale-line.tsx';

interface BuyBoxProps {
  readonly bookId: string;
  /** Path of the page to which the reader returns after the purchase. */
  readonly backTo?: string | undefined;
  /** Whether buying is the main action of the page. */
  readonly isMain?: boolean;
}

export const BuyBox = ({ bookId, backTo, isMain = false }: BuyBoxProps) => {
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  const { data: offer, isError, refetch } = useQuery(offerQuery(bookId));
  const payPath = (no: string): string => (backTo === undefined ? `/pay/${no}` : `/pay/${no}?to=${encodeURIComponent(backTo)}`);
  const ordering = useMutation({
    mutationFn: (priceFen: number) => call(createOrder, { bookId, priceFen }),
    onSuccess: ({ order }) => navigate(payPath(order.no)),
    // The order may have failed because the price has changed or the reader owns the book now, so the offer is requested again.
    onError: () => void refreshOrders(queryClient),
  });
  const step = `buy:${bookId}`;
  // After signing in, the order is created only if the price is still the one that was displayed before.
  useAfterSignIn(step, offer !== undefined, (seen) => {
    if (offer?.openOrderNo !== undefined) void navigate(payPath(offer.openOrderNo));
    else if (offer?.priceFen === Number(seen)) ordering.mutate(offer.priceFen);
  });
  if (isError && offer === undefined) return <OfferFailed label={offerText.buyLabel} onRetry={() => void refetch()} />;
  // The placeholder is as high as the loaded content, so that the page does not shift.
  if (offer === undefined)
    return <Block fullWidth marginTop={12} className={styles.slot} role="status" aria-busy="true" aria-label={offerText.offerLoading} />;
  if (offer.priceFen === undefined) {
    if (offer.saleState === undefined && offer.openOrderNo === undefined) return null;
    return <NotSold label={offerText.buyLabel} offer={offer} payPath={offer.openOrderNo && payPath(offer.openOrderNo)} isMain={isMain} />;
  }
  const { priceFen, termDays, renewal, refundRule, openOrderNo } = offer;
  const [buy, signInToBuy] = renewal === undefined ? [offerText.buy, offerText.signInToBuy] : [offerText.renew, offerText.signInToRenew];
  return (
    <Cluster as="section" align="center" justify="between" fullWidth marginTop={12} className={styles.box} aria-label={offerText.buyLabel}>
      <div className={styles.text}>
        <Cluster as="p" gap={[0, 16]} align="baseline" size={14} tone="soft">
          <Text as="strong" tone="accent" tabular className={styles.price}>
            {offerText.price(priceFen)}
          </Text>
          {renewal === undefined ? null : <s>{offerText.fullPrice(renewal.fullFen)}</s>}
          <span>{offerText.term(termDays)}</span>
          {renewal === undefined ? <SaleLine {...offer} /> : <span>{offerText.renewalTerm(renewal.continuesAt)}</span>}
          <span>{offerText.noExtra}</span>
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
        payPath={openOrderNo && payPath(openOrderNo)}
        label={buy}
        signInLabel={signInToBuy}
        onSignIn={() => signInFor(step, String(priceFen))}
        isOrdering={ordering.isPending}
        isMain={isMain}
        onOrder={() => ordering.mutate(priceFen)}
      />
    </Cluster>
  );
};
