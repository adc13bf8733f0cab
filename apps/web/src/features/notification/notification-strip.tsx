/**
 * The newest unread notices above a page: each links to the page that it is about; opening the link marks it as read. Renders nothing if
 * there are none.
 */
import { IconBell, IconX } from '@shufang/icons';
import { Block, Row, Text } from '@shufang/ui';
import { Link } from 'react-router';
import { notificationSentences } from '../../platform/messages/zh-cn/notification-sentences.ts';
import { notificationText } from '../../platform/messages/zh-cn/notifications.ts';
import { useMarkNotificationsRead, useNotifications } from '../../platform/notifications/use-notifications.ts';
import styles from './notification.module.css';
import { notificationAddress } from './notification-address.ts';

const SHOWN = 3;

export const NotificationStrip = () => {
  const { news } = useNotifications();
  const reading = useMarkNotificationsRead();
  const unread = news?.items.filter(({ isRead }) => !isRead) ?? [];
  if (unread.length === 0) return null;
  return (
    <Row as="aside" gap={12} align="start" size={15} marginTop={24} className={styles.strip} aria-label={notificationText.stripLabel}>
      <IconBell className={styles.bell} size={18} stroke={1.5} aria-hidden />
      <Block as="ul" flex={1} minWidth={0} className={styles.stripItems}>
        {unread.slice(0, SHOWN).map((notice) => {
          const text = notificationSentences[notice.kind](notice.subject.name);
          return (
            <Row key={notice.id} as="li" gap={8} align="center">
              <Text
                to={notificationAddress(notice)}
                as={Link}
                minWidth={0}
                whiteSpace="nowrap"
                className={styles.stripLink}
                onClick={() => reading.mutate([notice.id])}
              >
                {text}
              </Text>
              <button
                type="button"
                className={styles.dismiss}
                aria-label={notificationText.dismiss(text)}
                onClick={() => reading.mutate([notice.id])}
              >
                <IconX size={14} stroke={1.5} aria-hidden />
              </button>
            </Row>
          );
        })}
      </Block>
      <Link to="/user#notices" className={styles.all}>
        {notificationText.seeAll}
      </Link>
    </Row>
  );
};
