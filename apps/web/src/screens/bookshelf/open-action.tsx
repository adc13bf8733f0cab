/** Leads into a book. No book is kept on a device that reads in a browser: without a network it says so instead. */
import { buttonClass } from '@shufang/ui';
import { Link } from 'react-router';
import { useConnection } from '../../platform/api/connection.ts';
import { bookshelfText } from '../../platform/messages/zh-cn/bookshelf.ts';
import styles from './shelf-list.module.css';

interface OpenActionProps {
  readonly to: string;
  /** Says which book. */
  readonly name: string;
  readonly text: string;
}

export const OpenAction = ({ to, name, text }: OpenActionProps) => {
  const isOffline = useConnection((connection) => connection.isOffline);
  return isOffline ? (
    <span className={styles.needsNetwork}>{bookshelfText.needsNetwork}</span>
  ) : (
    <Link to={to} className={buttonClass('quiet')} aria-label={name}>
      {text}
    </Link>
  );
};
