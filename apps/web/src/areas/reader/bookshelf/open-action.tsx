/** Link that opens a book. Books are not stored in the browser, so without a network a message replaces the link. */
import { buttonClass, Text } from '@shufang/ui';
import { Link } from 'react-router';
import { useConnection } from '../../../platform/api/connection.ts';
import { bookshelfText } from '../../../platform/messages/zh-cn/bookshelf.ts';
import styles from './shelf-list.module.css';

interface OpenActionProps {
  readonly to: string;
  /** Accessible name of the link, which contains the book's title. */
  readonly name: string;
  readonly text: string;
}

export const OpenAction = ({ to, name, text }: OpenActionProps) => {
  const isOffline = useConnection((connection) => connection.isOffline);
  return isOffline ? (
    <Text size={14} tone="faint" className={styles.needsNetwork}>
      {bookshelfText.needsNetwork}
    </Text>
  ) : (
    <Link to={to} className={buttonClass('quiet')} aria-label={name}>
      {text}
    </Link>
  );
};
