/**
 * `/`: the books in progress of a signed-in user, then what everybody sees: search box, home slots and rows of books. Each part loads and
 * fails independently.
 */
import type { BookSource } from '@shufang/contract';
import { IconSchool, IconTicket } from '@shufang/icons';
import { buttonClass, Cluster, Page, Row, Section, Text } from '@shufang/ui';
import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useEffect, useState } from 'react';
import { Link, useSearchParams } from 'react-router';
import { Banners } from '../../../features/catalog/banners.tsx';
import { bookListAddress } from '../../../features/catalog/book-list-choices.ts';
import { BookSkeleton } from '../../../features/catalog/book-skeleton.tsx';
import { BookGrid, BookStrip } from '../../../features/catalog/book-tile.tsx';
import { CollectionCards } from '../../../features/catalog/collection-card.tsx';
import { homePreviewOf } from '../../../features/catalog/home-preview.ts';
import { bookRowQuery, homePreviewQuery, homeQuery, institutionQuery } from '../../../features/catalog/queries.ts';
import { RowFailure } from '../../../features/catalog/row-failure.tsx';
import { SearchBox } from '../../../features/catalog/search-box.tsx';
import { NotificationStrip } from '../../../features/notification/notification-strip.tsx';
import { catalogText } from '../../../platform/messages/zh-cn/catalog.ts';
import { useNotifications } from '../../../platform/notifications/use-notifications.ts';
import { useSession } from '../../../platform/session/session.ts';
import { useIsHydrated } from '../../../platform/ssr/use-is-hydrated.ts';
import styles from './home-screen.module.css';
import { MoreLink } from './more-link.tsx';
import { ReadingToday, useReading } from './reading-today.tsx';

/** The footer is loaded after the books, because it is at the end of the page. */
const SiteFooter = lazy(async () => ({ default: (await import('../../../features/help/site-footer.tsx')).SiteFooter }));
/** What waits in classes is loaded after the page, for signed-in users. */
const WaitingInClasses = lazy(async () => ({
  default: (await import('../../../features/teaching/waiting-in-classes.tsx')).WaitingInClasses,
}));

/** The bar and badges of the preview are loaded only for editors who preview the home page. */
const PreviewBar = lazy(async () => ({ default: (await import('../../../features/catalog/preview-bar.tsx')).PreviewBar }));
const DraftBadge = lazy(async () => ({ default: (await import('../../../features/catalog/preview-bar.tsx')).DraftBadge }));
const EmptyLibrary = lazy(async () => ({ default: (await import('./empty-library.tsx')).EmptyLibrary }));

/** A row with the first books of one source, such as new books; renders nothing if the source has none. */
const SourceRow = ({ source, title, takesFullRow = false }: { source: BookSource; title: string; takesFullRow?: boolean }) => {
  const { data, error, isError, refetch } = useQuery(bookRowQuery(source));
  if (data?.items.length === 0) return null;
  return (
    <Section title={title} more={<MoreLink to={bookListAddress({ source })} name={title} />}>
      {data !== undefined ? (
        takesFullRow ? (
          <BookGrid books={data.items} eager />
        ) : (
          <BookStrip books={data.items} />
        )
      ) : isError ? (
        <RowFailure error={error} onRetry={() => void refetch()} />
      ) : (
        <BookSkeleton />
      )}
    </Section>
  );
};

const Disciplines = ({ categories }: { categories: readonly { id: string; name: string; count: number }[] }) =>
  categories.length === 0 ? null : (
    <nav aria-label={catalogText.disciplines}>
      <Cluster as="ul" gap={[8, 24]} marginTop={20} className={styles.disciplines}>
        {categories.map(({ id, name, count }) => (
          <li key={id}>
            <Row
              to={`/course/list?category=${encodeURIComponent(id)}`}
              as={Link}
              gap={4}
              align="baseline"
              inline
              className={styles.discipline}
            >
              {name}
              <Text size={12} tone="faint">
                {count}
              </Text>
            </Row>
          </li>
        ))}
      </Cluster>
    </nav>
  );

/**
 * Links to redeem a code and to the page for teachers. The latter is shown to anonymous users only; signed-in users have it in their menu.
 */
const WaysIn = () => {
  const isAnonymous = useSession((session) => session.userId) === undefined;
  return (
    <Cluster as="ul" gap={12} align="center" marginTop={24} className={styles.ways}>
      <li>
        <Link to="/redeem" className={buttonClass('quiet')}>
          <IconTicket size={18} stroke={1.5} aria-hidden />
          {catalogText.redeemHere}
        </Link>
      </li>
      {isAnonymous ? (
        <li>
          <Link to="/user/teacher" className={buttonClass('quiet')}>
            <IconSchool size={18} stroke={1.5} aria-hidden />
            {catalogText.teacherHere}
          </Link>
        </li>
      ) : null}
      <li>
        <Text to="/redeem#scan" as={Link} size={14} tone="accent" underline>
          {catalogText.scanHelp}
        </Text>
      </li>
    </Cluster>
  );
};

