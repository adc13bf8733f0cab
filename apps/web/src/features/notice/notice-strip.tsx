/** The newest unread news above a page: each leads to what it is about and is read by that. Nothing where there is none. */
import { IconBell, IconX } from '@tabler/icons-react';
import { Link } from 'react-router';
import { noticeText } from '../../platform/messages/zh-cn/notices.ts';
import { useNotices, useReadNotices } from '../../platform/notices/use-notices.ts';
import styles from './notice.module.css';
import { noticeAddress } from './notice-address.ts';

const SHOWN = 3;

export const NoticeStrip = () => {
  const { news } = useNotices();
  const reading = useReadNotices();
  const unread = news?.items.filter(({ isRead }) => !isRead) ?? [];
  if (unread.length === 0) return null;
  return (
    <aside className={styles.strip} aria-label={noticeText.stripLabel}>
      <IconBell className={styles.bell} size={18} stroke={1.5} aria-hidden />
      <ul className={styles.stripItems}>
        {unread.slice(0, SHOWN).map((notice) => {
          const text = noticeText.texts[notice.kind](notice.subject.name);
          return (
            <li key={notice.id} className={styles.stripItem}>
              <Link to={noticeAddress(notice)} className={styles.stripLink} onClick={() => reading.mutate([notice.id])}>
                {text}
              </Link>
              <button
                type="button"
                className={styles.dismiss}
                aria-label={noticeText.dismiss(text)}
                onClick={() => reading.mutate([notice.id])}
              >
                <IconX size={14} stroke={1.5} aria-hidden />
              </button>
            </li>
          );
        })}
      </ul>
      <Link to="/user#notices" className={styles.all}>
        {noticeText.seeAll}
      </Link>
    </aside>
  );
};
