/** `/course/info/:bookId`: what a book is, whether one may read it and how to begin. Made anew at each visit. */
import { buttonClass, EmptyState, Page, Phrases, RecordsSkeleton, Tabs } from '@shufang/ui';
import { IconBuildingBank } from '@tabler/icons-react';
import { useSuspenseQuery } from '@tanstack/react-query';
import { lazy, Suspense } from 'react';
import { Link, useParams, useSearchParams } from 'react-router';
import { BookShelfButtons } from '../../features/bookshelf/book-shelf-buttons.tsx';
import { AccessBox } from '../../features/catalog/access-box.tsx';
import { BookCover } from '../../features/catalog/book-cover.tsx';
import { BookFacts, type BookInfo, ContributorLine, PlanLine } from '../../features/catalog/book-facts.tsx';
import { ContentsList } from '../../features/catalog/contents-list.tsx';
import { HeadLines } from '../../features/catalog/head-lines.tsx';
import { bookInfoQuery } from '../../features/catalog/queries.ts';
import { ShareBook } from '../../features/catalog/share-book.tsx';
import { BuyBox } from '../../features/orders/buy-box.tsx';
import { bookPageText } from '../../platform/messages/zh-cn/book-page.ts';
import { catalogText } from '../../platform/messages/zh-cn/catalog.ts';
import { errataText, ratingsText } from '../../platform/messages/zh-cn/readers-say.ts';
import { useDocumentTitle } from '../../platform/title/use-document-title.ts';
import styles from './course-info-screen.module.css';

/** What most visits never open comes when it is asked for. */
const BookResources = lazy(async () => ({ default: (await import('../../features/catalog/book-resources.tsx')).BookResources }));
const BookRatings = lazy(async () => ({ default: (await import('../../features/catalog/book-ratings.tsx')).BookRatings }));
const BookErrata = lazy(async () => ({ default: (await import('../../features/errata/book-errata.tsx')).BookErrata }));
const BookEditions = lazy(async () => ({ default: (await import('../../features/catalog/book-editions.tsx')).BookEditions }));
const BookChanges = lazy(async () => ({ default: (await import('../../features/catalog/book-changes.tsx')).BookChanges }));

const tabNames = ['about', 'contents', 'resources', 'ratings', 'errata', 'changes', 'editions'] as const;
type TabName = (typeof tabNames)[number];

const Description = ({ text }: { text: string }) =>
  text.trim() === '' ? (
    <p className={styles.nothing}>{catalogText.noDescription}</p>
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

/** For who gets the book neither from an institution nor otherwise: a question to the operator with the words prepared. */
const AskLibrary = ({ info: { book, metadata, right } }: { info: BookInfo }) =>
  right.kind === 'trial' || right.kind === 'none' ? (
    <Link
      to="/helper/contact#ask"
      state={{ from: `/course/info/${book.id}`, ask: bookPageText.askLibraryBody(book.title, metadata.isbn) }}
      className={buttonClass('quiet')}
    >
      <IconBuildingBank size={18} stroke={1.6} aria-hidden />
      {bookPageText.askLibrary}
    </Link>
  ) : null;

/** An older edition is as good as before for who has it; others should know of the newer one first. */
const NewerEdition = ({ info: { newerEdition, right } }: { info: BookInfo }) =>
  newerEdition === undefined ? null : (
    <p className={styles.newer}>
      {bookPageText.newerEdition}
      <Link to={`/course/info/${newerEdition.bookId}`}>{bookPageText.newerEditionLink(newerEdition.edition)}</Link>
      {right.kind === 'owned' ? <span>{bookPageText.keepsThisEdition}</span> : null}
    </p>
  );

export const Component = () => {
  const { bookId = '' } = useParams();
  const [params, setParams] = useSearchParams();
  const info = useSuspenseQuery(bookInfoQuery(bookId)).data;
  const { book, contributors, right, toc } = info;
  useDocumentTitle(book.title);
  // A right that ends can be prolonged.
  const mayWantToBuy = book.accessModel === 'paid' && (right.kind !== 'owned' || right.endsAt !== undefined);
  const hasEditions = info.editionCount !== undefined;
  const asked = tabNames.find((name) => name === params.get('tab')) ?? 'about';
  const tab = asked === 'editions' && !hasEditions ? 'about' : asked;
  const openTab = (next: TabName): void => setParams(next === 'about' ? {} : { tab: next }, { replace: true });
  return (
    <Page>
      <div className={styles.top}>
        <div className={styles.cover}>
          <BookCover book={book} alt={catalogText.coverOf(book.title)} eager />
        </div>
        <div className={styles.head}>
          {book.categories.length === 0 ? null : <p className={styles.categories}>{book.categories.join(' · ')}</p>}
          <h1 className={styles.title}>
            <Phrases text={book.title} />
          </h1>
          {book.subtitle === undefined ? null : <p className={styles.subtitle}>{book.subtitle}</p>}
          <ContributorLine contributors={contributors} />
          <PlanLine plan={info.plan} />
          <HeadLines info={info} onRatings={() => openTab('ratings')} onChanges={() => openTab('changes')} />
        </div>
        <div className={styles.rest}>
          <NewerEdition info={info} />
          <AccessBox info={info} />
          {mayWantToBuy ? <BuyBox bookId={book.id} backTo={params.get('to') ?? undefined} /> : null}
          <div className={styles.buttons}>
            <BookShelfButtons book={book} />
            <ShareBook book={book} />
            <AskLibrary info={info} />
          </div>
          <BookFacts info={info} />
        </div>
      </div>
      <Tabs
        label={book.title}
        tabs={[
          { value: 'about', label: catalogText.tabs.about },
          { value: 'contents', label: catalogText.tabs.contents, count: toc.length },
          { value: 'resources', label: bookPageText.tabs.resources },
          { value: 'ratings', label: ratingsText.tab, count: info.rating?.count },
          { value: 'errata', label: errataText.tab },
          { value: 'changes', label: bookPageText.tabs.changes },
          ...(hasEditions ? [{ value: 'editions' as const, label: bookPageText.tabs.editions, count: info.editionCount }] : []),
        ]}
        value={tab}
        onChange={openTab}
      >
        <Suspense fallback={<RecordsSkeleton label={bookPageText.loading} />}>
          {tab === 'about' ? <About info={info} /> : null}
          {tab === 'contents' ? <Contents info={info} /> : null}
          {tab === 'resources' ? <BookResources bookId={book.id} onContents={() => openTab('contents')} /> : null}
          {tab === 'ratings' ? <BookRatings bookId={book.id} /> : null}
          {tab === 'errata' ? <BookErrata bookId={book.id} /> : null}
          {tab === 'changes' ? <BookChanges bookId={book.id} /> : null}
          {tab === 'editions' ? <BookEditions bookId={book.id} /> : null}
        </Suspense>
      </Tabs>
    </Page>
  );
};
