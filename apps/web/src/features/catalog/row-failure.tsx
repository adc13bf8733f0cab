/** One part of a screen did not come: says so in its place, and is tried again by hand or when the network is back. */
import { useBroadcast } from '../../platform/events/use-broadcast.ts';
import { catalogText } from '../../platform/messages/zh-cn/catalog.ts';
import styles from './row-failure.module.css';

export const RowFailure = ({ text = catalogText.failedRow, onRetry }: { text?: string; onRetry: () => void }) => {
  useBroadcast('reloadRequest', onRetry);
  return (
    <p className={styles.failed} role="alert">
      {text}
      <button type="button" className={styles.retry} onClick={onRetry}>
        {catalogText.retry}
      </button>
    </p>
  );
};
