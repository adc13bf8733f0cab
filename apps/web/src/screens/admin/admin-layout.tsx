/** The frame of the desk: the list of its pages at the left, those the person has a use for; on small screens behind a button. */
import { IconChevronDown } from '@tabler/icons-react';
import { useId, useState } from 'react';
import { NavLink, Outlet, useLocation } from 'react-router';
import { DeskScope } from '../../features/account/desk-scope.tsx';
import { ForSignedIn } from '../../features/account/signed-out.tsx';
import { deskText } from '../../platform/messages/zh-cn/desk.ts';
import styles from './admin-layout.module.css';
import { type DeskEntry, type DeskGroup, deskGroups } from './desk-entries.ts';
import { useDeskGroups } from './use-desk-groups.ts';

const Entry = ({ entry }: { entry: DeskEntry }) => (
  <li>
    <NavLink to={entry.to} className={styles.entry ?? ''}>
      {entry.label}
    </NavLink>
  </li>
);

const Group = ({ group }: { group: DeskGroup }) => {
  const id = useId();
  return (
    <li className={styles.group}>
      <span id={id} className={styles.groupName}>
        {group.label}
      </span>
      <ul aria-labelledby={id}>
        {group.entries.map((entry) => (
          <Entry key={entry.to} entry={entry} />
        ))}
      </ul>
    </li>
  );
};

const Menu = () => {
  const { pathname } = useLocation();
  // Open on the page it was opened on: going to another one closes it.
  const [openedOn, setOpenedOn] = useState<string>();
  const isOpen = openedOn === pathname;
  const id = useId();
  const usable = useDeskGroups();
  const here = deskGroups.flatMap(({ entries }) => entries).find(({ to }) => pathname.startsWith(to));
  return (
    <nav className={styles.aside} aria-label={deskText.menuLabel}>
      <button
        type="button"
        className={styles.menuButton}
        aria-expanded={isOpen}
        aria-controls={id}
        onClick={() => setOpenedOn(isOpen ? undefined : pathname)}
      >
        {deskText.menuButton(here?.label ?? deskText.entries.overview)}
        <IconChevronDown size={18} stroke={1.5} aria-hidden />
      </button>
      <ul id={id} className={styles.groups} data-open={isOpen || undefined}>
        <li>
          <NavLink to="/admin" end className={styles.entry ?? ''}>
            {deskText.entries.overview}
          </NavLink>
        </li>
        {usable.map((group) => (
          <Group key={group.label} group={group} />
        ))}
      </ul>
    </nav>
  );
};

export const Component = () => (
  <div className={styles.frame}>
    <Menu />
    <div className={styles.body}>
      <ForSignedIn signedOutText={deskText.signedOut}>
        <DeskScope />
        <Outlet />
      </ForSignedIn>
    </div>
  </div>
);
