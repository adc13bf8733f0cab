/** The frame of the bookshelf's screens: heading, the links between them, and where the shelf is kept. */
import { buttonClass, EmptyState, Page, PageHeader } from '@shufang/ui';
import { IconCloudOff } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { NavLink } from 'react-router';
import type { Freshness } from '../../features/bookshelf/queries.ts';
import { RowFailure } from '../../features/catalog/row-failure.tsx';
import { AdoptOffer } from '../../features/sync/adopt-offer.tsx';
import { broadcast } from '../../platform/events/broadcasts.ts';
import { bookshelfText } from '../../platform/messages/zh-cn/bookshelf.ts';
import { useSession } from '../../platform/session/session.ts';
import styles from './bookshelf-tabs.module.css';

const entries = [
  { to: '/bookshelf', label: bookshelfText.tabs.all },
  { to: '/bookshelf/recent', label: bookshelfText.tabs.recent },
  { to: '/bookshelf/owned', label: bookshelfText.tabs.owned },
  { to: '/bookshelf/collection', label: bookshelfText.tabs.favorites },
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
    <AdoptOffer />
    {children}
  </Page>
);

/** For a person without an account: what lies here lies on this device only. */
export const DeviceNote = () => {
  const isSignedOut = useSession((session) => session.token === undefined);
  if (!isSignedOut) return null;
  return (
    <p className={styles.note}>
      {bookshelfText.signedOutNote}
      <button type="button" className={buttonClass('quiet')} onClick={() => broadcast('signInRequest')}>
        {bookshelfText.signIn}
      </button>
    </p>
  );
};

/** Says that what is shown was kept on the device: without a network, or because the server did not answer. */
export const FreshnessNote = ({ isFailed, isOffline, retry }: Freshness) => {
  if (!isFailed) return null;
  if (!isOffline) {
    return (
      <div className={styles.failed}>
        <RowFailure text={bookshelfText.failed} onRetry={retry} />
      </div>
    );
  }
  return (
    <p className={styles.offline} role="status">
      <span className={styles.badge}>
        <IconCloudOff size={16} stroke={1.6} aria-hidden />
        {bookshelfText.offline}
      </span>
      {bookshelfText.offlineHint}
      <button type="button" className={styles.retry} onClick={retry}>
        {bookshelfText.retry}
      </button>
    </p>
  );
};

/** Nothing of this was ever heard on this device: that is not to say that there is nothing. `offersRetry`: where nothing else on the screen does. */
export const NothingKept = ({ offersRetry = false }: { offersRetry?: boolean }) => (
  <EmptyState title={bookshelfText.nothingKept}>
    <p>{bookshelfText.nothingKeptHint}</p>
    {offersRetry ? (
      <button type="button" className={buttonClass('quiet')} onClick={() => broadcast('reloadRequest')}>
        {bookshelfText.retry}
      </button>
    ) : null}
  </EmptyState>
);
