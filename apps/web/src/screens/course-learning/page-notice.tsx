import { Button } from '@mantine/core';
import styles from '../../features/reading/notices.module.css';
import { notesText } from '../../platform/messages/zh-cn/notes.ts';
import { readingText } from '../../platform/messages/zh-cn/reading.ts';

/** While a mark that lost its place waits for a new one. */
export const ReanchorNotice = ({ onCancel }: { onCancel: () => void }) => (
  <div className={styles.strip} role="status">
    <span>{notesText.reanchorHint}</span>
    <Button size="xs" variant="default" onClick={onCancel}>
      {notesText.reanchorCancel}
    </Button>
  </div>
);

interface PageNoticeProps {
  isTooFast: boolean;
  isSegmentMissing: boolean;
  isOffline: boolean;
  onRetry: () => void;
}

/** A strip over the page: a part that did not load or comes later, or a network that is gone. */
export const PageNotice = ({ isTooFast, isSegmentMissing, isOffline, onRetry }: PageNoticeProps) => {
  if (isTooFast)
    return (
      <div className={styles.strip} role="status">
        {readingText.tooFast}
      </div>
    );
  if (!isSegmentMissing && !isOffline) return null;
  return (
    <div className={styles.strip} role="status">
      <span>{isSegmentMissing ? readingText.failedSegment : readingText.offlineNow}</span>
      {isSegmentMissing && (
        <Button size="xs" variant="default" onClick={onRetry}>
          {readingText.retry}
        </Button>
      )}
    </div>
  );
};
