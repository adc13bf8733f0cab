/** The frame of the desk: the list of its pages at the left, those the person has a use for. */
import { NavLink, Outlet } from 'react-router';
import { useMayAny } from '../../features/account/for-operators.tsx';
import { ForSignedIn } from '../../features/account/signed-out.tsx';
import { deskText } from '../../platform/messages/zh-cn/desk.ts';
import styles from './admin-layout.module.css';
import { type DeskEntry, deskEntries } from './desk-entries.ts';

const Entry = ({ entry }: { entry: DeskEntry }) =>
  useMayAny([entry.permission]) === true ? (
    <li>
      <NavLink to={entry.to} className={styles.entry ?? ''}>
        {entry.label}
      </NavLink>
    </li>
  ) : null;

export const Component = () => (
  <div className={styles.frame}>
    <nav className={styles.aside} aria-label={deskText.menuLabel}>
      <ul className={styles.entries}>
        <li>
          <NavLink to="/admin" end className={styles.entry ?? ''}>
            {deskText.entries.overview}
          </NavLink>
        </li>
        {deskEntries.map((entry) => (
          <Entry key={entry.to} entry={entry} />
        ))}
      </ul>
    </nav>
    <div className={styles.body}>
      <ForSignedIn signedOutText={deskText.signedOut}>
        <Outlet />
      </ForSignedIn>
    </div>
  </div>
);
