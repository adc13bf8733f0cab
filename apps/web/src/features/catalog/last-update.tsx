/** In the head of a book's page: which version it is, and since when. Leads to what changed. */
import { bookPageText as text } from '../../platform/messages/zh-cn/book-page.ts';
import type { BookInfo } from './book-facts.tsx';
import styles from './last-update.module.css';

const dateFormat = new Intl.DateTimeFormat('zh-CN', { year: 'numeric', month: 'long', day: 'numeric' });

export const LastUpdate = ({ info: { versionNo, updatedAt }, onOpen }: { info: BookInfo; onOpen: () => void }) => (
  <button type="button" className={styles.update} onClick={onOpen}>
    {versionNo === 1 ? text.firstRelease(dateFormat.format(updatedAt)) : text.lastUpdate(versionNo, dateFormat.format(updatedAt))}
  </button>
);
