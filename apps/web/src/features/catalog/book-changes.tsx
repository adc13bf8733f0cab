/** The tab with the changes of a book (更新记录): its released versions, the newest first. */
import type { BookVersionRecord } from '@shufang/contract';
import { Block, Cluster, RecordsSkeleton, StateBadge, Text } from '@shufang/ui';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { chineseDates } from '../../platform/chinese-dates.ts';
import { bookPageText } from '../../platform/messages/zh-cn/book-page.ts';
import { bookTabsText as text } from '../../platform/messages/zh-cn/book-tabs.ts';
import styles from './book-page.module.css';
import { bookChangesQuery } from './queries.ts';
import { RowFailure } from './row-failure.tsx';

const dateFormat = chineseDates({ year: 'numeric', month: 'long', day: 'numeric' });

interface VersionProps {
  readonly bookId: string;
  readonly version: BookVersionRecord;
  readonly isCurrent: boolean;
}

const Version = ({ bookId, version, isCurrent }: VersionProps) => {
  const { no, releasedAt, note, changes } = version;
  return (
    <li className={styles.version} data-current={isCurrent || undefined}>
      <Cluster as="p" gap={[4, 12]} align="center">
        <Text size={17} weight={700} serif>
          {text.versionNo(no)}
        </Text>
        <Text as="time" size={14} tone="faint" dateTime={new Date(releasedAt).toISOString()}>
          {dateFormat.format(releasedAt)}
        </Text>
        {isCurrent ? <StateBadge tone="good">{text.currentVersion}</StateBadge> : null}
      </Cluster>
      {note === '' ? null : (
        <Text as="p" marginTop={8} breakWords whiteSpace="pre-line" className={styles.text}>
          {note}
        </Text>
      )}
      <Text as="p" size={15} tone="soft" marginTop={4}>
        {changes === undefined ? text.firstVersion : text.changeLine(changes)}
      </Text>
      {isCurrent ? null : (
        <Link to={`/course/changes/${bookId}?since=${no}`} className={styles.since}>
          {text.changedSince(no)}
        </Link>
      )}
      {changes === undefined || changes.chapters.length === 0 ? null : (
        <Block as="details" size={14} tone="soft" marginTop={8} className={styles.chapters}>
          <summary>{text.changedChapters}</summary>
          <ul>
            {changes.chapters.map(({ title, added, changed }, index) => (
              <li key={`${index}${title}`}>{text.chapterChange(title, added + changed)}</li>
            ))}
          </ul>
        </Block>
      )}
    </li>
  );
};

export const BookChanges = ({ bookId }: { bookId: string }) => {
  const { data, isError, refetch } = useQuery(bookChangesQuery(bookId));
  if (data === undefined) {
    if (isError) return <RowFailure text={bookPageText.failed(bookPageText.tabs.changes)} onRetry={() => void refetch()} />;
    return <RecordsSkeleton label={bookPageText.loading} />;
  }
  return (
    <ol className={styles.versions} reversed>
      {data.versions.map((version, index) => (
        <Version key={version.no} bookId={bookId} version={version} isCurrent={index === 0} />
      ))}
    </ol>
  );
};
