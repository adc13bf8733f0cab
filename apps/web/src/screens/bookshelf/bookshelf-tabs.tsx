/** The frame of the bookshelf's screens: heading and the links between them. */
import { Page, PageHeader } from '@shufang/ui';
import type { ReactNode } from 'react';
import { NavLink } from 'react-router';
import { ForSignedIn } from '../../features/account/signed-out.tsx';
import { bookshelfText } from '../../platform/messages/zh-cn/bookshelf.ts';
import styles from './bookshelf-tabs.module.css';

const entries = [
  { to: '/bookshelf', label: bookshelfText.tabs.all },
  { to: '/bookshelf/recent', label: bookshelfText.tabs.recent },
  { to: '/bookshelf/owned', label: bookshelfText.tabs.owned },
] as const;

export const BookshelfFrame = ({ children }: { children: ReactNode }) => (
  <Page>
    <PageHeader title={bookshelfText.title} lead={bookshelfText.lead} />
    <nav className={styles.tabs} aria-label={bookshelfText.tabsLabel}>
      {entries.map(({ to, label }) => (
        <NavLink key={to} to={to} end className={styles.tab ?? ''}>
          {label}
        </NavLink>
      ))}
    </nav>
    <ForSignedIn signedOutText={bookshelfText.signedOut}>{children}</ForSignedIn>
  </Page>
);
