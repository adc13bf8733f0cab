/** `/course/learning/:bookId`: opens the book and shows it; says why when it does not open. */
import { useEffect, useState } from 'react';
import { useParams } from 'react-router';
import { PageSkeleton, ReadingFailure } from '../../features/reading/notices.tsx';
import styles from '../../features/reading/reading.module.css';
import { useOpenBook } from '../../features/reading/use-open-book.ts';
import { useKeepSynced } from '../../features/sync/use-sync.ts';
import { isRefusal } from '../../platform/api/api-error.ts';
import { onApiError } from '../../platform/api/on-api-error.ts';
import { useBroadcast } from '../../platform/events/use-broadcast.ts';
import { shellText } from '../../platform/messages/zh-cn/shell.ts';
import { keepBookTitles } from '../../platform/storage/book-titles.ts';
import { readerDatabase } from '../../platform/storage/reader-database.ts';
import { ReadingView } from './reading-view.tsx';
import { useStartPlace } from './use-start-place.ts';

const Book = ({ bookId }: { bookId: string }) => {
  useKeepSynced();
  const query = useOpenBook(bookId);
  const opened = query.data;
  const start = useStartPlace(opened);
  const [visit, setVisit] = useState(0);
  const [hasFrameFailed, setFrameFailed] = useState(false);
  const title = opened?.book.title;
  useEffect(() => {
    if (title === undefined) return;
    document.title = shellText.documentTitle(title);
    void keepBookTitles(readerDatabase(), [{ id: bookId, title }]);
  }, [bookId, title]);
  useEffect(() => {
    if (isRefusal(query.error, 'requestLogin', 'userBeenKickedOut')) onApiError(query.error);
  }, [query.error]);
  const retry = (): void => {
    setFrameFailed(false);
    setVisit((before) => before + 1);
    if (query.isError) void query.refetch();
  };
  useBroadcast('reloadRequest', retry);

  if (hasFrameFailed || (query.isError && !opened)) {
    return (
      <div className={styles.reader}>
        <ReadingFailure error={query.error} bookId={bookId} onRetry={retry} />
      </div>
    );
  }
  if (!opened || !start) {
    return (
      <div className={styles.reader}>
        <div className={styles.page}>
          <PageSkeleton />
        </div>
      </div>
    );
  }
  return <ReadingView key={`${opened.book.id}-${visit}`} opened={opened} start={start} onFailed={() => setFrameFailed(true)} />;
};

export const Component = () => {
  const { bookId = '' } = useParams();
  return <Book key={bookId} bookId={bookId} />;
};
