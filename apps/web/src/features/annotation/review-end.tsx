/** What stands there when no card is left: what was done, when the next are due, and the cards that were taken out. */
import { type Annotation, LIMITS } from '@shufang/contract';
import { buttonClass } from '@shufang/ui';
import { useEffect, useRef } from 'react';
import { chineseDates } from '../../platform/chinese-dates.ts';
import { reviewText } from '../../platform/messages/zh-cn/review.ts';
import styles from './review.module.css';
import { type CardCounts, type ReviewCard, startOfDay } from './review-deck.ts';
import { type CardRating, RATINGS } from './schedule-card.ts';

const dateFormat = chineseDates({ month: 'long', day: 'numeric', weekday: 'short' });

const dayWord = (at: number, nowMs: number): string => {
  if (at < startOfDay(nowMs, 1)) return reviewText.today;
  return at < startOfDay(nowMs, 2) ? reviewText.tomorrow : dateFormat.format(at);
};

interface ReviewEndProps {
  readonly cards: readonly ReviewCard[];
  readonly counts: CardCounts;
  /** In this sitting. */
  readonly rated: readonly CardRating[];
  /** How many cards that were. */
  readonly reviewed: number;
  readonly nowMs: number;
  readonly isAll: boolean;
  readonly onAll: () => void;
  readonly onLeave: () => void;
}

export const ReviewEnd = ({ cards, counts, rated, reviewed, nowMs, isAll, onAll, onLeave }: ReviewEndProps) => {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  const hasCards = cards.some(({ isOut }) => !isOut);
  const title =
    rated.length > 0 ? reviewText.finished : hasCards ? reviewText.noneDue : cards.length > 0 ? reviewText.allOut : reviewText.noCards;
  return (
    <div className={styles.end}>
      <h2 ref={heading} tabIndex={-1} className={styles.endTitle}>
        {title}
      </h2>
      {rated.length === 0 ? null : (
        <>
          <p>{reviewText.finishedLead(reviewed, rated.length)}</p>
          <dl className={styles.tally}>
            {RATINGS.map((rating) => (
              <div key={rating} data-rating={rating}>
                <dt>{reviewText.ratings[rating]}</dt>
                <dd>{rated.filter((each) => each === rating).length}</dd>
              </div>
            ))}
          </dl>
        </>
      )}
      {counts.next === undefined ? null : <p>{reviewText.nextOn(dayWord(counts.next.at, nowMs), counts.next.count)}</p>}
      {counts.later > 0 ? <p>{reviewText.laterFresh(counts.later, LIMITS.newCardsPerDay)}</p> : null}
      {hasCards ? null : <p>{reviewText.noCardsHint}</p>}
      <p className={styles.endButtons}>
        <button type="button" className={buttonClass()} onClick={onLeave}>
          {reviewText.leave}
        </button>
        {hasCards && !(isAll && rated.length > 0) ? (
          <button type="button" className={buttonClass('quiet')} onClick={onAll}>
            {reviewText.goThroughAll}
          </button>
        ) : null}
      </p>
      {hasCards && !isAll ? <p className={styles.hint}>{reviewText.goThroughAllHint}</p> : null}
    </div>
  );
};

export const OutList = ({ cards, onPutBack }: { cards: readonly ReviewCard[]; onPutBack: (mark: Annotation) => void }) => {
  const out = cards.filter(({ isOut }) => isOut);
  if (out.length === 0) return null;
  return (
    <details className={styles.out}>
      <summary>{reviewText.outList(out.length)}</summary>
      <ul>
        {out.map(({ mark }) => (
          <li key={mark.id}>
            <span>{mark.target.quote.exact}</span>
            <button
              type="button"
              className={buttonClass('quiet')}
              aria-label={reviewText.putBackCard(mark.target.quote.exact)}
              onClick={() => onPutBack(mark)}
            >
              {reviewText.putBack}
            </button>
          </li>
        ))}
      </ul>
    </details>
  );
};
