/** The pages of the signed-in person, as links beside one another; those who run the library have one more. */
import { NavLink } from 'react-router';
import { accountText } from '../../platform/messages/zh-cn/account.ts';
import { noticeText } from '../../platform/messages/zh-cn/notices.ts';
import { useNotices } from '../../platform/notices/use-notices.ts';
import { OPERATOR_PERMISSIONS, useMayAny } from './for-operators.tsx';
import styles from './user-menu.module.css';

const entries = [
  { to: '/user', label: accountText.center },
  { to: '/user/myOrders', label: accountText.myOrders },
  { to: '/user/myBooks', label: accountText.myBooks },
  { to: '/user/myNotes', label: accountText.myNotes },
  { to: '/user/myEditedBook', label: accountText.myEditedBook },
  { to: '/user/teacher', label: accountText.teacher },
  { to: '/user/myFiles', label: accountText.myFiles },
] as const;

const operatorEntries = [...entries, { to: '/admin', label: accountText.desk }] as const;

export const UserMenu = () => {
  const shown = useMayAny(OPERATOR_PERMISSIONS) ? operatorEntries : entries;
  const unread = useNotices().news?.unread ?? 0;
  return (
    <nav className={styles.menu} aria-label={accountText.menuLabel}>
      {shown.map(({ to, label }) => (
        <NavLink key={to} to={to} end className={styles.entry ?? ''}>
          {label}
          {to === '/user' && unread > 0 ? (
            <span className={styles.unread}>
              <span className="visually-hidden">{noticeText.unread(unread)}</span>
            </span>
          ) : null}
        </NavLink>
      ))}
    </nav>
  );
};
