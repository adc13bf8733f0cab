/** Lists a user's entitlements to one book, one row each, with the actions for a code. */
import { type BookEntitlement, LIMITS, type RightSource } from '@shufang/contract';
import { Cluster, Stack } from '@shufang/ui';
import { Link } from 'react-router';
import { chineseDates } from '../../platform/chinese-dates.ts';
import { codesText } from '../../platform/messages/zh-cn/codes.ts';
import styles from './held-rights.module.css';

const DAY_MS = 86_400_000;
/** The remaining days of a right are highlighted when at most this number of days is left. */
const SOON_DAYS = 14;
const dateFormat = chineseDates({ year: 'numeric', month: 'long', day: 'numeric' });

interface HeldRightsProps {
  readonly bookId: string;
  readonly title: string;
  /** Whether the book is for sale; if so, a term that began with an activation code can be renewed too. */
  readonly isSold: boolean;
  readonly rights: readonly BookEntitlement[];
  readonly sourceNames: Readonly<Record<RightSource, string>>;
  /** Time at which the entitlements were loaded, UTC ms; the remaining days are counted from it. */
  readonly now: number;
  readonly onRelease: (right: BookEntitlement) => void;
}

const Term = ({ right, now }: { right: BookEntitlement; now: number }) => {
  if (right.endsAt === undefined) return <span>{codesText.forGood}</span>;
  const days = Math.ceil((right.endsAt - now) / DAY_MS);
  return (
    <>
      <span>{codesText.until(dateFormat.format(right.endsAt))}</span>
      {right.state === 'active' ? (
        <span className={styles.days} data-soon={days <= SOON_DAYS || undefined}>
          {codesText.daysLeft(days)}
        </span>
      ) : null}
    </>
  );
};

const PAID_FOR: ReadonlySet<RightSource> = new Set(['order', 'code', 'claim']);

/**
 * Returns whether an entitlement can be renewed: its term was paid for, here or with a paper book, and has ended or ends soon. Remaining
 * days are not lost.
 */
const mayRenew = ({ source, endsAt, state }: BookEntitlement, now: number): boolean =>
  PAID_FOR.has(source) &&
  endsAt !== undefined &&
  (state === 'ended' || (state === 'active' && endsAt - now <= LIMITS.renewalWindowDays * DAY_MS));

export const HeldRights = ({ bookId, title, isSold, rights, sourceNames, now, onRelease }: HeldRightsProps) => (
  <Stack as="ul" gap={4} marginTop={8} aria-label={codesText.held}>
    {rights.map((right) => (
      <Cluster key={right.id} as="li" align="baseline" size={13} tone="faint" tabular className={styles.right} data-state={right.state}>
        <span className={styles.source}>{sourceNames[right.source]}</span>
        {right.code === undefined ? null : <span>{codesText.last4(right.code.last4)}</span>}
        <span>{codesText.from(dateFormat.format(right.startsAt))}</span>
        <Term right={right} now={now} />
        {right.state === 'active' ? null : <strong>{codesText.states[right.state]}</strong>}
        {right.reason === undefined ? null : <span>{codesText.suspendedBecause(right.reason)}</span>}
        {isSold && mayRenew(right, now) ? (
          <Link to={`/course/info/${bookId}`} className={styles.textButton} aria-label={codesText.renewOf(title)}>
            {codesText.renew}
          </Link>
        ) : null}
        {right.orderNo === undefined ? null : (
          <Link to={`/user/myOrders?no=${right.orderNo}`} className={styles.textButton} aria-label={codesText.orderOf(title)}>
            {codesText.order}
          </Link>
        )}
        {right.code === undefined || right.state !== 'active' ? null : (
          <button type="button" className={styles.textButton} aria-label={codesText.releaseOf(title)} onClick={() => onRelease(right)}>
            {codesText.release}
          </button>
        )}
      </Cluster>
    ))}
  </Stack>
);