const Rows = () => {
  const newest = useQuery(bookRowQuery('new'));
  const { data: institution } = useQuery(institutionQuery());
  if (newest.data?.items.length === 0) {
    return (
      <Suspense fallback={<BookSkeleton />}>
        <EmptyLibrary />
      </Suspense>
    );
  }
  return (
    <>
      <SourceRow source="new" title={catalogText.newest} takesFullRow />
      {typeof institution === 'string' ? <SourceRow source="institution" title={catalogText.institutionRow(institution)} /> : null}
      <SourceRow source="hot" title={catalogText.hot} />
      <SourceRow source="free" title={catalogText.free} />
      <SourceRow source="plan" title={catalogText.planned} />
    </>
  );
};

const Footer = () =>
  useIsHydrated() ? (
    <Suspense fallback={<div className={styles.footerWaiting} />}>
      <SiteFooter />
    </Suspense>
  ) : (
    <div className={styles.footerWaiting} />
  );

/** Maximum time for which the page waits for notifications before it shows the rows of books. */
const PATIENCE_MS = 1_000;

const usePatience = (): boolean => {
  const [isPatient, setPatient] = useState(true);
  useEffect(() => {
    const timer = setTimeout(() => setPatient(false), PATIENCE_MS);
    return () => clearTimeout(timer);
  }, []);
  return isPatient;
};

export const Component = () => {
  const preview = homePreviewOf(useSearchParams()[0]);
  const published = useQuery({ ...homeQuery(), enabled: preview === undefined });
  const previewed = useQuery({ ...homePreviewQuery(preview ?? { drafts: false }), enabled: preview !== undefined });
  const { data: home, error, isError, isPending, refetch } = preview === undefined ? published : previewed;
  const { isLoading: isNewsComing } = useNotifications();
  const isPatient = usePatience();
  const inProgress = useReading();
  const reading = preview === undefined ? inProgress : undefined;
  const userId = useSession((session) => session.userId);
  const waiting =
    userId === undefined || preview !== undefined ? null : (
      <Suspense>
        <WaitingInClasses userId={userId} />
      </Suspense>
    );
  return (
    <Page>
      {preview === undefined ? null : (
        <Suspense>
          <PreviewBar preview={preview} refusal={error?.message} />
        </Suspense>
      )}
      {reading === undefined ? null : (
        <>
          <h1 className="visually-hidden">{catalogText.homeTitle}</h1>
          <ReadingToday reading={reading} />
          {waiting}
        </>
      )}
      <div className={styles.masthead} data-after-reading={reading !== undefined || undefined}>
        {reading === undefined ? (
          <>
            <h1 className={styles.title}>{catalogText.homeTitle}</h1>
            <Text as="p" size={17} tone="soft" marginTop={12} className={styles.lead}>
              {catalogText.homeLead}
            </Text>
          </>
        ) : null}
        <div className={styles.search}>
          <SearchBox />
        </div>
        {isPending ? <div className={styles.disciplinesWaiting} /> : <Disciplines categories={home?.categories ?? []} />}
        <WaysIn />
      </div>
      {reading === undefined ? waiting : null}
      {isError && preview === undefined ? (
        <div className={styles.failure}>
          <RowFailure text={catalogText.homeFailed} onRetry={() => void refetch()} />
        </div>
      ) : null}
      {/* The rows of books are not rendered until the content above them is known, so that the rows do not shift. */}
      {isPending || (isNewsComing && isPatient) ? (
        <div className={styles.waiting}>
          <BookSkeleton count={12} />
        </div>
      ) : (
        <>
          <NotificationStrip />
          {home === undefined || home.banners.length === 0 ? null : <Banners banners={home.banners} />}
          {home?.rows.map(({ collection, books, draft }) => (
            <Section
              key={collection.id}
              title={collection.title}
              more={<MoreLink to={`/book/collection/${collection.id}`} name={collection.title} />}
            >
              {draft === undefined ? null : (
                <Suspense>
                  <DraftBadge draft={draft} />
                </Suspense>
              )}
              <BookStrip books={books} />
            </Section>
          ))}
          <Rows />
          {home === undefined || home.collections.length === 0 ? null : (
            <Section title={catalogText.collections}>
              <CollectionCards items={home.collections} />
            </Section>
          )}
        </>
      )}
      <Footer />
    </Page>
  );
};
