/**
 * `/course/info/:bookId`: the page of a book: facts, access, and the button to read it. Each visit creates the component again, so that no
 * state of another book remains.
 */
import { mayReadAll } from '@shufang/contract';
import { IconBuildingBank } from '@shufang/icons';
import { buttonClass, Cluster, Column, EmptyState, Page, Phrases, RecordsSkeleton, Tabs, Text } from '@shufang/ui';
import { useSuspenseQuery } from '@tanstack/react-query';
import { lazy, Suspense } from 'react';
import { Link, useParams, useSearchParams } from 'react-router';
import { BookShelfButtons } from '../../../features/bookshelf/book-shelf-buttons.tsx';
import { AccessBox } from '../../../features/catalog/access-box.tsx';
import { BookCover } from '../../../features/catalog/book-cover.tsx';
import { BookFacts, type BookInfo, ContributorLine, PlanLine } from '../../../features/catalog/book-facts.tsx';
import { HeadLines } from '../../../features/catalog/head-lines.tsx';
import { mainWayOf } from '../../../features/catalog/main-way.ts';
import { bookInfoQuery } from '../../../features/catalog/queries.ts';
import { ShareBook } from '../../../features/catalog/share-book.tsx';
import { offersStoredBooks } from '../../../features/offline/can-store-books.ts';
import { BuyBox } from '../../../features/orders/buy-box.tsx';
import { useIsSold } from '../../../features/orders/use-is-sold.ts';
import { ChangesNotice } from '../../../features/reading/changes-notice.tsx';
import { bookPageText } from '../../../platform/messages/zh-cn/book-page.ts';
import { catalogText } from '../../../platform/messages/zh-cn/catalog.ts';
import { starsText } from '../../../platform/messages/zh-cn/stars.ts';
import { useSession } from '../../../platform/session/session.ts';
import { useIsHydrated } from '../../../platform/ssr/use-is-hydrated.ts';
import { useDocumentTitle } from '../../../platform/title/use-document-title.ts';
import styles from './course-info-screen.module.css';

/** Loaded after the page: it needs the device's database. */
const OfflineControl = lazy(async () => ({ default: (await import('../../../features/offline/offline-control.tsx')).OfflineControl }));

/** Loaded after the page, for signed-in users: most of them are no teachers. */
const TeacherActions = lazy(async () => ({ default: (await import('./teacher-actions.tsx')).TeacherActions }));

/** The contents of the tabs are loaded when their tab is opened, because most visits open no other tab than the first. */
const ContentsList = lazy(async () => ({ default: (await import('../../../features/catalog/contents-list.tsx')).ContentsList }));
const BookResources = lazy(async () => ({ default: (await import('../../../features/catalog/book-resources.tsx')).BookResources }));
const BookAccessibility = lazy(async () => ({
  default: (await import('../../../features/catalog/book-accessibility.tsx')).BookAccessibility,
}));
const BookMaterials = lazy(async () => ({ default: (await import('../../../features/catalog/book-materials.tsx')).BookMaterials }));
const BookRatings = lazy(async () => ({ default: (await import('../../../features/catalog/book-ratings.tsx')).BookRatings }));
const BookErrata = lazy(async () => ({ default: (await import('../../../features/errata/book-errata.tsx')).BookErrata }));
const BookEditions = lazy(async () => ({ default: (await import('../../../features/catalog/book-editions.tsx')).BookEditions }));
const BookChanges = lazy(async () => ({ default: (await import('../../../features/catalog/book-changes.tsx')).BookChanges }));

const tabNames = ['about', 'contents', 'resources', 'materials', 'ratings', 'errata', 'changes', 'editions', 'accessibility'] as const;
type TabName = (typeof tabNames)[number];

const Description = ({ text }: { text: string }) =>
  text.trim() === '' ? (
    <Text as="p" tone="faint">
      {catalogText.noDescription}
    </Text>
  ) : (
    <div className={styles.description}>
      {text.split(/\n+/).map((paragraph, index) => (
        <p key={`${index}${paragraph.slice(0, 8)}`}>{paragraph}</p>
      ))}
    </div>
  );

const About = ({ info: { descriptionText, metadata } }: { info: BookInfo }) => (
  <>
    <Description text={descriptionText} />
    {metadata.rights === undefined ? null : <p className={styles.rights}>{metadata.rights}</p>}
  </>
);

const Contents = ({ info: { book, toc, right } }: { info: BookInfo }) =>
  toc.length === 0 ? (
    <EmptyState title={catalogText.noContents}>
      <Link to={`/course/learning/${book.id}`}>{catalogText.mainActions.start}</Link>
    </EmptyState>
  ) : (
    <ContentsList bookId={book.id} entries={toc} trial={right.kind === 'trial'} />
  );

/** A link to the form for help tickets, filled in with a request that the library buys this book; for users without full access to it. */
const AskLibrary = ({ info: { book, metadata, right } }: { info: BookInfo }) =>
  book.removed !== true && (right.kind === 'trial' || right.kind === 'none') ? (
    <Link
      to="/helper/contact#ask"
      state={{ from: `/course/info/${book.id}`, askLibrary: { title: book.title, isbn: metadata.isbn } }}
      className={buttonClass('plain')}
    >
      <IconBuildingBank size={18} stroke={1.6} aria-hidden />
      {bookPageText.askLibrary}
    </Link>
  ) : null;

