/**
 * Notice that a new version of the client is available (有新版本可用): a link to the updater page, shown until that version is active. The client
 * never updates without the user.
 */
import { IconArrowUp } from '@shufang/icons';
import { Row, Text } from '@shufang/ui';
import { useState } from 'react';
import { Link, useLocation } from 'react-router';
import { useBroadcast } from '../../platform/events/use-broadcast.ts';
import { shellText } from '../../platform/messages/zh-cn/shell.ts';
import styles from './update-notice.module.css';

const UPDATER = '/helper/appUpdater';

export const UpdateNotice = () => {
  const { pathname } = useLocation();
  const [isAvailable, setAvailable] = useState(false);
  useBroadcast('updateAvailable', () => setAvailable(true));
  const isShown = isAvailable && pathname !== UPDATER;
  return (
    <div role="status" className={styles.slot}>
      {isShown ? (
        <Row to={UPDATER} as={Link} gap={8} align="center" size={14} className={styles.notice}>
          <IconArrowUp size={16} stroke={2} aria-hidden />
          {shellText.updateNotice}
          <Text tone="accent" underline>
            {shellText.updateNoticeAction}
          </Text>
        </Row>
      ) : null}
    </div>
  );
};
