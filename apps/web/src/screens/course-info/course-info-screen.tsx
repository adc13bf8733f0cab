/** `/course/info/:bookId`: what a book is, whether one may read it and how to begin. Made anew at each visit. */
import { EmptyState, Page, Phrases, Tabs } from '@shufang/ui';
import { useSuspenseQuery } from '@tanstack/react-query';
import { lazy, Suspense } from 'react';
import { Link, useParams, useSearchParams } from 'react-router';
import { AccessBox } from '../../features/catalog/access-box.tsx';
import { BookCover } from '../../features/catalog/book-cover.tsx';
import { BookFacts, ContributorLine } from '../../features/catalog/book-facts.tsx';
import { ContentsList } from '../../features/catalog/contents-list.tsx';
import { bookInfoQuery } from '../../features/catalog/queries.ts';
import { BuyBox } from '../../features/orders/buy-box.tsx';
import { catalogText } from '../../platform/messages/zh-cn/catalog.ts';
import { useDocumentTitle } from '../../platform/title/use-document-title.ts';
import styles from './course-info-screen.module.css';

/** Comes with the device's database, which nothing else of this screen needs. */
const ShelfButtons = lazy(async () => ({ default: (await import('../../features/bookshelf/shelf-buttons.tsx')).ShelfButtons }));

const tabNames = ['about', 'contents'] as const;

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

export const Component = () => {
  const { bookId = '' } = useParams();
  const [params, setParams] = useSearchParams();
  const info = useSuspenseQuery(bookInfoQuery(bookId)).data;
  const { book, metadata, contributors, right, toc } = info;
  useDocumentTitle(book.title);
  // A right that ends can be prolonged.
  const mayWantToBuy = book.accessModel === 'paid' && (right.kind !== 'owned' || right.endsAt !== undefined);
  const tab = tabNames.find((name) => name === params.get('tab')) ?? 'about';
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
        </div>
        <div className={styles.rest}>
          <AccessBox info={info} />
          {mayWantToBuy ? <BuyBox bookId={book.id} backTo={params.get('to') ?? undefined} /> : null}
          <Suspense fallback={<div className={styles.shelfButtons} />}>
            <ShelfButtons book={book} />
          </Suspense>
          <BookFacts info={info} />
        </div>
      </div>
      <Tabs
        label={book.title}
        tabs={[
          { value: 'about', label: catalogText.tabs.about },
          { value: 'contents', label: catalogText.tabs.contents, count: toc.length },
        ]}
        value={tab}
        onChange={(next) => setParams(next === 'about' ? {} : { tab: next }, { replace: true })}
      >
        {tab === 'about' ? (
          <Description text={info.descriptionText} />
        ) : toc.length === 0 ? (
          <EmptyState title={catalogText.noContents}>
            <Link to={`/course/learning/${book.id}`}>{catalogText.mainActions.start}</Link>
          </EmptyState>
        ) : (
          <ContentsList bookId={book.id} entries={toc} trial={right.kind === 'trial'} />
        )}
        {tab === 'about' && metadata.rights !== undefined ? <p className={styles.rights}>{metadata.rights}</p> : null}
      </Tabs>
    </Page>
  );
};
