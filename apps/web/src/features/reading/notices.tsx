/** What stands over the page for a while: the end of a trial, a place read elsewhere, a failure, the keys. */
import { Button } from '@mantine/core';
import { IconButton, ModalDialog } from '@shufang/ui';
import { IconX } from '@tabler/icons-react';
import { Link } from 'react-router';
import { ApiError, isNetworkFailure, isRefusal } from '../../platform/api/api-error.ts';
import { broadcast } from '../../platform/events/broadcasts.ts';
import { readingText } from '../../platform/messages/zh-cn/reading.ts';
import styles from './notices.module.css';

export interface TrialWallProps {
  bookId: string;
  title: string;
  isSignedIn: boolean;
  /** The book was opened here: nothing of it has been read in this visit. */
  isAtStart: boolean;
  onBack: () => void;
  /** A later chapter may be tried. */
  onNext?: (() => void) | undefined;
  /** The right has ended and may be renewed at this price. */
  renewFen?: number | undefined;
}

/** Who buys here comes back to the page they stand on: the reading screen keeps it. */
const buyPath = (bookId: string): string => `/course/info/${bookId}?to=${encodeURIComponent(`/course/learning/${bookId}`)}`;

export const TrialWall = ({ bookId, title, isSignedIn, isAtStart, onBack, onNext, renewFen }: TrialWallProps) => (
  <section className={styles.wall} aria-labelledby="trial-wall-title">
    <h2 id="trial-wall-title">
      {renewFen !== undefined ? readingText.wallTitleEnded : isAtStart ? readingText.wallTitleAtStart : readingText.wallTitle}
    </h2>
    <p>{renewFen === undefined ? readingText.wallText(title) : readingText.wallEnded}</p>
    {isSignedIn ? (
      <Button component={Link} to={buyPath(bookId)} size="md">
        {renewFen === undefined ? readingText.wallBuy : readingText.wallRenew(renewFen)}
      </Button>
    ) : (
      <>
        <p>{readingText.wallSignedOut}</p>
        <Button size="md" onClick={() => broadcast('signInRequest')}>
          {readingText.wallSignIn}
        </Button>
        <Link to={buyPath(bookId)} className={styles.link}>
          {readingText.wallBuy}
        </Link>
      </>
    )}
    {onNext === undefined ? null : (
      <button type="button" className={styles.link} onClick={onNext}>
        {readingText.wallNext}
      </button>
    )}
    <button type="button" className={styles.link} onClick={onBack}>
      {isAtStart ? readingText.wallTrial : readingText.wallBack}
    </button>
  </section>
);

export const ForeignPlaceNotice = ({ place, onJump, onStay }: { place: string; onJump: () => void; onStay: () => void }) => (
  <div className={styles.foreign} role="status">
    <span>{readingText.foreignPlace(place)}</span>
    <Button size="xs" onClick={onJump}>
      {readingText.jump}
    </Button>
    <IconButton name={readingText.stay} onClick={onStay}>
      <IconX size={18} stroke={1.6} aria-hidden />
    </IconButton>
  </div>
);

export const ReadingFailure = ({ error, bookId, onRetry }: { error: unknown; bookId: string; onRetry: () => void }) => {
  const isFinal = isRefusal(error, 'catalog.bookNotFound');
  const isUnentitled = isRefusal(error, 'commerce.notEntitled');
  const sentence = isNetworkFailure(error)
    ? readingText.failedNetwork
    : error instanceof ApiError
      ? error.message
      : readingText.failedFrame;
  const requestId = error instanceof ApiError ? error.requestId : undefined;
  return (
    <section className={styles.failure} role="alert">
      <h1>{readingText.failedTitle}</h1>
      <p>{sentence}</p>
      <div className={styles.choices}>
        {!isFinal && !isUnentitled && <Button onClick={onRetry}>{readingText.retry}</Button>}
        {isFinal ? (
          <Button component={Link} to="/">
            {readingText.toHome}
          </Button>
        ) : (
          <Button component={Link} to={`/course/info/${bookId}`} variant={isUnentitled ? 'filled' : 'default'}>
            {isUnentitled ? readingText.wallBuy : readingText.toInfo}
          </Button>
        )}
      </div>
      {requestId && <p className={styles.trace}>{readingText.traceId(requestId)}</p>}
    </section>
  );
};

export const KeyboardHelp = ({ onClose }: { onClose: () => void }) => (
  <ModalDialog title={readingText.keysTitle} onClose={onClose}>
    <dl className={styles.keys}>
      {readingText.keys.map(([keys, meaning]) => (
        <div key={keys}>
          <dt>{keys}</dt>
          <dd>{meaning}</dd>
        </div>
      ))}
    </dl>
    <div className={styles.choices}>
      <Button onClick={onClose}>{readingText.close}</Button>
    </div>
  </ModalDialog>
);

/** The shape of a page while the book is being opened. */
export const PageSkeleton = () => (
  <div className={styles.skeleton} role="status" aria-label={readingText.opening}>
    {Array.from({ length: 12 }, (_, line) => (
      <span key={line} data-short={line % 5 === 4 || undefined} />
    ))}
  </div>
);
