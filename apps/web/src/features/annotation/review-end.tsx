/** The end of a review: a summary, the next due date, and the excluded cards. */
import { type Annotation } from '@shufang/contract';
import { buttonClass, Cluster, Stack, Text } from '@shufang/ui';
import { useEffect, useRef } from 'react';
import { chineseDates } from '../../platform/chinese-dates.ts';
import { passageOf } from '../../platform/formula/readable-quote.ts';
import { reviewText } from '../../platform/messages/zh-cn/review.ts';
import { ANNOTATION_LIMITS } from './limits.ts';
import styles from './review.module.css';
import { type CardCounts, type ReviewCard, startOfDay } from './review-deck.ts';
import { type CardRating, RATINGS } from './schedule-card.ts';

const dateFormat = chineseDates({ month: 'long', day: 'numeric', weekday: 'short' });

const dayLabel = (at: number, nowMs: number): string => {
  if (at < startOfDay(nowMs, 1)) return reviewText.today;
  return at < startOfDay(nowMs, 2) ? reviewText.tomorrow : dateFormat.format(at);
};

interface ReviewEndProps {
  readonly cards: readonly ReviewCard[];
  readonly counts: CardCounts;
  /** The ratings that the user gave in this session. */
  readonly rated: readonly CardRating[];
  /** Number of different cards that were reviewed. */
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
    <Stack gap={12} justifyItems="center" tone="soft" textAlign="center" className={styles.end}>
      <h2 ref={heading} tabIndex={-1} className={styles.endTitle}>
        {title}
      </h2>
      {rated.length === 0 ? null : (
        <>
          <p>{reviewText.finishedLead(reviewed, rated.length)}</p>
          <Cluster as="dl" justify="center" className={styles.tally}>
            {RATINGS.map((rating) => (
              <div key={rating} data-rating={rating}>
                <dt>{reviewText.ratings[rating]}</dt>
                <dd>{rated.filter((each) => each === rating).length}</dd>
              </div>
            ))}
          </Cluster>
        </>
      )}
      {counts.next === undefined ? null : <p>{reviewText.nextOn(dayLabel(counts.next.at, nowMs), counts.next.count)}</p>}
      {counts.later > 0 ? <p>{reviewText.laterFresh(counts.later, ANNOTATION_LIMITS.newCardsPerDay)}</p> : null}
      {hasCards ? null : <p>{reviewText.noCardsHint}</p>}
      <Cluster as="p" gap={12} justify="center" marginTop={8}>
        <button type="button" className={buttonClass()} onClick={onLeave}>
          {reviewText.leave}
        </button>
        {hasCards && !(isAll && rated.length > 0) ? (
          <button type="button" className={buttonClass('quiet')} onClick={onAll}>
            {reviewText.goThroughAll}
          </button>
        ) : null}
      </Cluster>
      {hasCards && !isAll ? (
        <Text as="p" size={13} tone="faint">
          {reviewText.goThroughAllHint}
        </Text>
      ) : null}
    </Stack>
  );
};

export const OutList = ({ cards, onPutBack }: { cards: readonly ReviewCard[]; onPutBack: (annotation: Annotation) => void }) => {
  const out = cards.filter(({ isOut }) => isOut);
  if (out.length === 0) return null;
  return (
    <details className={styles.out}>
      <summary>{reviewText.outList(out.length)}</summary>
      <ul>
        {out.map(({ annotation }) => (
          <li key={annotation.id}>
            <span>{passageOf(annotation)}</span>
            <button
              type="button"
              className={buttonClass('quiet')}
              aria-label={reviewText.putBackCard(passageOf(annotation))}
              onClick={() => onPutBack(annotation)}
            >
              {reviewText.putBack}
            </button>
          </li>
        ))}
      </ul>
    </details>
  );
};
