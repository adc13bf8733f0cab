/** A review card with its question, then its answer, and the buttons below. */
import type { CardSchedule, CardSides } from '@shufang/contract';
import { buttonClass, Column, Text } from '@shufang/ui';
import { useEffect, useRef } from 'react';
import { notesText } from '../../platform/messages/zh-cn/notes.ts';
import { reviewText } from '../../platform/messages/zh-cn/review.ts';
import styles from './review.module.css';
import type { ReviewCard } from './review-deck.ts';
import { type CardRating, RATINGS } from './schedule-card.ts';

const Question = ({ sides }: { sides: CardSides }) =>
  sides.kind === 'note' ? (
    <>
      <Text as="p" size={20} serif whiteSpace="pre-line" className={styles.text}>
        {sides.passage}
      </Text>
      <Text as="p" size={14} tone="faint" marginTop={16}>
        {reviewText.askNote}
      </Text>
    </>
  ) : (
    <>
      <Text as="p" size={20} serif whiteSpace="pre-line" className={styles.text}>
        {sides.before}
        <span className={styles.blank}>
          <span className="visually-hidden">{reviewText.hidden}</span>
        </span>
        {sides.after}
      </Text>
      <Text as="p" size={14} tone="faint" marginTop={16}>
        {reviewText.askHidden}
      </Text>
    </>
  );

const Answer = ({ sides }: { sides: CardSides }) =>
  sides.kind === 'note' ? (
    <p className={styles.note}>{sides.answer}</p>
  ) : (
    <Text as="p" size={20} serif whiteSpace="pre-line" className={styles.text}>
      {sides.before}
      <mark className={styles.found}>{sides.answer}</mark>
      {sides.after}
    </Text>
  );

interface ReviewCardProps {
  readonly card: ReviewCard;
  readonly title: string;
  readonly isShown: boolean;
  /** Number that increases with each rating. It distinguishes two reviews of the same card that follow each other directly. */
  readonly round: number;
}

/** Shows a card, and focuses its new content, so that a screen reader reads it. */
export const ReviewCardView = ({ card, title, isShown, round }: ReviewCardProps) => {
  const { annotation, sides } = card;
  const question = useRef<HTMLDivElement>(null);
  const answer = useRef<HTMLDivElement>(null);
  const turn = `${annotation.id} ${round} ${isShown ? 'answer' : 'question'}`;
  useEffect(() => {
    (turn.endsWith('answer') ? answer : question).current?.focus();
  }, [turn]);
  return (
    <Column as="article" className={styles.card} data-color={annotation.color}>
      <Text as="p" size={13} tone="faint">
        {reviewText.positionOf(title, annotation.chapterTitle, notesText.anchorLabels[annotation.anchor])}
      </Text>
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
    </Column>
  );
};

interface AnswerBarProps {
  /** The schedule that each rating would lead to; undefined until the second side of the card is shown. */
  readonly outcomes: Readonly<Record<CardRating, CardSchedule>> | undefined;
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
          <Text weight={600}>{reviewText.ratings[rating]}</Text>
          <Text size={13} tone="faint" className={styles.ratingWhen}>
            {reviewText.comesAgain(outcomes[rating], shownAt)}
          </Text>
        </button>
      ))}
    </div>
  );
