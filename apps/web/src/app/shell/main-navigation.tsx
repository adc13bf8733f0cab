/** 主导航: a rail at the side from medium screens up, a bar at the bottom below. */
import { IconBooks, IconHelpCircle, IconHome, IconUser } from '@tabler/icons-react';
import { Link, useLocation } from 'react-router';
import { shellText } from '../../platform/messages/zh-cn/shell.ts';
import styles from './main-navigation.module.css';

const entries = [
  { to: '/', section: /^\/((course|book)(\/|$)|$)/, label: shellText.home, Icon: IconHome },
  { to: '/bookshelf', section: /^\/bookshelf/, label: shellText.bookshelf, Icon: IconBooks },
  { to: '/user/myBooks', section: /^\/user/, label: shellText.mine, Icon: IconUser },
  { to: '/helper/contact', section: /^\/helper/, label: shellText.help, Icon: IconHelpCircle },
] as const;

export const MainNavigation = () => {
  const { pathname } = useLocation();
  return (
    <nav className={styles.navigation} aria-label={shellText.mainNavigation}>
      {entries.map(({ to, section, label, Icon }) => (
        <Link
          key={to}
          to={to}
          // Where a question to the operator comes from.
          state={{ from: pathname }}
          className={styles.entry}
          aria-current={pathname === to ? 'page' : section.test(pathname) ? 'true' : undefined}
        >
          <Icon size={22} stroke={1.5} aria-hidden />
          <span>{label}</span>
        </Link>
      ))}
    </nav>
  );
};
