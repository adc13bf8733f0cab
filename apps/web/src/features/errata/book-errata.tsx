/** 勘误: faults of a book that were found to be right, how one's own reports stand, and the way to report one. */
import { type Erratum, type ErratumState, encodeLocatorParam } from '@shufang/contract';
import { buttonClass, EmptyState, LoadFailure, RecordsSkeleton, StateBadge } from '@shufang/ui';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'react-router';
import { chineseDates } from '../../platform/chinese-dates.ts';
import { broadcast } from '../../platform/events/broadcasts.ts';
import { useBroadcast } from '../../platform/events/use-broadcast.ts';
import { bookPageText } from '../../platform/messages/zh-cn/book-page.ts';
import { catalogText } from '../../platform/messages/zh-cn/catalog.ts';
import { errataText as text } from '../../platform/messages/zh-cn/readers-say.ts';
import { useSession } from '../../platform/session/session.ts';
import styles from './errata.module.css';
import { errataQuery } from './queries.ts';
import { ReportDialog } from './report-dialog.tsx';

export const STATE_TONES: Record<ErratumState, 'plain' | 'good' | 'wait' | 'stop'> = {
  submitted: 'wait',
  accepted: 'good',
  duplicate: 'plain',
  rejected: 'stop',
  fixed: 'good',
};

const dateFormat = chineseDates({ year: 'numeric', month: 'long', day: 'numeric' });

const Item = ({ bookId, erratum }: { bookId: string; erratum: Erratum }) => {
  const { state, quote, suggestion, chapter, locator, answer, versionNo, fixedInVersion, createdAt } = erratum;
  return (
    <li className={styles.item}>
      <p className={styles.itemHead}>
        <StateBadge tone={STATE_TONES[state]}>{text.states[state]}</StateBadge>
        {chapter === '' ? null : <span>{chapter}</span>}
        <span>{fixedInVersion === undefined ? text.foundIn(versionNo) : text.fixedIn(fixedInVersion)}</span>
        <time dateTime={new Date(createdAt).toISOString()}>{dateFormat.format(createdAt)}</time>
        {locator === undefined ? null : <Link to={`/course/learning/${bookId}?at=${encodeLocatorParam(locator)}`}>{text.openPlace}</Link>}
      </p>
      <dl className={styles.texts}>
        <dt>{text.was}</dt>
        <dd>
          <del>{quote}</del>
        </dd>
        <dt>{text.becomes}</dt>
        <dd>
          <ins>{suggestion}</ins>
        </dd>
      </dl>
      {answer === '' ? null : <p className={styles.answer}>{text.answer(answer)}</p>}
    </li>
  );
};

const Mine = ({ bookId }: { bookId: string }) => {
  const { data, hasNextPage, fetchNextPage } = useInfiniteQuery(errataQuery(bookId, 'mine'));
  const items = data?.pages.flatMap((page) => page.items) ?? [];
  if (items.length === 0) return null;
  return (
    <>
      <h2 className={styles.heading}>{text.mine}</h2>
      <ul className={styles.list}>
        {items.map((erratum) => (
          <Item key={erratum.id} bookId={bookId} erratum={erratum} />
        ))}
      </ul>
      {hasNextPage ? (
        <p className={styles.more}>
          <button type="button" className={buttonClass('quiet')} onClick={() => void fetchNextPage()}>
            {catalogText.loadMore}
          </button>
        </p>
      ) : null}
      <h2 className={styles.heading}>{text.all}</h2>
    </>
  );
};

export const BookErrata = ({ bookId }: { bookId: string }) => {
  const isSignedIn = useSession((session) => session.token !== undefined);
  const [isReporting, setReporting] = useState(false);
  const { data, isError, refetch, hasNextPage, isFetchingNextPage, fetchNextPage } = useInfiniteQuery(errataQuery(bookId, 'all'));
  useBroadcast('reloadRequest', () => {
    if (isError) void refetch();
  });
  const [first] = data?.pages ?? [];
  if (first === undefined) {
    if (!isError) return <RecordsSkeleton label={bookPageText.loading} />;
    return <LoadFailure text={bookPageText.failed(text.tab)} retryLabel={catalogText.retry} onRetry={() => void refetch()} />;
  }
  const items = data?.pages.flatMap((page) => page.items) ?? [];
  return (
    <>
      <div className={styles.head}>
        <div>
          <p className={styles.lead}>{text.lead}</p>
          <p className={styles.counts}>{text.counts(first.counts)}</p>
        </div>
        <button
          type="button"
          className={buttonClass('quiet')}
          onClick={() => (isSignedIn ? setReporting(true) : broadcast('signInRequest'))}
        >
          {text.report}
        </button>
      </div>
      {isSignedIn ? <Mine bookId={bookId} /> : null}
      {items.length === 0 ? (
        <EmptyState title={text.none}>
          <p>{text.noneHint}</p>
        </EmptyState>
      ) : (
        <ul className={styles.list}>
          {items.map((erratum) => (
            <Item key={erratum.id} bookId={bookId} erratum={erratum} />
          ))}
        </ul>
      )}
      {hasNextPage ? (
        <p className={styles.more}>
          <button
            type="button"
            className={buttonClass('quiet')}
            aria-disabled={isFetchingNextPage}
            onClick={() => {
              if (!isFetchingNextPage) void fetchNextPage();
            }}
          >
            {isFetchingNextPage ? catalogText.loadingMore : catalogText.loadMore}
          </button>
        </p>
      ) : null}
      {isReporting ? <ReportDialog bookId={bookId} onClose={() => setReporting(false)} /> : null}
    </>
  );
};
