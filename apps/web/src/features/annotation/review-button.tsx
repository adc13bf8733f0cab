/** Button that starts a review of the annotations shown on the page of the user's notes (我的笔记); shows the number of cards due today. */
import type { Annotation } from '@shufang/contract';
import { buttonClass, Text } from '@shufang/ui';
import { useEffect, useRef, useState } from 'react';
import { reviewText } from '../../platform/messages/zh-cn/review.ts';
import styles from './review-button.module.css';
import { cardsOf, countCards, countNewCardsLeft } from './review-deck.ts';
import { useReviewCards } from './use-review-cards.ts';

interface ReviewButtonProps {
  readonly annotations: readonly Annotation[];
  /** Whether the button takes the focus when it appears: after a review, the focus returns to the button that started it. */
  readonly hasInitialFocus: boolean;
  readonly onStart: () => void;
}

export const ReviewButton = ({ annotations, hasInitialFocus, onStart }: ReviewButtonProps) => {
  const button = useRef<HTMLButtonElement>(null);
  const [isFirst] = useState(hasInitialFocus);
  useEffect(() => {
    if (isFirst) button.current?.focus();
  }, [isFirst]);
  const [nowMs] = useState(() => Date.now());
  const { records } = useReviewCards();
  const counts = records && countCards(cardsOf(annotations, records), countNewCardsLeft(records, nowMs), nowMs);
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
      {waiting > 0 ? (
        <Text size={13} tone="ink" tabular className={styles.waiting}>
          {waiting}
        </Text>
      ) : null}
    </button>
  );
};
