/** 更新记录: the released versions of a book, the newest first. */
import type { BookVersionRecord } from '@shufang/contract';
import { RecordsSkeleton, StateBadge } from '@shufang/ui';
import { useQuery } from '@tanstack/react-query';
import { chineseDates } from '../../platform/chinese-dates.ts';
import { bookPageText as text } from '../../platform/messages/zh-cn/book-page.ts';
import styles from './book-page.module.css';
import { bookChangesQuery } from './queries.ts';
import { RowFailure } from './row-failure.tsx';

const dateFormat = chineseDates({ year: 'numeric', month: 'long', day: 'numeric' });

const Version = ({ version, isCurrent }: { version: BookVersionRecord; isCurrent: boolean }) => {
  const { no, releasedAt, note, changes } = version;
  return (
    <li className={styles.version} data-current={isCurrent || undefined}>
      <p className={styles.versionHead}>
        <span className={styles.versionName}>{text.versionNo(no)}</span>
        <time className={styles.date} dateTime={new Date(releasedAt).toISOString()}>
          {dateFormat.format(releasedAt)}
        </time>
        {isCurrent ? <StateBadge tone="good">{text.currentVersion}</StateBadge> : null}
      </p>
      {note === '' ? null : <p className={styles.words}>{note}</p>}
      <p className={styles.changes}>{changes === undefined ? text.firstVersion : text.changeLine(changes)}</p>
      {changes === undefined || changes.chapters.length === 0 ? null : (
        <details className={styles.chapters}>
          <summary>{text.changedChapters}</summary>
          <ul>
            {changes.chapters.map(({ title, added, changed }, index) => (
              <li key={`${index}${title}`}>{text.chapterChange(title, added + changed)}</li>
            ))}
          </ul>
        </details>
      )}
    </li>
  );
};

export const BookChanges = ({ bookId }: { bookId: string }) => {
  const { data, isError, refetch } = useQuery(bookChangesQuery(bookId));
  if (data === undefined) {
    if (isError) return <RowFailure text={text.failed(text.tabs.changes)} onRetry={() => void refetch()} />;
    return <RecordsSkeleton label={text.loading} />;
  }
  return (
    <ol className={styles.versions} reversed>
      {data.versions.map((version, index) => (
        <Version key={version.no} version={version} isCurrent={index === 0} />
      ))}
    </ol>
  );
};
