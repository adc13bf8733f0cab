/** The title bar (40 px): home, search, client downloads, and the user. */
import { IconDeviceDesktop, IconDeviceTablet, IconSearch } from '@shufang/icons';
import { Row, Stack } from '@shufang/ui';
import { Link, useLocation } from 'react-router';
import { UserAvatar } from '../../features/account/user-avatar.tsx';
import { useConnection } from '../../platform/api/connection.ts';
import { broadcast } from '../../platform/events/broadcasts.ts';
import { shellText } from '../../platform/messages/zh-cn/shell.ts';
import { useSession } from '../../platform/session/session.ts';
import { routePaths } from '../route-names.ts';
import { useWindowHandle, WindowButtons } from './desktop-title-bar.tsx';
import { Logo } from './logo.tsx';
import styles from './title-bar.module.css';

const ICON = { size: 19, stroke: 1.5, 'aria-hidden': true } as const;

const handleSignIn = (): void => broadcast('signInRequest');

/** A badge that is shown and announced to screen readers while the client is offline. */
const OfflineBadge = () => {
  const { isOffline } = useConnection();
  return (
    <span aria-live="polite" className={styles.offline}>
      {isOffline ? <span title={shellText.offlineHint}>{shellText.offline}</span> : null}
    </span>
  );
};

export const TitleBar = () => {
  const { token, avatar } = useSession();
  const { pathname } = useLocation();
  const windowHandle = useWindowHandle();
  const signedOut = token === undefined && pathname !== '/user/login';
  return (
    <Row as="header" align="center" justify="between" className={styles.bar} {...windowHandle}>
      <Row to="/" as={Link} align="center" inline className={styles.home} aria-label={shellText.homeLink}>
        <Logo />
      </Row>
      <OfflineBadge />
      <Row gap={4} align="center">
        <Stack
          to="/course/search"
          as={Link}
          placeItems="center"
          tone="soft"
          className={styles.tool}
          aria-label={shellText.search}
          data-tooltip={shellText.search}
        >
          <IconSearch {...ICON} />
        </Stack>
        <Stack
          to={routePaths['pc-app']}
          as={Link}
          placeItems="center"
          tone="soft"
          className={`${styles.tool} ${styles.download}`}
          aria-label={shellText.downloadPc}
          data-tooltip={shellText.downloadPc}
        >
          <IconDeviceDesktop {...ICON} />
        </Stack>
        <Stack
          to={routePaths['mobile-app']}
          as={Link}
          placeItems="center"
          tone="soft"
          className={`${styles.tool} ${styles.download}`}
          aria-label={shellText.downloadMobile}
          data-tooltip={shellText.downloadMobile}
        >
          <IconDeviceTablet {...ICON} />
        </Stack>
        {signedOut ? (
          <button type="button" data-opens-sign-in className={styles.signIn} onClick={handleSignIn}>
            {shellText.signIn}
          </button>
        ) : null}
        <Stack
          to={routePaths.user}
          as={Link}
          placeItems="center"
          className={styles.user}
          aria-label={shellText.userCenter}
          data-tooltip={shellText.userCenter}
        >
          <UserAvatar address={avatar} />
        </Stack>
        <WindowButtons />
      </Row>
    </Row>
  );
};
