/** What a book and a collection that can be bought say alike: an offer that did not come, and the one button. */
import type { BookOffer } from '@shufang/contract';
import { buttonClass } from '@shufang/ui';
import { Link } from 'react-router';
import { offerText } from '../../platform/messages/zh-cn/offer.ts';
import { useSession } from '../../platform/session/session.ts';
import styles from './buy-box.module.css';
import { SaleLine } from './sale-line.tsx';

/** `label`: what the section is called. */
export const OfferFailed = ({ label, onRetry }: { label: string; onRetry: () => void }) => (
  <section className={styles.box} aria-label={label}>
    <p className={styles.rule} role="alert">
      {offerText.offerFailed}
    </p>
    <button type="button" className={buttonClass('quiet')} onClick={onRetry}>
      {offerText.retry}
    </button>
  </section>
);

interface NotSoldProps {
  readonly label: string;
  readonly offer: Pick<BookOffer, 'saleFrom' | 'saleTo' | 'saleState' | 'openOrderFen'>;
  /** Where the order is paid that was made in time. */
  readonly payPath: string | undefined;
  readonly isMain: boolean;
}

/** What is not sold now: when it is or was, and the order for it that can still be paid. */
export const NotSold = ({ label, offer, payPath, isMain }: NotSoldProps) => (
  <section className={styles.box} aria-label={label}>
    <div className={styles.text}>
      <p className={styles.offer}>
        <SaleLine {...offer} />
      </p>
      {payPath && <p className={styles.rule}>{offerText.openOrderLeft(offer.openOrderFen ?? 0)}</p>}
    </div>
    {payPath && (
      <Link to={payPath} className={buttonClass(isMain ? 'main' : 'quiet')}>
        {offerText.goPay}
      </Link>
    )}
  </section>
);

interface OrderButtonProps {
  /** Where the order that is there already is paid; undefined where there is none. */
  readonly payPath: string | undefined;
  readonly label: string;
  /** For strangers. */
  readonly signInLabel?: string;
  readonly isOrdering: boolean;
  /** The one main button of the page. */
  readonly isMain?: boolean;
  readonly onOrder: () => void;
  readonly onSignIn: () => void;
}

/** Orders, asks strangers to sign in first, or leads to the order that waits to be paid. */
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
