/** The layout of the admin area: its menu on the left, with the pages the user may use; on small screens behind a button. */
import { IconChevronDown, IconSearch } from '@shufang/icons';
import { Block, Text } from '@shufang/ui';
import { useEffect, useId, useState } from 'react';
import { NavLink, Outlet, useLocation } from 'react-router';
import { ForSignedIn } from '../../../features/account/signed-out.tsx';
import { adminText } from '../../../platform/messages/zh-cn/admin.ts';
import { AdminScope } from '../account/admin-scope.tsx';
import styles from './admin-layout.module.css';
import { AdminPalette } from './admin-palette.tsx';
import { type AdminEntry, type AdminGroup, adminGroups, useAdminGroups } from './use-admin-groups.ts';

const Entry = ({ entry }: { entry: AdminEntry }) => (
  <li>
    <NavLink to={entry.to} end={entry.to === '/org'} className={styles.entry ?? ''}>
      {entry.label}
    </NavLink>
  </li>
);

const Group = ({ group }: { group: AdminGroup }) => {
  const id = useId();
  return (
    <li className={styles.group}>
      <Text id={id} block size={12} tone="faint" className={styles.groupName}>
        {group.label}
      </Text>
      <ul aria-labelledby={id}>
        {group.entries.map((entry) => (
          <Entry key={entry.to} entry={entry} />
        ))}
      </ul>
    </li>
  );
};

const Menu = ({ usable, onFind }: { usable: readonly AdminGroup[]; onFind: () => void }) => {
  const { pathname } = useLocation();
  // The path on which the user opened the menu; the menu is open only while this is the current path, so that navigation closes it.
  const [openedOn, setOpenedOn] = useState<string>();
  const isOpen = openedOn === pathname;
  const id = useId();
  // The longest path is that of the page: `/org` is the beginning of `/org/report`.
  const [here] = adminGroups
    .flatMap(({ entries }) => entries)
    .filter(({ to }) => pathname.startsWith(to))
    .toSorted((a, b) => b.to.length - a.to.length);
  return (
    <nav className={styles.aside} aria-label={adminText.menuLabel}>
      {usable.length === 0 ? null : (
        <button type="button" className={styles.find} aria-keyshortcuts="Control+K Meta+K" onClick={onFind}>
          <IconSearch size={16} stroke={1.75} aria-hidden />
          {adminText.palette.open}
          <kbd aria-hidden="true">Ctrl K</kbd>
        </button>
      )}
      <button
        type="button"
        className={styles.menuButton}
        aria-expanded={isOpen}
        aria-controls={id}
        onClick={() => setOpenedOn(isOpen ? undefined : pathname)}
      >
        {adminText.menuButton(here?.label ?? adminText.overview)}
        <IconChevronDown size={18} stroke={1.5} aria-hidden />
      </button>
      <ul id={id} className={styles.groups} data-open={isOpen || undefined}>
        <li>
          <NavLink to="/admin" end className={styles.entry ?? ''}>
            {adminText.overview}
          </NavLink>
        </li>
        {usable.map((group) => (
          <Group key={group.label} group={group} />
        ))}
      </ul>
    </nav>
  );
};

export const Component = () => {
  const usable = useAdminGroups();
  const [isFinding, setFinding] = useState(false);
  const hasPages = usable.length > 0;
  useEffect(() => {
    if (!hasPages) return undefined;
    const handleKey = (event: KeyboardEvent): void => {
      // A dialog that is open keeps the keys. The event of an autofilled field has no key.
      const { key }: { readonly key?: string } = event;
      if (key?.toLowerCase() !== 'k' || !(event.ctrlKey || event.metaKey) || document.querySelector('dialog[open]') !== null) return;
      event.preventDefault();
      setFinding(true);
    };
    addEventListener('keydown', handleKey);
    return () => removeEventListener('keydown', handleKey);
  }, [hasPages]);
  return (
    <div className={styles.frame}>
      <Menu usable={usable} onFind={() => setFinding(true)} />
      {isFinding && hasPages ? <AdminPalette groups={usable} onClose={() => setFinding(false)} /> : null}
      <Block minWidth={0}>
        <ForSignedIn signedOutText={adminText.signedOut}>
          <AdminScope />
          <Outlet context={usable} />
        </ForSignedIn>
      </Block>
    </div>
  );
};
