/** The main navigation (主导航): a rail at the side from medium screens up, a bar at the bottom of smaller ones. */
import { IconBooks, IconHelpCircle, IconHome, IconUser } from '@shufang/icons';
import { Column } from '@shufang/ui';
import { Link, useLocation } from 'react-router';
import { shellText } from '../../platform/messages/zh-cn/shell.ts';
import styles from './main-navigation.module.css';

const entries = [
  { to: '/', section: /^\/((course|book)(\/|$)|$)/, label: shellText.home, Icon: IconHome },
  { to: '/bookshelf', section: /^\/bookshelf/, label: shellText.bookshelf, Icon: IconBooks },
  { to: '/user/myBooks', section: /^\/(user|class|bank|assignment|receipt|pay|redeem)(\/|$)/, label: shellText.mine, Icon: IconUser },
  { to: '/helper/contact', section: /^\/helper/, label: shellText.help, Icon: IconHelpCircle },
] as const;

export const MainNavigation = () => {
  const { pathname } = useLocation();
  return (
    <Column as="nav" gap={4} className={styles.navigation} aria-label={shellText.mainNavigation}>
      {entries.map(({ to, section, label, Icon }) => (
        <Column
          key={to}
          to={to}
          // Path of the page from which the user opens the help; it becomes part of the diagnostics of a help ticket.
          state={{ from: pathname }}
          as={Link}
          gap={4}
          align="center"
          size={13}
          tone="soft"
          className={styles.entry}
          aria-current={pathname === to ? 'page' : section.test(pathname) ? 'true' : undefined}
        >
          <Icon size={22} stroke={1.5} aria-hidden />
          <span>{label}</span>
        </Column>
      ))}
    </Column>
  );
};
