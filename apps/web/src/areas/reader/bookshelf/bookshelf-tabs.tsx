/** The layout of the bookshelf's screens: the heading, the tabs, and a notice about where the shelf is stored. */
import { IconCloudOff } from '@shufang/icons';
import { Block, buttonClass, EmptyState, Page, PageHeader, Row } from '@shufang/ui';
import type { ReactNode } from 'react';
import { NavLink } from 'react-router';
import type { Freshness } from '../../../features/bookshelf/queries.ts';
import { RowFailure } from '../../../features/catalog/row-failure.tsx';
import { AdoptOffer } from '../../../features/sync/adopt-offer.tsx';
import { broadcast } from '../../../platform/events/broadcasts.ts';
import { bookshelfText } from '../../../platform/messages/zh-cn/bookshelf.ts';
import { useSession } from '../../../platform/session/session.ts';
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
    <Row as="nav" marginBottom={24} className={styles.tabs} aria-label={bookshelfText.tabsLabel}>
      {entries.map(({ to, label }) => (
        <NavLink key={to} to={to} end className={styles.tab ?? ''}>
          {label}
        </NavLink>
      ))}
    </Row>
    <AdoptOffer />
    {children}
  </Page>
);

/** Notice for anonymous users that their shelf is stored on this device only. */
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

/** Notice that the shown data comes from the cache, because there is no network or the request failed. */
export const FreshnessNote = ({ isFailed, isOffline, retry }: Freshness) => {
  if (!isFailed) return null;
  if (!isOffline) {
    return (
      <Block marginBottom={24}>
        <RowFailure text={bookshelfText.failed} onRetry={retry} />
      </Block>
    );
  }
  return (
    <p className={styles.offline} role="status">
      <Row as="span" gap={4} align="center" inline size={12} className={styles.badge}>
        <IconCloudOff size={16} stroke={1.6} aria-hidden />
        {bookshelfText.offline}
      </Row>
      {bookshelfText.offlineHint}
      <button type="button" className={styles.retry} onClick={retry}>
        {bookshelfText.retry}
      </button>
    </p>
  );
};

/**
 * Notice in place of a list that was never loaded on this device: the user may have books on the server. `offersRetry`: whether the notice
 * has a retry button; set it if the screen has no other one.
 */
export const NothingCached = ({ offersRetry = false }: { offersRetry?: boolean }) => (
  <EmptyState title={bookshelfText.nothingLoaded}>
    <p>{bookshelfText.nothingLoadedHint}</p>
    {offersRetry ? (
      <button type="button" className={buttonClass('quiet')} onClick={() => broadcast('reloadRequest')}>
        {bookshelfText.retry}
      </button>
    ) : null}
  </EmptyState>
);
