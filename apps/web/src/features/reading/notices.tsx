/** Notices over the page: end of a trial, position on another device, failure, keyboard help. */
import { IconX } from '@shufang/icons';
import { Button, Cluster, Column, IconButton, LinkButton, ModalDialog, Row, Text } from '@shufang/ui';
import { Link } from 'react-router';
import { ApiError, isNetworkError, isRefusal } from '../../platform/api/api-error.ts';
import { broadcast } from '../../platform/events/broadcasts.ts';
import { readingText } from '../../platform/messages/zh-cn/reading.ts';
import { buyPath } from './buy-path.ts';
import styles from './notices.module.css';

export interface TrialWallProps {
  bookId: string;
  title: string;
  isSignedIn: boolean;
  /** Whether the book was opened at this closed chapter, so that the reader has seen no page in this visit. */
  isAtStart: boolean;
  onBack: () => void;
  /** Continues with a later chapter; defined if one is open for trial. */
  onNext?: (() => void) | undefined;
  /** Renewal price in fen; defined if the right has ended. */
  renewFen?: number | undefined;
}

export const TrialWall = ({ bookId, title, isSignedIn, isAtStart, onBack, onNext, renewFen }: TrialWallProps) => (
  <section className={styles.wall} aria-labelledby="trial-wall-title">
    <h2 id="trial-wall-title">
      {renewFen !== undefined ? readingText.wallTitleEnded : isAtStart ? readingText.wallTitleAtStart : readingText.wallTitle}
    </h2>
    <p>{renewFen === undefined ? readingText.wallText(title) : readingText.wallEnded}</p>
    {isSignedIn ? (
      <LinkButton size="md">
        <Link to={buyPath(bookId)}>{renewFen === undefined ? readingText.wallBuy : readingText.wallRenew(renewFen)}</Link>
      </LinkButton>
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

export interface ReadingEndedProps {
  bookId: string;
  /** The server's message that tells the reader why they may not read the book any more. */
  reason: string;
  isSignedIn: boolean;
  /** Opens the trial; defined if part of the book is open for trial. */
  onTrial?: (() => void) | undefined;
}

/** Notice that replaces the page when the reader's right ends during reading. */
export const ReadingEnded = ({ bookId, reason, isSignedIn, onTrial }: ReadingEndedProps) => (
  <section className={styles.wall} role="alert" aria-labelledby="reading-ended-title">
    <h2 id="reading-ended-title">{readingText.endedTitle}</h2>
    <p>{reason}</p>
    <p>{readingText.annotationsRemain}</p>
    {isSignedIn ? null : (
      <Button size="md" onClick={() => broadcast('signInRequest')}>
        {readingText.wallSignIn}
      </Button>
    )}
    <LinkButton size="md" variant={isSignedIn ? 'main' : 'quiet'}>
      <Link to={buyPath(bookId)}>{readingText.wallBuy}</Link>
    </LinkButton>
    {onTrial === undefined ? null : (
      <button type="button" className={styles.link} onClick={onTrial}>
        {readingText.endedTrial}
      </button>
    )}
    <Link to={`/user/myNotes?bookId=${bookId}`} className={styles.link}>
      {readingText.endedNotes}
    </Link>
  </section>
);

export const OtherDevicePositionNotice = ({
  positionLabel,
  onJump,
  onStay,
}: {
  positionLabel: string;
  onJump: () => void;
  onStay: () => void;
}) => (
  <Row gap={8} align="center" size={14} className={styles.foreign} role="status">
    <span>{readingText.otherDevicePosition(positionLabel)}</span>
    <Button size="xs" onClick={onJump}>
      {readingText.jump}
    </Button>
    <IconButton name={readingText.stay} onClick={onStay}>
      <IconX size={18} stroke={1.6} aria-hidden />
    </IconButton>
  </Row>
);

export const ReadingFailure = ({ error, bookId, onRetry }: { error: unknown; bookId: string; onRetry: () => void }) => {
  const isFinal = isRefusal(error, 'catalog.bookNotFound');
  const isUnentitled = isRefusal(error, 'entitlement.notEntitled');
  const sentence = isNetworkError(error) ? readingText.failedNetwork : error instanceof ApiError ? error.message : readingText.failedFrame;
  const requestId = error instanceof ApiError ? error.requestId : undefined;
  return (
    <section className={styles.failure} role="alert">
      <h1>{readingText.failedTitle}</h1>
      <p>{sentence}</p>
      <Cluster gap={12} justify="end" marginTop={16} className={styles.choices}>
        {!isFinal && !isUnentitled && <Button onClick={onRetry}>{readingText.retry}</Button>}
        {isFinal ? (
          <LinkButton>
            <Link to="/">{readingText.toHome}</Link>
          </LinkButton>
        ) : (
          <LinkButton variant={isUnentitled ? 'main' : 'quiet'}>
            <Link to={`/course/info/${bookId}`}>{isUnentitled ? readingText.wallBuy : readingText.toInfo}</Link>
          </LinkButton>
        )}
      </Cluster>
      {requestId && (
        <Text as="p" size={13} tabular className={styles.trace}>
          {readingText.traceId(requestId)}
        </Text>
      )}
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
    <Cluster gap={12} justify="end" marginTop={16} className={styles.choices}>
      <Button onClick={onClose}>{readingText.close}</Button>
    </Cluster>
  </ModalDialog>
);

/** Placeholder for the text of a book, shown while the book is opening. */
export const PageSkeleton = () => (
  <Column className={styles.skeleton} role="status" aria-label={readingText.opening}>
    {Array.from({ length: 12 }, (_, line) => (
      <span key={line} data-short={line % 5 === 4 || undefined} />
    ))}
  </Column>
);
