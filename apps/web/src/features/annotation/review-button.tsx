/** The way from 我的笔记 to the cards of what is shown there, with how many wait today. */
import type { Annotation } from '@shufang/contract';
import { buttonClass } from '@shufang/ui';
import { useEffect, useRef, useState } from 'react';
import { reviewText } from '../../platform/messages/zh-cn/review.ts';
import styles from './review-button.module.css';
import { cardsOf, countCards, freshLeftOf } from './review-deck.ts';
import { useReviewCards } from './use-review-cards.ts';

interface ReviewButtonProps {
  readonly marks: readonly Annotation[];
  /** Takes the focus as it appears: who left the cards begins where they went in. */
  readonly takesFocus: boolean;
  readonly onStart: () => void;
}

export const ReviewButton = ({ marks, takesFocus, onStart }: ReviewButtonProps) => {
  const button = useRef<HTMLButtonElement>(null);
  const [isFirst] = useState(takesFocus);
  useEffect(() => {
    if (isFirst) button.current?.focus();
  }, [isFirst]);
  const [nowMs] = useState(() => Date.now());
  const { records } = useReviewCards();
  const counts = records && countCards(cardsOf(marks, records), freshLeftOf(records, nowMs), nowMs);
  const waiting = counts === undefined ? 0 : counts.due + counts.fresh;
  return (
    <button
      ref={button}
      type="button"
      className={buttonClass()}
      aria-label={waiting > 0 ? reviewText.startDue(waiting) : undefined}
      onClick={onStart}
    >
      {reviewText.start}
      {waiting > 0 ? <span className={styles.waiting}>{waiting}</span> : null}
    </button>
  );
};
