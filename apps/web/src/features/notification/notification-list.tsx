/** All notices of the user, newest first. A failure does not affect the rest of the page. */
import { Cluster, Column, Row, Text } from '@shufang/ui';
import { Link } from 'react-router';
import { chineseDates } from '../../platform/chinese-dates.ts';
import { notificationSentences } from '../../platform/messages/zh-cn/notification-sentences.ts';
import { notificationText } from '../../platform/messages/zh-cn/notifications.ts';
import { shellText } from '../../platform/messages/zh-cn/shell.ts';
import { useMarkNotificationsRead, useNotifications } from '../../platform/notifications/use-notifications.ts';
import styles from './notification.module.css';
import { notificationAddress } from './notification-address.ts';

const dateFormat = chineseDates({ dateStyle: 'medium', timeStyle: 'short' });

export const NotificationList = () => {
  const { news, isFailed, retry } = useNotifications();
  const reading = useMarkNotificationsRead();
  if (news === undefined) {
    return isFailed ? (
      <Row as="p" gap={16} tone="soft" role="alert">
        {notificationText.failed}
        <button type="button" className={styles.textButton} onClick={retry}>
          {notificationText.retry}
        </button>
      </Row>
    ) : (
      <div className={styles.skeleton} role="status" aria-label={shellText.loading} />
    );
  }
  if (news.items.length === 0) {
    return (
      <Column as="p" gap={4} tone="soft">
        <span>{notificationText.empty}</span>
        {notificationText.emptyHint}
      </Column>
    );
  }
  return (
    <>
      {news.unread === 0 ? null : (
        <Row as="p" gap={16} justify="between" size={14} tone="soft" marginBottom={8}>
          <span>{notificationText.unread(news.unread)}</span>
          <button type="button" className={styles.textButton} disabled={reading.isPending} onClick={() => reading.mutate(undefined)}>
            {notificationText.readAll}
          </button>
        </Row>
      )}
      <ol>
        {news.items.map((notice) => (
          <Cluster key={notice.id} as="li" justify="between" className={styles.item} data-unread={!notice.isRead || undefined}>
            <Text
              to={notificationAddress(notice)}
              as={Link}
              minWidth={0}
              breakWords
              className={styles.itemLink}
              onClick={() => (notice.isRead ? undefined : reading.mutate([notice.id]))}
            >
              {notice.isRead ? null : <span className="visually-hidden">{notificationText.isUnread}</span>}
              {notificationSentences[notice.kind](notice.subject.name)}
            </Text>
            <Text as="time" size={13} tone="faint" dateTime={new Date(notice.at).toISOString()}>
              {dateFormat.format(notice.at)}
            </Text>
          </Cluster>
        ))}
      </ol>
    </>
  );
};
