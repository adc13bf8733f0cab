/** 资源: pictures, tables, formulas, audio and video of a book; each opens at its place where the person may read it. */
import { type BookResource, encodeLocatorParam, type ResourceKind } from '@shufang/contract';
import { EmptyState, RecordsSkeleton } from '@shufang/ui';
import { IconCode, IconLock, IconMath, IconPhoto, IconPlayerPlay, IconTable } from '@tabler/icons-react';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'react-router';
import { bookPageText as text } from '../../platform/messages/zh-cn/book-page.ts';
import styles from './book-page.module.css';
import { LoadMore } from './load-more.tsx';
import { bookResourcesQuery } from './queries.ts';
import { RowFailure } from './row-failure.tsx';

const ICONS: Record<ResourceKind, typeof IconPhoto> = {
  figure: IconPhoto,
  media: IconPlayerPlay,
  table: IconTable,
  formula: IconMath,
  code: IconCode,
};

const Resource = ({ bookId, resource, index }: { bookId: string; resource: BookResource; index: number }) => {
  const { kind, chapter, open, locator } = resource;
  const Icon = ICONS[kind];
  const title = resource.title === '' ? text.untitled(kind, index + 1) : resource.title;
  return (
    <li className={styles.resource}>
      <Icon size={20} stroke={1.5} aria-hidden />
      <div className={styles.resourceText}>
        <p className={styles.resourceTitle}>
          {open ? <Link to={`/course/learning/${bookId}?at=${encodeLocatorParam(locator)}`}>{title}</Link> : title}
        </p>
        {chapter === '' ? null : <p className={styles.chapter}>{chapter}</p>}
      </div>
      {open ? null : (
        <span className={styles.locked}>
          <IconLock size={15} stroke={1.5} aria-hidden />
          {text.lockedResource}
        </span>
      )}
    </li>
  );
};

export const BookResources = ({ bookId, onContents }: { bookId: string; onContents: () => void }) => {
  const [chosen, setChosen] = useState<ResourceKind>();
  const { data, isError, refetch, hasNextPage, isFetchingNextPage, fetchNextPage } = useInfiniteQuery(bookResourcesQuery(bookId, chosen));
  if (data === undefined) {
    if (isError) return <RowFailure text={text.failed(text.tabs.resources)} onRetry={() => void refetch()} />;
    return <RecordsSkeleton label={text.loading} />;
  }
  const [first] = data.pages;
  const items = data.pages.flatMap((page) => page.items);
  if (first === undefined || first.counts.length === 0) {
    return (
      <EmptyState title={text.noResources}>
        <p>{text.noResourcesHint}</p>
        <button type="button" onClick={onContents} className={styles.kind}>
          {text.toContents}
        </button>
      </EmptyState>
    );
  }
  return (
    <>
      <div className={styles.kinds} role="group" aria-label={text.resourceKinds}>
        {first.counts.map(({ kind, count }) => (
          <button key={kind} type="button" className={styles.kind} aria-pressed={kind === first.kind} onClick={() => setChosen(kind)}>
            {text.resourceCount(kind, count)}
          </button>
        ))}
      </div>
      <ul className={styles.resources}>
        {items.map((resource, index) => (
          <Resource key={resource.locator.locations.block?.blockId ?? index} bookId={bookId} resource={resource} index={index} />
        ))}
      </ul>
      {hasNextPage ? (
        <div className={styles.more}>
          <LoadMore loading={isFetchingNextPage} onMore={() => void fetchNextPage()} />
        </div>
      ) : null}
      <p className={styles.resourceNote}>{text.resourceNote}</p>
    </>
  );
};
