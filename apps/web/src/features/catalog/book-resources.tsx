/**
 * The tab with the resources of a book (资源): pictures, tables, formulas, audio and video; each links to its position if the user may read
 * it.
 */
import { type BookResource, encodeLocatorParam, type ResourceKind } from '@shufang/contract';
import { IconCode, IconLock, IconMath, IconPhoto, IconPlayerPlay, IconTable } from '@shufang/icons';
import { Block, Cluster, EmptyState, RecordsSkeleton, Row, Text } from '@shufang/ui';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'react-router';
import { bookPageText } from '../../platform/messages/zh-cn/book-page.ts';
import { bookTabsText as text } from '../../platform/messages/zh-cn/book-tabs.ts';
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
    <Row as="li" gap={12} align="center" className={styles.resource}>
      <Icon size={20} stroke={1.5} aria-hidden />
      <Block flex={1} minWidth={0}>
        <p className={styles.resourceTitle}>
          {open ? <Link to={`/course/learning/${bookId}?at=${encodeLocatorParam(locator)}`}>{title}</Link> : title}
        </p>
        {chapter === '' ? null : (
          <Text as="p" size={13} tone="faint">
            {chapter}
          </Text>
        )}
      </Block>
      {open ? null : (
        <Row as="span" gap={6} align="center" size={13} tone="faint" flex="none">
          <IconLock size={15} stroke={1.5} aria-hidden />
          {text.lockedResource}
        </Row>
      )}
    </Row>
  );
};

export const BookResources = ({ bookId, onContents }: { bookId: string; onContents: () => void }) => {
  const [chosen, setChosen] = useState<ResourceKind>();
  const { data, isError, refetch, hasNextPage, isFetchingNextPage, fetchNextPage } = useInfiniteQuery(bookResourcesQuery(bookId, chosen));
  if (data === undefined) {
    if (isError) return <RowFailure text={bookPageText.failed(bookPageText.tabs.resources)} onRetry={() => void refetch()} />;
    return <RecordsSkeleton label={bookPageText.loading} />;
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
      <Cluster gap={8} marginBottom={16} role="group" aria-label={text.resourceKinds}>
        {first.counts.map(({ kind, count }) => (
          <button key={kind} type="button" className={styles.kind} aria-pressed={kind === first.kind} onClick={() => setChosen(kind)}>
            {text.resourceCount(kind, count)}
          </button>
        ))}
      </Cluster>
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
      <Text as="p" size={14} tone="faint" marginTop={16}>
        {text.resourceNote}
      </Text>
    </>
  );
};
