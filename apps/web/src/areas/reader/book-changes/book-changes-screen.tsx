/** `/course/changes/:bookId?since=1`: what changed in the text of a book since a version, and what became of the user's notes. */
import type { listTextChanges, OutputOf, TextChange } from '@shufang/contract';
import { buttonClass, EmptyState, LoadFailure, Page, PageHeader, RecordsSkeleton, Text } from '@shufang/ui';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { Link, useParams, useSearchParams } from 'react-router';
import { NotesReport } from '../../../features/annotation/notes-report.tsx';
import { LoadMore } from '../../../features/catalog/load-more.tsx';
import { textChangesQuery, useMarkSeen } from '../../../features/reading/text-changes.ts';
import { useSync } from '../../../features/sync/use-sync.ts';
import { ApiError } from '../../../platform/api/api-error.ts';
import { chineseDates } from '../../../platform/chinese-dates.ts';
import { textChangesText as text } from '../../../platform/messages/zh-cn/text-changes.ts';
import { useSession } from '../../../platform/session/session.ts';
import { useDocumentTitle } from '../../../platform/title/use-document-title.ts';
import styles from './book-changes-screen.module.css';
import { ChangeItem } from './change-item.tsx';

type Changes = OutputOf<typeof listTextChanges>;

const dateFormat = chineseDates({ year: 'numeric', month: 'long', day: 'numeric' });

const Nothing = ({ bookId, state }: { bookId: string; state: Changes['state'] }) => {
  const { title, hint } = state === 'compared' ? { title: text.emptyTitle, hint: text.emptyHint } : text.state[state];
  return (
    <EmptyState title={title}>
      <p>{hint}</p>
      <Link to={`/course/info/${bookId}?tab=changes`} className={buttonClass('quiet')}>
        {text.toBook}
      </Link>
    </EmptyState>
  );
};

/** Returns the changes by chapter, in reading order. */
const byChapter = (items: readonly TextChange[]): { readonly title: string; readonly items: readonly TextChange[] }[] => {
  const chapters: { title: string; items: TextChange[] }[] = [];
  for (const item of items) {
    const last = chapters.at(-1);
    if (last?.title === item.chapterTitle) last.items.push(item);
    else chapters.push({ title: item.chapterTitle, items: [item] });
  }
  return chapters;
};

const ChangeList = ({ bookId, items }: { bookId: string; items: readonly TextChange[] }) => {
  const numbers = new Map(items.map(({ id }, index) => [id, index + 1]));
  return byChapter(items).map(({ title, items: changes }) => (
    <section key={changes[0]?.id} className={styles.chapter}>
      <h2>{title === '' ? text.untitledChapter : title}</h2>
      <ul>
        {changes.map((change) => (
          <ChangeItem key={change.id} bookId={bookId} change={change} number={numbers.get(change.id) ?? 0} />
        ))}
      </ul>
    </section>
  ));
};

const Loaded = ({ bookId, first, items }: { bookId: string; first: Changes; items: readonly TextChange[] }) => {
  const { title, from, to, state, total, isCut } = first;
  const isSignedIn = useSession((session) => session.token !== undefined);
  const markSeen = useMarkSeen(bookId);
  useDocumentTitle(text.heading(title), '');
  // Who has opened the list has seen the changes. It stays at its address.
  useEffect(() => {
    if (isSignedIn && state !== 'indexing') markSeen(to.no);
  }, [isSignedIn, state, to.no, markSeen]);
  return (
    <>
      <PageHeader title={text.heading(title)} />
      <Text as="p" size={14} tone="faint">
        {text.versions({ no: from.no, date: dateFormat.format(from.releasedAt) }, { no: to.no, date: dateFormat.format(to.releasedAt) })}
      </Text>
      {isSignedIn ? <NotesReport bookId={bookId} /> : null}
      {items.length === 0 ? (
        <Nothing bookId={bookId} state={state} />
      ) : (
        <>
          <Text as="p" weight={600} marginTop={16}>
            {text.count(total, isCut)}
          </Text>
          <ChangeList bookId={bookId} items={items} />
          {isCut ? <p>{text.cut}</p> : null}
        </>
      )}
    </>
  );
};

export const Component = () => {
  const { bookId = '' } = useParams();
  const [params] = useSearchParams();
  const since = Math.max(1, Math.trunc(Number(params.get('since'))) || 1);
  useSync();
  const { data, error, isFetchingNextPage, hasNextPage, fetchNextPage, refetch } = useInfiniteQuery(textChangesQuery(bookId, since));
  const first = data?.pages[0];
  if (first === undefined) {
    return (
      <Page width="text">
        <PageHeader title={text.pageTitle} />
        {error === null ? (
          <RecordsSkeleton label={text.loading} />
        ) : (
          <LoadFailure
            text={error instanceof ApiError && error.code !== undefined ? error.message : text.failed}
            retryLabel={text.retry}
            onRetry={() => void refetch()}
          />
        )}
      </Page>
    );
  }
  return (
    <Page width="text">
      <Loaded bookId={bookId} first={first} items={data?.pages.flatMap(({ items }) => items) ?? []} />
      {hasNextPage ? <LoadMore loading={isFetchingNextPage} onMore={() => void fetchNextPage()} /> : null}
    </Page>
  );
};
