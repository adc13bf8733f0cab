/** Reviewing cards made of marks, in the place of the list on 我的笔记. Everything by keyboard; nothing asks the server. */
import { type Annotation, LIMITS } from '@shufang/contract';
import { IconArrowBackUp, IconArrowLeft } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import { Link } from 'react-router';
import { reviewText } from '../../platform/messages/zh-cn/review.ts';
import styles from './review.module.css';
import { ReviewAnswerBar, ReviewCardView } from './review-card.tsx';
import { type CardRecords, cardsOf, countCards, freshLeftOf, type ReviewCard } from './review-deck.ts';
import { OutList, ReviewEnd } from './review-end.tsx';
import { RATINGS } from './schedule-card.ts';
import { type CardVerbs, useReviewCards } from './use-review-cards.ts';
import { useReviewSession } from './use-review-session.ts';

export interface ReviewProps {
  /** Those that were chosen to be reviewed, and those of them that make no card. */
  readonly marks: readonly Annotation[];
  readonly titleOf: (bookId: string) => string;
  /** Where the passage of a mark is read. */
  readonly addressOf: (mark: Annotation) => string;
  /** Through all of them, due or not. */
  readonly isAll: boolean;
  readonly onAll: () => void;
  readonly onLeave: () => void;
}

interface SittingProps extends ReviewProps {
  readonly cards: readonly ReviewCard[];
  readonly records: CardRecords;
  readonly verbs: CardVerbs;
}

/** Keys count everywhere on the page, but where one types, and where a button or a link has a key of its own. */
const useKeys = (onKey: (key: string) => boolean): void => {
  useEffect(() => {
    const handleKey = (event: KeyboardEvent): void => {
      const target = event.target instanceof Element ? event.target : undefined;
      const isIn = (selector: string): boolean => (target?.closest(selector) ?? null) !== null;
      const isUndo = event.key === 'z' && (event.ctrlKey || event.metaKey) && !event.shiftKey && !event.altKey;
      const hasModifier = event.ctrlKey || event.metaKey || event.altKey;
      if (event.defaultPrevented || event.repeat || event.isComposing || (hasModifier && !isUndo)) return;
      if (isIn('input, textarea, select, [contenteditable], [role="dialog"]') || (event.key === ' ' && isIn('button, a, summary'))) return;
      if (onKey(event.key.toLowerCase())) event.preventDefault();
    };
    document.addEventListener('keydown', handleKey);
    return () => document.removeEventListener('keydown', handleKey);
  }, [onKey]);
};

const Sitting = ({ cards, records, verbs, titleOf, addressOf, isAll, onAll, onLeave }: SittingProps) => {
  const [openedAt] = useState(() => Date.now());
  const freshLeft = freshLeftOf(records, openedAt);
  const session = useReviewSession({ cards, freshLeft, isAll, verbs });
  const { card, isShown, outcomes, at } = session;
  const counts = countCards(cards, freshLeft, at);
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
    <section className={styles.review} aria-label={reviewText.title}>
      <div className={styles.head}>
        <button type="button" className={styles.leave} onClick={onLeave}>
          <IconArrowLeft size={18} stroke={1.6} aria-hidden />
          {reviewText.leave}
        </button>
        <dl className={styles.counts} aria-label={reviewText.standing}>
          {(['due', 'fresh', 'done'] as const).map((each) => (
            <div key={each} data-count={each}>
              <dt>{reviewText[each]}</dt>
              <dd>{counts[each]}</dd>
            </div>
          ))}
        </dl>
      </div>
      <p role="status" className="visually-hidden">
        {session.said}
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
          <ReviewCardView card={card} title={titleOf(card.mark.bookId)} isShown={isShown} round={session.rated.length} />
          <ReviewAnswerBar outcomes={outcomes} shownAt={at} onShow={session.show} onRate={(rating) => void session.rate(rating)} />
        </>
      )}
      <div className={styles.foot}>
        {session.canUndo ? (
          <button type="button" className={styles.small} onClick={() => void session.undo()}>
            <IconArrowBackUp size={16} aria-hidden />
            {reviewText.undo}
          </button>
        ) : null}
        {card === undefined ? null : (
          <>
            <Link className={styles.small} to={addressOf(card.mark)}>
              {reviewText.goTo}
            </Link>
            <button type="button" className={styles.small} onClick={() => void session.takeOut()}>
              {reviewText.takeOut}
            </button>
          </>
        )}
      </div>
      {card === undefined ? null : (
        <p className={styles.hints}>
          <span>{reviewText.perDay(LIMITS.newCardsPerDay)}</span>
          <span className={styles.keys}>{reviewText.keys}</span>
        </p>
      )}
      {card === undefined ? <OutList cards={cards} onPutBack={(mark) => void verbs.saveOut(mark, false)} /> : null}
    </section>
  );
};

export const Review = (props: ReviewProps) => {
  const { records, verbs } = useReviewCards();
  if (records === undefined) return <p role="status">{reviewText.loading}</p>;
  const cards = cardsOf(props.marks, records);
  // Another round begins anew.
  return <Sitting key={props.isAll ? 'all' : 'due'} {...props} cards={cards} records={records} verbs={verbs} />;
};
