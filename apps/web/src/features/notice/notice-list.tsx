/** All that the person was told, the newest first. Fails alone. */
import { Link } from 'react-router';
import { chineseDates } from '../../platform/chinese-dates.ts';
import { noticeText } from '../../platform/messages/zh-cn/notices.ts';
import { shellText } from '../../platform/messages/zh-cn/shell.ts';
import { useNotices, useReadNotices } from '../../platform/notices/use-notices.ts';
import styles from './notice.module.css';
import { noticeAddress } from './notice-address.ts';

const dateFormat = chineseDates({ dateStyle: 'medium', timeStyle: 'short' });

export const NoticeList = () => {
  const { news, isFailed, retry } = useNotices();
  const reading = useReadNotices();
  if (news === undefined) {
    return isFailed ? (
      <p className={styles.failed} role="alert">
        {noticeText.failed}
        <button type="button" className={styles.textButton} onClick={retry}>
          {noticeText.retry}
        </button>
      </p>
    ) : (
      <div className={styles.skeleton} role="status" aria-label={shellText.loading} />
    );
  }
  if (news.items.length === 0) {
    return (
      <p className={styles.empty}>
        <span>{noticeText.empty}</span>
        {noticeText.emptyHint}
      </p>
    );
  }
  return (
    <>
      {news.unread === 0 ? null : (
        <p className={styles.bar}>
          <span>{noticeText.unread(news.unread)}</span>
          <button type="button" className={styles.textButton} disabled={reading.isPending} onClick={() => reading.mutate(undefined)}>
            {noticeText.readAll}
          </button>
        </p>
      )}
      <ol className={styles.items}>
        {news.items.map((notice) => (
          <li key={notice.id} className={styles.item} data-unread={!notice.isRead || undefined}>
            <Link
              to={noticeAddress(notice)}
              className={styles.itemLink}
              onClick={() => (notice.isRead ? undefined : reading.mutate([notice.id]))}
            >
              {notice.isRead ? null : <span className="visually-hidden">{noticeText.isUnread}</span>}
              {noticeText.texts[notice.kind](notice.subject.name)}
            </Link>
            <time className={styles.time} dateTime={new Date(notice.at).toISOString()}>
              {dateFormat.format(notice.at)}
            </time>
          </li>
        ))}
      </ol>
    </>
  );
};
