/** 有新版本可用: stays until the new version is in use; leads to the updater page. Nothing happens by itself. */
import { IconArrowUp } from '@tabler/icons-react';
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
    <div role="status" className={styles.place}>
      {isShown ? (
        <Link to={UPDATER} className={styles.notice}>
          <IconArrowUp size={16} stroke={2} aria-hidden />
          {shellText.updateNotice}
          <span className={styles.action}>{shellText.updateNoticeAction}</span>
        </Link>
      ) : null}
    </div>
  );
};
