/** The tab with the errata of a book (勘误): the accepted ones, the status of the user's own reports, and the report dialog. */
import { type Erratum, type ErratumState, encodeLocatorParam } from '@shufang/contract';
import { buttonClass, Cluster, EmptyState, Grid, LoadFailure, Panel, RecordsSkeleton, Stack, StateBadge, Text } from '@shufang/ui';
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
  const { state, quote, suggestion, chapter, locator, reply, versionNo, fixedInVersion, createdAt } = erratum;
  return (
    <Panel as="li" className={styles.item}>
      <Cluster as="p" gap={[4, 12]} align="center" size={13} tone="faint" className={styles.itemHead}>
        <StateBadge tone={STATE_TONES[state]}>{text.states[state]}</StateBadge>
        {chapter === '' ? null : <span>{chapter}</span>}
        <span>{fixedInVersion === undefined ? text.foundIn(versionNo) : text.fixedIn(fixedInVersion)}</span>
        <time dateTime={new Date(createdAt).toISOString()}>{dateFormat.format(createdAt)}</time>
        {locator === undefined ? null : <Link to={`/course/learning/${bookId}?at=${encodeLocatorParam(locator)}`}>{text.openPassage}</Link>}
      </Cluster>
      <Grid as="dl" gap={[4, 16]} className={styles.texts}>
        <dt>{text.was}</dt>
        <dd>
          <del>{quote}</del>
        </dd>
        <dt>{text.becomes}</dt>
        <dd>
          <ins>{suggestion}</ins>
        </dd>
      </Grid>
      {reply === '' ? null : (
        <Text as="p" size={15} tone="soft" breakWords className={styles.reply}>
          {text.reply(reply)}
        </Text>
      )}
    </Panel>
  );
};

const Mine = ({ bookId }: { bookId: string }) => {
  const { data, hasNextPage, fetchNextPage } = useInfiniteQuery(errataQuery(bookId, 'mine'));
  const items = data?.pages.flatMap((page) => page.items) ?? [];
  if (items.length === 0) return null;
  return (
    <>
      <h2 className={styles.heading}>{text.mine}</h2>
      <Stack as="ul" gap={12} className={styles.list}>
        {items.map((erratum) => (
          <Item key={erratum.id} bookId={bookId} erratum={erratum} />
        ))}
      </Stack>
      {hasNextPage ? (
        <Text as="p" marginTop={24} textAlign="center" className={styles.more}>
          <button type="button" className={buttonClass('quiet')} onClick={() => void fetchNextPage()}>
            {catalogText.loadMore}
          </button>
        </Text>
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
      <Cluster align="center" justify="between" marginBottom={24} className={styles.head}>
        <div>
          <Text as="p" tone="soft">
            {text.lead}
          </Text>
          <Text as="p" size={14} tone="faint">
            {text.counts(first.counts)}
          </Text>
        </div>
        <button
          type="button"
          className={buttonClass('quiet')}
          onClick={() => (isSignedIn ? setReporting(true) : broadcast('signInRequest'))}
        >
          {text.report}
        </button>
      </Cluster>
      {isSignedIn ? <Mine bookId={bookId} /> : null}
      {items.length === 0 ? (
        <EmptyState title={text.none}>
          <p>{text.noneHint}</p>
        </EmptyState>
      ) : (
        <Stack as="ul" gap={12} className={styles.list}>
          {items.map((erratum) => (
            <Item key={erratum.id} bookId={bookId} erratum={erratum} />
          ))}
        </Stack>
      )}
      {hasNextPage ? (
        <Text as="p" marginTop={24} textAlign="center" className={styles.more}>
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
        </Text>
      ) : null}
      {isReporting ? <ReportDialog bookId={bookId} onClose={() => setReporting(false)} /> : null}
    </>
  );
};