/** Line that links to the newest edition of the work. It also tells users who own this edition that their right to it remains. */
const NewerEdition = ({ info: { newerEdition, right } }: { info: BookInfo }) =>
  newerEdition === undefined ? null : (
    <Cluster as="p" size={15} tone="soft" marginBottom={12} className={styles.newer}>
      {bookPageText.newerEdition}
      <Link to={`/course/info/${newerEdition.bookId}`}>{bookPageText.newerEditionLink(newerEdition.edition)}</Link>
      {right.kind === 'owned' ? <span>{bookPageText.keepsThisEdition}</span> : null}
    </Cluster>
  );

export const Component = () => {
  const { bookId = '' } = useParams();
  const [params, setParams] = useSearchParams();
  const info = useSuspenseQuery(bookInfoQuery(bookId)).data;
  const { book, contributors, right, toc } = info;
  useDocumentTitle(book.title, info.descriptionText);
  // A user who does not own the book, or whose right to it ends at some time, may want to buy it: a right that ends can be renewed.
  const mayWantToBuy = book.accessModel === 'paid' && book.removed !== true && (right.kind !== 'owned' || right.endsAt !== undefined);
  const signedIn = useSession().token !== undefined;
  const isHydrated = useIsHydrated();
  const isSold = useIsSold(book.id, mayWantToBuy);
  const isBuyingMain = mainWayOf(info, { signedIn, isSold }) === 'buy';
  const asked = tabNames.find((name) => name === params.get('tab')) ?? 'about';
  const counts = { materials: info.materialCount, editions: info.editionCount };
  const isMissing = (asked === 'materials' || asked === 'editions') && counts[asked] === undefined;
  const tab = isMissing ? 'about' : asked;
  const openTab = (next: TabName): void => setParams(next === 'about' ? {} : { tab: next }, { replace: true });
  return (
    <Page>
      <div className={styles.top}>
        <div className={styles.cover}>
          <BookCover book={book} alt={catalogText.coverOf(book.title)} eager />
        </div>
        <Column align="start" className={styles.head}>
          {book.categories.length === 0 ? null : (
            <Text as="p" size={13} tone="accent" marginBottom={8} className={styles.categories}>
              {book.categories.join(' · ')}
            </Text>
          )}
          <h1 className={styles.title}>
            <Phrases text={book.title} />
          </h1>
          {book.subtitle === undefined ? null : (
            <Text as="p" size={18} tone="soft" serif marginTop={4}>
              {book.subtitle}
            </Text>
          )}
          <ContributorLine contributors={contributors} />
          <PlanLine plan={info.plan} />
          <HeadLines info={info} onRatings={() => openTab('ratings')} onChanges={() => openTab('changes')} />
        </Column>
        <div className={styles.rest}>
          <NewerEdition info={info} />
          {info.changedSince === undefined ? null : <ChangesNotice bookId={book.id} since={info.changedSince} />}
          <AccessBox info={info} isSold={isSold} />
          {mayWantToBuy ? <BuyBox bookId={book.id} backTo={params.get('to') ?? undefined} isMain={isBuyingMain} /> : null}
          <Cluster className={styles.buttons}>
            <BookShelfButtons book={book} />
            <ShareBook book={book} />
            <AskLibrary info={info} />
            {isHydrated && signedIn && book.removed !== true ? (
              <Suspense fallback={null}>
                <TeacherActions book={book} />
              </Suspense>
            ) : null}
            {isHydrated && signedIn && mayReadAll(right) && offersStoredBooks() ? (
              <Suspense fallback={null}>
                <OfflineControl bookId={book.id} title={book.title} />
              </Suspense>
            ) : null}
          </Cluster>
          <BookFacts info={info} />
        </div>
      </div>
      <Tabs
        label={book.title}
        tabs={[
          { value: 'about', label: catalogText.tabs.about },
          { value: 'contents', label: catalogText.tabs.contents, count: toc.length },
          { value: 'resources', label: bookPageText.tabs.resources },
          ...(counts.materials ? [{ value: 'materials' as const, label: bookPageText.tabs.materials, count: counts.materials }] : []),
          { value: 'ratings', label: starsText.tab, count: info.rating?.count },
          { value: 'errata', label: starsText.errataTab },
          { value: 'changes', label: bookPageText.tabs.changes },
          ...(counts.editions ? [{ value: 'editions' as const, label: bookPageText.tabs.editions, count: counts.editions }] : []),
          { value: 'accessibility', label: bookPageText.tabs.accessibility },
        ]}
        value={tab}
        onChange={openTab}
      >
        <Suspense fallback={<RecordsSkeleton label={bookPageText.loading} />}>
          {tab === 'about' ? <About info={info} /> : null}
          {tab === 'contents' ? <Contents info={info} /> : null}
          {tab === 'resources' ? <BookResources bookId={book.id} onContents={() => openTab('contents')} /> : null}
          {tab === 'materials' ? <BookMaterials bookId={book.id} /> : null}
          {tab === 'ratings' ? <BookRatings bookId={book.id} /> : null}
          {tab === 'errata' ? <BookErrata bookId={book.id} /> : null}
          {tab === 'changes' ? <BookChanges bookId={book.id} /> : null}
          {tab === 'editions' ? <BookEditions bookId={book.id} /> : null}
          {tab === 'accessibility' ? <BookAccessibility info={info} /> : null}
        </Suspense>
      </Tabs>
    </Page>
  );
};
