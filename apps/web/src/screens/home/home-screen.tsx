/** `/`: a search box, news, what editors put here, what one was reading, and rows of books. Every part fails alone. */
import type { BookSource } from '@shufang/contract';
import { buttonClass, Page, Section } from '@shufang/ui';
import { IconSchool, IconTicket } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useEffect, useState } from 'react';
import { Link, useSearchParams } from 'react-router';
import { Banners } from '../../features/catalog/banners.tsx';
import { bookListAddress } from '../../features/catalog/book-list-choices.ts';
import { BookSkeleton } from '../../features/catalog/book-skeleton.tsx';
import { BookGrid, BookStrip } from '../../features/catalog/book-tile.tsx';
import { CollectionCards } from '../../features/catalog/collection-card.tsx';
import { ContinueRow, useContinueReading } from '../../features/catalog/continue-row.tsx';
import { homePreviewOf } from '../../features/catalog/home-preview.ts';
import { bookRowQuery, homePreviewQuery, homeQuery, institutionQuery } from '../../features/catalog/queries.ts';
import { RowFailure } from '../../features/catalog/row-failure.tsx';
import { SearchBox } from '../../features/catalog/search-box.tsx';
import { NoticeStrip } from '../../features/notice/notice-strip.tsx';
import { useIsHere } from '../../platform/first-screen/use-is-here.ts';
import { catalogText } from '../../platform/messages/zh-cn/catalog.ts';
import { useNotices } from '../../platform/notices/use-notices.ts';
import { useSession } from '../../platform/session/session.ts';
import styles from './home-screen.module.css';

/** Below everything else, and seldom seen: they come after the books. */
const SiteFooter = lazy(async () => ({ default: (await import('../../features/help/site-footer.tsx')).SiteFooter }));
/** For editors alone. */
const PreviewBar = lazy(async () => ({ default: (await import('../../features/catalog/preview-bar.tsx')).PreviewBar }));
const DraftMark = lazy(async () => ({ default: (await import('../../features/catalog/preview-bar.tsx')).DraftMark }));
const EmptyLibrary = lazy(async () => ({ default: (await import('./empty-library.tsx')).EmptyLibrary }));

const ContinueReading = () => {
  const { items, failed, retry } = useContinueReading();
  if (!failed && items.length === 0) return null;
  return <Section title={catalogText.continueReading}>{failed ? <RowFailure onRetry={retry} /> : <ContinueRow items={items} />}</Section>;
};

const MoreLink = ({ to, name }: { to: string; name: string }) => (
  <Link to={to} className={styles.more} aria-label={catalogText.moreOf(name)}>
    {catalogText.more}
  </Link>
);

/** One source's first books; nothing at all when it has none. */
const SourceRow = ({ source, title, isWhole = false }: { source: BookSource; title: string; isWhole?: boolean }) => {
  const { data, isError, refetch } = useQuery(bookRowQuery(source));
  if (data?.items.length === 0) return null;
  return (
    <Section title={title} more={<MoreLink to={bookListAddress({ source })} name={title} />}>
      {data !== undefined ? (
        isWhole ? (
          <BookGrid books={data.items} eager />
        ) : (
          <BookStrip books={data.items} />
        )
      ) : isError ? (
        <RowFailure onRetry={() => void refetch()} />
      ) : (
        <BookSkeleton />
      )}
    </Section>
  );
};

const Disciplines = ({ categories }: { categories: readonly { id: string; name: string; count: number }[] }) =>
  categories.length === 0 ? null : (
    <nav aria-label={catalogText.disciplines}>
      <ul className={styles.disciplines}>
        {categories.map(({ id, name, count }) => (
          <li key={id}>
            <Link to={`/course/list?category=${encodeURIComponent(id)}`} className={styles.discipline}>
              {name}
              <span className={styles.count}>{count}</span>
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );

/** For who came with a printed book in hand, and for teachers; those who are signed in find the teacher's page among their own. */
const WaysIn = () => {
  const isStranger = useSession((session) => session.userId) === undefined;
  return (
    <ul className={styles.ways}>
      <li>
        <Link to="/redeem" className={buttonClass('quiet')}>
          <IconTicket size={18} stroke={1.5} aria-hidden />
          {catalogText.redeemHere}
        </Link>
      </li>
      {isStranger ? (
        <li>
          <Link to="/user/teacher" className={buttonClass('quiet')}>
            <IconSchool size={18} stroke={1.5} aria-hidden />
            {catalogText.teacherHere}
          </Link>
        </li>
      ) : null}
      <li>
        <Link to="/redeem#scan" className={styles.scanHelp}>
          {catalogText.scanHelp}
        </Link>
      </li>
    </ul>
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
      <SourceRow source="new" title={catalogText.newest} isWhole />
      {typeof institution === 'string' ? <SourceRow source="institution" title={catalogText.institutionRow(institution)} /> : null}
      <SourceRow source="hot" title={catalogText.hot} />
      <SourceRow source="free" title={catalogText.free} />
      <SourceRow source="plan" title={catalogText.planned} />
    </>
  );
};

const Footer = () =>
  useIsHere() ? (
    <Suspense fallback={<div className={styles.footerWaiting} />}>
      <SiteFooter />
    </Suspense>
  ) : (
    <div className={styles.footerWaiting} />
  );

/** How long the page waits for news before it goes on without. */
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
  const { isLoading: isNewsComing } = useNotices();
  const isPatient = usePatience();
  return (
    <Page>
      {preview === undefined ? null : (
        <Suspense>
          <PreviewBar preview={preview} refusal={error?.message} />
        </Suspense>
      )}
      <div className={styles.masthead}>
        <h1 className={styles.title}>{catalogText.homeTitle}</h1>
        <p className={styles.lead}>{catalogText.homeLead}</p>
        <div className={styles.search}>
          <SearchBox />
        </div>
        {isPending ? <div className={styles.disciplinesWaiting} /> : <Disciplines categories={home?.categories ?? []} />}
        <WaysIn />
      </div>
      {isError && preview === undefined ? (
        <div className={styles.failure}>
          <RowFailure text={catalogText.homeFailed} onRetry={() => void refetch()} />
        </div>
      ) : null}
      {/* What follows waits for what may come above it, so that nothing is pushed down. */}
      {isPending || (isNewsComing && isPatient) ? (
        <div className={styles.waiting}>
          <BookSkeleton count={12} />
        </div>
      ) : (
        <>
          <NoticeStrip />
          {home === undefined || home.banners.length === 0 ? null : <Banners banners={home.banners} />}
          <ContinueReading />
          {home?.rows.map(({ collection, books, draft }) => (
            <Section
              key={collection.id}
              title={collection.title}
              more={<MoreLink to={`/book/collection/${collection.id}`} name={collection.title} />}
            >
              {draft === undefined ? null : (
                <Suspense>
                  <DraftMark draft={draft} />
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
