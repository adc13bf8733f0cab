/**
 * Review of cards, shown instead of the list on the page of the user's notes (我的笔记). Fully usable by keyboard; makes no request to the
 * server.
 */
import { type Annotation } from '@shufang/contract';
import { IconArrowBackUp, IconArrowLeft } from '@shufang/icons';
import { Cluster, Row, Stack } from '@shufang/ui';
import { useEffect, useEffectEvent, useState } from 'react';
import { Link } from 'react-router';
import { reviewText } from '../../platform/messages/zh-cn/review.ts';
import { ANNOTATION_LIMITS } from './limits.ts';
import styles from './review.module.css';
import { ReviewAnswerBar, ReviewCardView } from './review-card.tsx';
import { type CardRecords, cardsOf, countCards, countNewCardsLeft, type ReviewCard } from './review-deck.ts';
import { OutList, ReviewEnd } from './review-end.tsx';
import { RATINGS } from './schedule-card.ts';
import { type CardActions, useReviewCards } from './use-review-cards.ts';
import { useReviewSession } from './use-review-session.ts';

export interface ReviewProps {
  /** The annotations selected for review, including those without a card. */
  readonly annotations: readonly Annotation[];
  readonly titleOf: (bookId: string) => string;
  /** Returns the link that opens the passage of an annotation. */
  readonly linkTo: (annotation: Annotation) => string;
  /** Whether every card is reviewed, including cards that are not due. */
  readonly isAll: boolean;
  readonly onAll: () => void;
  readonly onLeave: () => void;
}

interface ReviewSessionProps extends ReviewProps {
  readonly cards: readonly ReviewCard[];
  readonly records: CardRecords;
  readonly actions: CardActions;
}

/** Handles keys anywhere on the page, except in text fields and for keys that the focused button or link uses. */
const useKeys = (onKey: (key: string) => boolean): void => {
  // An effect event always uses the card that is painted. A listener that an effect replaces for each card would handle a key pressed right
  // after the paint with the previous card.
  const handleKey = useEffectEvent((event: KeyboardEvent): void => {
    const target = event.target instanceof Element ? event.target : undefined;
    const isIn = (selector: string): boolean => (target?.closest(selector) ?? null) !== null;
    const isUndo = event.key === 'z' && (event.ctrlKey || event.metaKey) && !event.shiftKey && !event.altKey;
    const hasModifier = event.ctrlKey || event.metaKey || event.altKey;
    if (event.defaultPrevented || event.repeat || event.isComposing || (hasModifier && !isUndo)) return;
    if (isIn('input, textarea, select, [contenteditable], [role="dialog"]') || (event.key === ' ' && isIn('button, a, summary'))) return;
    if (onKey(event.key.toLowerCase())) event.preventDefault();
  });
  useEffect(() => {
    const listen = (event: KeyboardEvent): void => handleKey(event);
    document.addEventListener('keydown', listen);
    return () => document.removeEventListener('keydown', listen);
  }, []);
};

const ReviewSession = ({ cards, records, actions, titleOf, linkTo, isAll, onAll, onLeave }: ReviewSessionProps) => {
  const [openedAt] = useState(() => Date.now());
  const newCardsLeft = countNewCardsLeft(records, openedAt);
  const session = useReviewSession({ cards, newCardsLeft, isAll, actions });
  const { card, isShown, outcomes, at } = session;
  const counts = countCards(cards, newCardsLeft, at);
  useKeys((key) => {
    const rating = RATINGS[Number(key) - 1];
    if (key === 'escape') onLeave();
    else if (key === ' ' && card !== undefined && !isShown) session.show();
    else if (rating !== undefined && isShown) void session.rate(rating);
    else if (key === 'z' && session.canUndo) void session.undo();
    else return false;
    return true;
  });
  return (
    <Stack as="section" gap={16} aria-label={reviewText.title}>
      <Cluster gap={[8, 24]} align="center" justify="between">
        <button type="button" className={styles.leave} onClick={onLeave}>
          <IconArrowLeft size={18} stroke={1.6} aria-hidden />
          {reviewText.leave}
        </button>
        <Row as="dl" gap={20} size={14} tone="faint" className={styles.counts} aria-label={reviewText.progress}>
          {(['due', 'fresh', 'done'] as const).map((each) => (
            <div key={each} data-count={each}>
              <dt>{reviewText[each]}</dt>
              <dd>{counts[each]}</dd>
            </div>
          ))}
        </Row>
      </Cluster>
      <p role="status" className="visually-hidden">
        {session.announcement}
      </p>
      {card === undefined ? (
        <ReviewEnd
          cards={cards}
          counts={counts}
          rated={session.rated}
          reviewed={session.reviewed}
          nowMs={at}
          isAll={isAll}
          onAll={onAll}
          onLeave={onLeave}
        />
      ) : (
        <>
          <ReviewCardView card={card} title={titleOf(card.annotation.bookId)} isShown={isShown} round={session.rated.length} />
          <ReviewAnswerBar outcomes={outcomes} shownAt={at} onShow={session.show} onRate={(rating) => void session.rate(rating)} />
        </>
      )}
      <Cluster align="center" className={styles.foot}>
        {session.canUndo ? (
          <button type="button" className={styles.small} onClick={() => void session.undo()}>
            <IconArrowBackUp size={16} aria-hidden />
            {reviewText.undo}
          </button>
        ) : null}
        {card === undefined ? null : (
          <>
            <Link className={styles.small} to={linkTo(card.annotation)}>
              {reviewText.goTo}
            </Link>
            <button type="button" className={styles.small} onClick={() => void session.exclude()}>
              {reviewText.takeOut}
            </button>
          </>
        )}
      </Cluster>
      {card === undefined ? null : (
        <Cluster as="p" gap={[4, 24]} justify="between" size={13} tone="faint">
          <span>{reviewText.perDay(ANNOTATION_LIMITS.newCardsPerDay)}</span>
          <span className={styles.keys}>{reviewText.keys}</span>
        </Cluster>
      )}
      {card === undefined ? <OutList cards={cards} onPutBack={(annotation) => void actions.saveExcluded(annotation, false)} /> : null}
    </Stack>
  );
};

export const Review = (props: ReviewProps) => {
  const { records, actions } = useReviewCards();
  if (records === undefined) return <p role="status">{reviewText.loading}</p>;
  const cards = cardsOf(props.annotations, records);
  // The React key differs between a review of the due cards and one of all cards, so that a new session starts when the user goes on with
  // all cards.
  return <ReviewSession key={props.isAll ? 'all' : 'due'} {...props} cards={cards} records={records} actions={actions} />;
};
