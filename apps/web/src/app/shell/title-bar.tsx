/** The 40 px bar on top: home, search, the clients, and the signed-in person. */
import { IconDeviceDesktop, IconDeviceTablet, IconSearch } from '@tabler/icons-react';
import { Link, useLocation } from 'react-router';
import { PersonPicture } from '../../features/account/person-picture.tsx';
import { useConnection } from '../../platform/api/connection.ts';
import { broadcast } from '../../platform/events/broadcasts.ts';
import { shellText } from '../../platform/messages/zh-cn/shell.ts';
import { useSession } from '../../platform/session/session.ts';
import { routePaths } from '../route-names.ts';
import { Logo } from './logo.tsx';
import styles from './title-bar.module.css';

const ICON = { size: 19, stroke: 1.5, 'aria-hidden': true } as const;

const handleSignIn = (): void => broadcast('signInRequest');

/** Said aloud when it comes; on a page of its own the person finds what the device keeps. */
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
  const signedOut = token === undefined && pathname !== '/user/login';
  return (
    <header className={styles.bar}>
      <Link to="/" className={styles.home} aria-label={shellText.homeLink}>
        <Logo />
      </Link>
      <OfflineBadge />
      <div className={styles.tools}>
        <Link to="/course/search" className={styles.tool} aria-label={shellText.search} data-tooltip={shellText.search}>
          <IconSearch {...ICON} />
        </Link>
        <Link to={routePaths['pc-app']} className={styles.tool} aria-label={shellText.downloadPc} data-tooltip={shellText.downloadPc}>
          <IconDeviceDesktop {...ICON} />
        </Link>
        <Link
          to={routePaths['mobile-app']}
          className={styles.tool}
          aria-label={shellText.downloadMobile}
          data-tooltip={shellText.downloadMobile}
        >
          <IconDeviceTablet {...ICON} />
        </Link>
        {signedOut ? (
          <button type="button" data-opens-sign-in className={styles.signIn} onClick={handleSignIn}>
            {shellText.signIn}
          </button>
        ) : null}
        <Link to={routePaths.user} className={styles.person} aria-label={shellText.userCenter} data-tooltip={shellText.userCenter}>
          <PersonPicture address={avatar} />
        </Link>
      </div>
    </header>
  );
};
