/** One card, its question and then its answer, and the buttons below it. */
import type { CardSides, CardStanding } from '@shufang/contract';
import { buttonClass } from '@shufang/ui';
import { useEffect, useRef } from 'react';
import { reviewText } from '../../platform/messages/zh-cn/review.ts';
import styles from './review.module.css';
import type { ReviewCard } from './review-deck.ts';
import { type CardRating, RATINGS } from './schedule-card.ts';

const Question = ({ sides }: { sides: CardSides }) =>
  sides.kind === 'note' ? (
    <>
      <p className={styles.words}>{sides.passage}</p>
      <p className={styles.ask}>{reviewText.askNote}</p>
    </>
  ) : (
    <>
      <p className={styles.words}>
        {sides.before}
        <span className={styles.blank}>
          <span className="visually-hidden">{reviewText.hidden}</span>
        </span>
        {sides.after}
      </p>
      <p className={styles.ask}>{reviewText.askWords}</p>
    </>
  );

const Answer = ({ sides }: { sides: CardSides }) =>
  sides.kind === 'note' ? (
    <p className={styles.note}>{sides.answer}</p>
  ) : (
    <p className={styles.words}>
      {sides.before}
      <mark className={styles.found}>{sides.answer}</mark>
      {sides.after}
    </p>
  );

interface ReviewCardProps {
  readonly card: ReviewCard;
  readonly title: string;
  readonly isShown: boolean;
  /** Grows with each rating: one card may come twice in a row. */
  readonly round: number;
}

/** The focus goes to what is new, so that it is read aloud. */
export const ReviewCardView = ({ card, title, isShown, round }: ReviewCardProps) => {
  const { mark, sides } = card;
  const question = useRef<HTMLDivElement>(null);
  const answer = useRef<HTMLDivElement>(null);
  const turn = `${mark.id} ${round} ${isShown ? 'answer' : 'question'}`;
  useEffect(() => {
    (turn.endsWith('answer') ? answer : question).current?.focus();
  }, [turn]);
  return (
    <article className={styles.card} data-color={mark.color}>
      <p className={styles.place}>{reviewText.place(title, mark.chapterTitle)}</p>
      {isShown && sides.kind === 'words' ? null : (
        <div ref={question} tabIndex={-1} role="group" aria-label={reviewText.question} className={styles.side}>
          <Question sides={sides} />
        </div>
      )}
      {isShown ? (
        <div ref={answer} tabIndex={-1} role="group" aria-label={reviewText.answer} className={styles.side}>
          <Answer sides={sides} />
        </div>
      ) : null}
    </article>
  );
};

interface AnswerBarProps {
  /** Undefined while the answer is hidden. */
  readonly outcomes: Readonly<Record<CardRating, CardStanding>> | undefined;
  readonly shownAt: number;
  readonly onShow: () => void;
  readonly onRate: (rating: CardRating) => void;
}

export const ReviewAnswerBar = ({ outcomes, shownAt, onShow, onRate }: AnswerBarProps) =>
  outcomes === undefined ? (
    <div className={styles.bar}>
      <button type="button" className={buttonClass()} aria-keyshortcuts="Space" onClick={onShow}>
        {reviewText.show}
      </button>
    </div>
  ) : (
    <div className={styles.bar} role="group" aria-label={reviewText.rate}>
      {RATINGS.map((rating, index) => (
        <button
          key={rating}
          type="button"
          className={styles.rating}
          data-rating={rating}
          aria-keyshortcuts={String(index + 1)}
          onClick={() => onRate(rating)}
        >
          <span className={styles.ratingName}>{reviewText.ratings[rating]}</span>
          <span className={styles.ratingWhen}>{reviewText.comesAgain(outcomes[rating], shownAt)}</span>
        </button>
      ))}
    </div>
  );
