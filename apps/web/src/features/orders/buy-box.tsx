/** The way to buy a book: price, term and refund rule in one honest line, and one button; from when on it is sold, or that it is not any more. For paid books one does not own; nothing where it cannot be bought after all. */
import { createOrder } from '@shufang/contract';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from 'react-router';
import { call } from '../../platform/api/client.ts';
import { offerText } from '../../platform/messages/zh-cn/offer.ts';
import { signInFor } from '../../platform/session/sign-in-intent.ts';
import { useAfterSignIn } from '../../platform/session/use-after-sign-in.ts';
import styles from './buy-box.module.css';
import { NotSold, OfferFailed, OrderButton } from './offer-parts.tsx';
import { offerQuery, refreshOrders } from './queries.ts';
import { SaleLine } from './sale-line.tsx';

interface BuyBoxProps {
  readonly bookId: string;
  /** Where the person wanted to go on once the book is theirs. */
  readonly backTo?: string | undefined;
  /** Buying is what most come to this page for: its button is the main one. */
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
    // A price that has changed, a book that is owned by now: what stands here is old.
    onError: () => void refreshOrders(queryClient),
  });
  const step = `buy:${bookId}`;
  // Only at the price that was agreed to.
  useAfterSignIn(step, offer !== undefined, (seen) => {
    if (offer?.openOrderNo !== undefined) void navigate(payPath(offer.openOrderNo));
    else if (offer?.priceFen === Number(seen)) ordering.mutate(offer.priceFen);
  });
  if (isError && offer === undefined) return <OfferFailed label={offerText.buyLabel} onRetry={() => void refetch()} />;
  // As high as what will stand there: the rest of the page does not move.
  if (offer === undefined) return <div className={styles.place} role="status" aria-busy="true" aria-label={offerText.offerLoading} />;
  if (offer.priceFen === undefined) {
    if (offer.saleState === undefined && offer.openOrderNo === undefined) return null;
    return <NotSold label={offerText.buyLabel} offer={offer} payPath={offer.openOrderNo && payPath(offer.openOrderNo)} isMain={isMain} />;
  }
  const { priceFen, termDays, renewal, refundRule, openOrderNo } = offer;
  const [buy, signInToBuy] = renewal === undefined ? [offerText.buy, offerText.signInToBuy] : [offerText.renew, offerText.signInToRenew];
  return (
    <section className={styles.box} aria-label={offerText.buyLabel}>
      <div className={styles.text}>
        <p className={styles.offer}>
          <strong className={styles.price}>{offerText.price(priceFen)}</strong>
          {renewal === undefined ? null : <s>{offerText.fullPrice(renewal.fullFen)}</s>}
          <span>{offerText.term(termDays)}</span>
          {renewal === undefined ? <SaleLine {...offer} /> : <span>{offerText.renewalTerm(renewal.continuesAt)}</span>}
          <span>{offerText.noExtra}</span>
        </p>
        <p className={styles.rule}>{openOrderNo === undefined ? refundRule : offerText.openOrder}</p>
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
    </section>
  );
};
