/** Link that opens a book. Without a network a message replaces the link, unless the book is on this device. */
import { buttonClass, Text } from '@shufang/ui';
import { Link } from 'react-router';
import { useIsOnDevice } from '../../../features/offline/use-offline-books.ts';
import { useConnection } from '../../../platform/api/connection.ts';
import { bookshelfText } from '../../../platform/messages/zh-cn/bookshelf.ts';
import styles from './shelf-list.module.css';

interface OpenActionProps {
  readonly bookId: string;
  readonly to: string;
  /** Accessible name of the link, which contains the book's title. */
  readonly name: string;
  readonly text: string;
}

export const OpenAction = ({ bookId, to, name, text }: OpenActionProps) => {
  const isOnDevice = useIsOnDevice(bookId);
  const isOffline = useConnection((connection) => connection.isOffline);
  return isOffline && !isOnDevice ? (
    <Text size={14} tone="faint" className={styles.needsNetwork}>
      {bookshelfText.needsNetwork}
    </Text>
  ) : (
    <Link to={to} className={buttonClass('quiet')} aria-label={name}>
      {text}
    </Link>
  );
};
