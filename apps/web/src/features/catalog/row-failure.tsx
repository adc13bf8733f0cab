/** Error message in place of a part of a screen that failed to load; retried by a button or when the device is online again. */
import { Panel } from '@shufang/ui';
import { ApiError, isNetworkError } from '../../platform/api/api-error.ts';
import { useConnection } from '../../platform/api/connection.ts';
import { useBroadcast } from '../../platform/events/use-broadcast.ts';
import { catalogText } from '../../platform/messages/zh-cn/catalog.ts';
import { BookSkeleton } from './book-skeleton.tsx';
import styles from './row-failure.module.css';

interface RowFailureProps {
  readonly text?: string;
  /** The error of a query that claims `responses`, which is shown nowhere else. While the network alert is open, the retry waits. */
  readonly error?: unknown;
  readonly onRetry: () => void;
}

export const RowFailure = ({ text = catalogText.failedRow, error, onRetry }: RowFailureProps) => {
  const isAlerted = useConnection((connection) => connection.isAlerted);
  useBroadcast('reloadRequest', onRetry);
  if (isAlerted && isNetworkError(error)) return <BookSkeleton />;
  const message = error instanceof ApiError && (error.kind === 'refused' || error.kind === 'busy') ? error.message : text;
  return (
    <Panel as="p" tone="soft" className={styles.failed} role="alert">
      {message}
      <button type="button" className={styles.retry} onClick={onRetry}>
        {catalogText.retry}
      </button>
    </Panel>
  );
};
