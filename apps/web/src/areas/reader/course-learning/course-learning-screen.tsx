/** `/course/learning/:bookId`: opens the book and shows it, or the reason why it cannot be opened. */
import { Grid } from '@shufang/ui';
import { useEffect, useLayoutEffect, useState } from 'react';
import { useParams } from 'react-router';
import { removeEarlyReader } from '../../../features/reading/early-reader.ts';
import { PageSkeleton, ReadingFailure } from '../../../features/reading/notices.tsx';
import styles from '../../../features/reading/reading.module.css';
import { useOpenBook } from '../../../features/reading/use-open-book.ts';
import { usePaper } from '../../../features/reading/use-paper.ts';
import { useReadingPreferences } from '../../../features/reading/use-reading-preferences.ts';
import { useSync } from '../../../features/sync/use-sync.ts';
import { useBroadcast } from '../../../platform/events/use-broadcast.ts';
import { storeBookTitles } from '../../../platform/storage/book-titles.ts';
import { readerDatabase } from '../../../platform/storage/reader-database.ts';
import { setTitle } from '../../../platform/title/follow-page.ts';
import { ReadingView } from './reading-view.tsx';
import { useSiteBar } from './use-bars.ts';
import { useStartPosition } from './use-start-position.ts';

const Book = ({ bookId }: { bookId: string }) => {
  useSync();
  const query = useOpenBook(bookId);
  const opened = query.data;
  const start = useStartPosition(bookId, opened);
  const { preferences, changePreferences } = useReadingPreferences(opened?.preferences);
  const shown = usePaper(preferences);
  const [visit, setVisit] = useState(0);
  const [hasFrameFailed, setFrameFailed] = useState(false);
  useEffect(() => removeEarlyReader, []);
  const title = opened?.book.title;
  useEffect(() => {
    if (title === undefined) return;
    setTitle(title);
    void storeBookTitles(readerDatabase(), [{ id: bookId, title }]);
  }, [bookId, title]);
  const retry = (): void => {
    setFrameFailed(false);
    setVisit((before) => before + 1);
    if (query.isError) void query.refetch();
  };
  useBroadcast('reloadRequest', retry);
  const hasFailed = hasFrameFailed || (query.isError && !opened);
  useSiteBar(hasFailed);
  // The early reader covers the page, and its text may belong to a session that has ended.
  useLayoutEffect(() => {
    if (hasFailed) removeEarlyReader();
  }, [hasFailed]);

  if (hasFailed) {
    return (
      <Grid tone="ink" className={styles.reader}>
        <ReadingFailure error={query.error} bookId={bookId} onRetry={retry} />
      </Grid>
    );
  }
  if (!opened || !start || !preferences || !shown) {
    return (
      <Grid tone="ink" className={styles.reader}>
        <div className={styles.page}>
          <PageSkeleton />
        </div>
      </Grid>
    );
  }
  return (
    <ReadingView
      key={`${opened.book.id}-${visit}`}
      opened={opened}
      start={start}
      preferences={shown}
      chosenPreferences={preferences}
      onPreferences={(fields) => void changePreferences(fields)}
      onFailed={() => setFrameFailed(true)}
      onOpenAgain={() => void query.refetch()}
    />
  );
};

export const Component = () => {
  const { bookId = '' } = useParams();
  return <Book key={bookId} bookId={bookId} />;
};
