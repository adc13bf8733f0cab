/** Where a person's rights to one book come from, row by row, with what can be done about a code. */
import { type HeldRight, LIMITS, type RightSource } from '@shufang/contract';
import { Link } from 'react-router';
import { chineseDates } from '../../platform/chinese-dates.ts';
import { codesText } from '../../platform/messages/zh-cn/codes.ts';
import styles from './commerce.module.css';

const DAY_MS = 86_400_000;
/** From so many days on it is said in colour. */
const SOON_DAYS = 14;
const dateFormat = chineseDates({ year: 'numeric', month: 'long', day: 'numeric' });

interface HeldRightsProps {
  readonly bookId: string;
  readonly title: string;
  /** The book is sold for money: a code's term can be renewed then, too. */
  readonly isSold: boolean;
  readonly rights: readonly HeldRight[];
  readonly sourceNames: Readonly<Record<RightSource, string>>;
  /** When the rights were told, for the days that are left. */
  readonly now: number;
  readonly onRelease: (right: HeldRight) => void;
}

const Term = ({ right, now }: { right: HeldRight; now: number }) => {
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

/** A term that was paid for, here or with a paper book, and is over or nearly so: what is left of it is kept. */
const mayRenew = ({ source, endsAt, state }: HeldRight, now: number): boolean =>
  PAID_FOR.has(source) &&
  endsAt !== undefined &&
  (state === 'ended' || (state === 'active' && endsAt - now <= LIMITS.renewalWindowDays * DAY_MS));

export const HeldRights = ({ bookId, title, isSold, rights, sourceNames, now, onRelease }: HeldRightsProps) => (
  <ul className={styles.rights} aria-label={codesText.held}>
    {rights.map((right) => (
      <li key={right.id} className={styles.right} data-state={right.state}>
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
      </li>
    ))}
  </ul>
);
