/**
 * Links to the pages of the signed-in user. Teachers and applicants, contributors of books, and operators each have an additional entry;
 * other users find links to these pages on `/user`. The entry of the current page is always included, and marked also on the pages below it.
 */
import type { PersonalPage } from '@shufang/contract';
import { IconChevronDown } from '@shufang/icons';
import { Cluster } from '@shufang/ui';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link, useLocation } from 'react-router';
import { accountText } from '../../platform/messages/zh-cn/account.ts';
import { notificationText } from '../../platform/messages/zh-cn/notifications.ts';
import { useNotifications } from '../../platform/notifications/use-notifications.ts';
import { useSession } from '../../platform/session/session.ts';
import { OPERATOR_PERMISSIONS, useMayAny } from './for-operators.tsx';
import { rolesQuery } from './queries.ts';
import styles from './user-menu.module.css';

interface Entry {
  readonly to: string;
  readonly label: string;
  /** The personal page to which the entry leads, if only some users have that page; such an entry is shown to those users only. */
  readonly page?: PersonalPage;
}

const entries: readonly Entry[] = [
  { to: '/user', label: accountText.center },
  { to: '/user/myOrders', label: accountText.myOrders },
  { to: '/user/myBooks', label: accountText.myBooks },
  { to: '/user/myNotes', label: accountText.myNotes },
  { to: '/user/myEditedBook', label: accountText.myEditedBook, page: 'myEditedBook' },
  { to: '/user/teacher', label: accountText.teacher, page: 'teacher' },
  { to: '/user/myFiles', label: accountText.myFiles },
];

/** The pages below `/user` that apply to the user; undefined until the server has responded. */
export const usePersonalPages = (): readonly PersonalPage[] | undefined => {
  const userId = useSession((session) => session.userId);
  const { data } = useQuery(rolesQuery(userId));
  return data && (data.personalPages ?? []);
};

/** Returns the entry to which a page belongs: the one with its path, or the longest one above it. */
const entryOf = (pathname: string): string | undefined =>
  entries
    .map(({ to }) => to)
    .reduce<string | undefined>(
      (found, to) => (pathname === to || (to !== '/user' && pathname.startsWith(`${to}/`)) ? to : found),
      undefined,
    );

/** `current`: the entry to which the page belongs, if its path does not tell. */
export const UserMenu = ({ current }: { current?: string }) => {
  const { pathname } = useLocation();
  const here = current ?? entryOf(pathname);
  // On phones the links are a list, folded on all pages but `/user`. The page where it was opened: on the next page it is folded again.
  const [openedAt, setOpenedAt] = useState<string>();
  const pages = usePersonalPages() ?? [];
  const isStaff = useMayAny(OPERATOR_PERMISSIONS) === true;
  const shown = entries.filter(({ to, page }) => page === undefined || pages.includes(page) || here === to);
  const unread = useNotifications().news?.unread ?? 0;
  const isHub = pathname === '/user';
  return (
    <nav className={styles.menu} aria-label={accountText.menuLabel} data-open={isHub || openedAt === pathname || undefined}>
      {isHub ? null : (
        <button
          type="button"
          className={styles.toggle}
          aria-expanded={openedAt === pathname}
          onClick={() => setOpenedAt(openedAt === pathname ? undefined : pathname)}
        >
          {accountText.menuToggle}
          <IconChevronDown size={18} stroke={1.75} aria-hidden />
        </button>
      )}
      <Cluster className={styles.entries}>
        {[...shown, ...(isStaff ? [{ to: '/admin', label: accountText.admin }] : [])].map(({ to, label }) => (
          <Link key={to} to={to} className={styles.entry ?? ''} aria-current={pathname === to ? 'page' : here === to ? 'true' : undefined}>
            {label}
            {to === '/user' && unread > 0 ? (
              <span className={styles.unread}>
                <span className="visually-hidden">{notificationText.unread(unread)}</span>
              </span>
            ) : null}
          </Link>
        ))}
      </Cluster>
    </nav>
  );
};
