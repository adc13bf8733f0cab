/** The pages of the signed-in person, as links beside one another; those who run the library have one more. */
import { NavLink } from 'react-router';
import { accountText } from '../../platform/messages/zh-cn/account.ts';
import { useMay } from './for-operators.tsx';
import styles from './user-menu.module.css';

const entries = [
  { to: '/user', label: accountText.center },
  { to: '/user/myBooks', label: accountText.myBooks },
  { to: '/user/myNotes', label: accountText.myNotes },
] as const;

const operatorEntries = [...entries, { to: '/admin/import', label: accountText.importBooks }] as const;

export const UserMenu = () => {
  const shown = useMay('importBook') ? operatorEntries : entries;
  return (
    <nav className={styles.menu} aria-label={accountText.menuLabel}>
      {shown.map(({ to, label }) => (
        <NavLink key={to} to={to} end className={styles.entry ?? ''}>
          {label}
        </NavLink>
      ))}
    </nav>
  );
};
