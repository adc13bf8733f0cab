/** Elements shared by the offers of books and of collections: the message that an offer could not be loaded, and the main button. */
import type { BookOffer } from '@shufang/contract';
import { buttonClass, Cluster, Text } from '@shufang/ui';
import { Link } from 'react-router';
import { offerText } from '../../platform/messages/zh-cn/offer.ts';
import { useSession } from '../../platform/session/session.ts';
import styles from './buy-box.module.css';
import { SaleLine } from './sale-line.tsx';

/** Message that an offer could not be loaded. `label`: accessible name of the section. */
export const OfferFailed = ({ label, onRetry }: { label: string; onRetry: () => void }) => (
  <Cluster as="section" align="center" justify="between" fullWidth marginTop={12} className={styles.box} aria-label={label}>
    <Text as="p" size={13} tone="faint" className={styles.rule} role="alert">
      {offerText.offerFailed}
    </Text>
    <button type="button" className={buttonClass('quiet')} onClick={onRetry}>
      {offerText.retry}
    </button>
  </Cluster>
);

/** The refund rule in small print, shown on request. */
export const RefundRule = ({ rule }: { rule: string }) => (
  <details className={styles.refund}>
    <summary>{offerText.refundRule}</summary>
    <p>{rule}</p>
  </details>
);

interface NotSoldProps {
  readonly label: string;
  readonly offer: Pick<BookOffer, 'saleFrom' | 'saleTo' | 'saleState' | 'openOrderFen'>;
  /** Path of the payment page of an unpaid order that was created before the sale ended. */
  readonly payPath: string | undefined;
  readonly isMain: boolean;
}

/** Box that is shown before and after the sale period: states the period, and links to an unpaid order that can still be paid. */
export const NotSold = ({ label, offer, payPath, isMain }: NotSoldProps) => (
  <Cluster as="section" align="center" justify="between" fullWidth marginTop={12} className={styles.box} aria-label={label}>
    <div className={styles.text}>
      <Cluster as="p" gap={[0, 16]} align="baseline" size={14} tone="soft">
        <SaleLine {...offer} />
      </Cluster>
      {payPath && (
        <Text as="p" size={13} tone="faint" className={styles.rule}>
          {offerText.openOrderLeft(offer.openOrderFen ?? 0)}
        </Text>
      )}
    </div>
    {payPath && (
      <Link to={payPath} className={buttonClass(isMain ? 'main' : 'quiet')}>
        {offerText.goPay}
      </Link>
    )}
  </Cluster>
);

interface OrderButtonProps {
  /** Path of the payment page of an existing unpaid order; undefined if there is none. */
  readonly payPath: string | undefined;
  readonly label: string;
  /** Label of the button for anonymous users, which asks them to sign in. */
  readonly signInLabel?: string;
  readonly isOrdering: boolean;
  /** Whether the button has the primary style, because it is the main action of the page. */
  readonly isMain?: boolean;
  readonly onOrder: () => void;
  readonly onSignIn: () => void;
}

/** Button that creates an order, asks an anonymous user to sign in, or links to an existing unpaid order. */
export const OrderButton = ({
  payPath,
  label,
  signInLabel = offerText.signInToBuy,
  isOrdering,
  isMain = false,
  onOrder,
  onSignIn,
}: OrderButtonProps) => {
  const isSignedIn = useSession((session) => session.token !== undefined);
  return payPath === undefined ? (
    <button
      type="button"
      className={buttonClass(isMain ? 'main' : 'quiet')}
      disabled={isOrdering}
      onClick={() => (isSignedIn ? onOrder() : onSignIn())}
    >
      {isOrdering ? offerText.ordering : isSignedIn ? label : signInLabel}
    </button>
  ) : (
    <Link to={payPath} className={buttonClass(isMain ? 'main' : 'quiet')}>
      {offerText.goPay}
    </Link>
  );
};
