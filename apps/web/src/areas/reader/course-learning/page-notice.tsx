import { Button, Row } from '@shufang/ui';
import styles from '../../../features/reading/notices.module.css';
import type { OpenedBook } from '../../../features/reading/use-open-book.ts';
import { notesText } from '../../../platform/messages/zh-cn/notes.ts';
import { readingText } from '../../../platform/messages/zh-cn/reading.ts';
import { isOnDevice } from '../../../platform/storage/offline-books.ts';

/** Notice that asks the user to select the passage of an orphaned annotation; shown until they do so or cancel. */
export const ReanchorNotice = ({ onCancel }: { onCancel: () => void }) => (
  <Row gap={12} align="center" justify="center" size={14} className={styles.strip} role="status">
    <span>{notesText.reanchorHint}</span>
    <Button size="xs" variant="quiet" onClick={onCancel}>
      {notesText.reanchorCancel}
    </Button>
  </Row>
);

interface PageNoticeProps {
  isTooFast: boolean;
  /** The content of which a segment could not be loaded; undefined if all could. */
  incomplete: OpenedBook['content'] | undefined;
  isOffline: boolean;
  onRetry: () => void;
}

/** A notice above the text of a book: the rate limit was exceeded, a segment failed to load, or there is no network. */
export const PageNotice = ({ isTooFast, incomplete, isOffline, onRetry }: PageNoticeProps) => {
  if (isTooFast)
    return (
      <Row gap={12} align="center" justify="center" size={14} className={styles.strip} role="status">
        {readingText.tooFast}
      </Row>
    );
  if (incomplete === undefined && !isOffline) return null;
  const failure = incomplete !== undefined && isOnDevice(incomplete.baseUrl) ? readingText.damagedSegment : readingText.failedSegment;
  return (
    <Row gap={12} align="center" justify="center" size={14} className={styles.strip} role="status">
      <span>{incomplete === undefined ? readingText.offlineNow : failure}</span>
      {incomplete !== undefined && (
        <Button size="xs" variant="quiet" onClick={onRetry}>
          {readingText.retry}
        </Button>
      )}
    </Row>
  );
};
