/** `/course/search`: one box over titles, authors, ISBN, chapter titles, body text, collections and the person's own notes. */
import { buttonClass, EmptyState, Page, PageHeader, Tabs } from '@shufang/ui';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { Link, useSearchParams } from 'react-router';
import { FoundNotes } from '../../features/annotation/found-notes.tsx';
import { searchNotesQuery } from '../../features/annotation/use-notes.ts';
import { CollectionCards } from '../../features/catalog/collection-card.tsx';
import { LoadMore } from '../../features/catalog/load-more.tsx';
import { type SearchTab, searchCollectionsQuery, searchQuery } from '../../features/catalog/queries.ts';
import { RowFailure } from '../../features/catalog/row-failure.tsx';
import { SearchBox } from '../../features/catalog/search-box.tsx';
import { groupByBook, HitsInBook, HitsSkeleton } from '../../features/catalog/search-hits.tsx';
import { catalogText } from '../../platform/messages/zh-cn/catalog.ts';
import { screenTitle } from '../../platform/messages/zh-cn/shell.ts';
import { useSession } from '../../platform/session/session.ts';
import { useDocumentTitle } from '../../platform/title/use-document-title.ts';
import styles from './course-search-screen.module.css';

const tabNames = ['all', 'books', 'body', 'collections', 'notes'] as const;
type TabName = (typeof tabNames)[number];
const isBookTab = (tab: TabName): tab is SearchTab => tab === 'all' || tab === 'books' || tab === 'body';

const searchAddress = (q: string): string => `/course/search?${new URLSearchParams({ q })}`;

/** `guesses`: what may have been meant. A book that is not there at all can be asked for. */
const NoHits = ({ q, guesses = [] }: { q: string; guesses?: readonly string[] | undefined }) => (
  <EmptyState title={catalogText.noHits(q)}>
    {guesses.length === 0 ? (
      <p>{catalogText.noHitsHint}</p>
    ) : (
      <p className={styles.guesses}>
        <span>{catalogText.guessLead}</span>
        {guesses.map((guess) => (
          <Link key={guess} to={searchAddress(guess)} className={styles.guess}>
            {guess}
          </Link>
        ))}
      </p>
    )}
    <p className={styles.ways}>
      <Link to="/course/list" className={buttonClass('quiet')}>
        {catalogText.browseAll}
      </Link>
      <Link
        to="/helper/contact#ask"
        state={{ from: searchAddress(q), ask: catalogText.askForBookBody(q) }}
        className={buttonClass('quiet')}
      >
        {catalogText.askForBook}
      </Link>
    </p>
    <p className={styles.small}>{catalogText.askForBookHint}</p>
  </EmptyState>
);

const BookHits = ({ q, tab }: { q: string; tab: SearchTab }) => {
  const { data, hasNextPage, fetchNextPage, isFetchingNextPage, isPlaceholderData } = useInfiniteQuery(searchQuery(q, tab));
  if (!data) return <HitsSkeleton />;
  const hits = data.pages.flatMap((page) => page.hits);
  if (hits.length === 0) return <NoHits q={q} guesses={data.pages[0]?.guesses} />;
  return (
    <>
      <ol className={styles.hits} data-stale={isPlaceholderData || undefined}>
        {groupByBook(hits).map((group, index) => (
          <HitsInBook key={`${index}${group[0].book.id}`} hits={group} />
        ))}
      </ol>
      {hasNextPage ? <LoadMore loading={isFetchingNextPage} onMore={() => void fetchNextPage()} /> : null}
    </>
  );
};

const Results = ({ q, tab }: { q: string; tab: TabName }) => {
  const [, setParams] = useSearchParams();
  const userId = useSession((session) => session.userId);
  const books = useInfiniteQuery(searchQuery(q, isBookTab(tab) ? tab : 'all'));
  const collections = useQuery(searchCollectionsQuery(q));
  const notes = useQuery(searchNotesQuery(userId, q));
  const counts = books.data?.pages[0]?.counts;
  if (!counts) return <HitsSkeleton />;
  const countOf = {
    all: counts.books + counts.body + (collections.data?.items.length ?? 0) + (notes.data?.total ?? 0),
    books: counts.books,
    body: counts.body,
    collections: collections.data?.items.length,
    notes: notes.data?.total,
  };
  const titles = new Map(notes.data?.books.map(({ book }) => [book.id, book.title]));
  const shownTabs = tabNames.filter((name) => name !== 'notes' || userId !== undefined);
  return (
    <Tabs
      label={catalogText.searchTabsLabel}
      tabs={shownTabs.map((value) => ({ value, label: catalogText.searchTabs[value], count: countOf[value] }))}
      value={shownTabs.includes(tab) ? tab : 'all'}
      onChange={(next) => setParams(next === 'all' ? { q } : { q, tab: next }, { replace: true })}
    >
      <h2 className="visually-hidden" aria-live="polite">
        {catalogText.resultsFor(q)}
      </h2>
      {tab === 'collections' ? (
        collections.isError ? (
          <RowFailure text={catalogText.searchFailed} onRetry={() => void collections.refetch()} />
        ) : collections.data === undefined ? (
          <HitsSkeleton />
        ) : countOf.collections === 0 ? (
          <NoHits q={q} />
        ) : (
          <CollectionCards items={collections.data.items} />
        )
      ) : tab === 'notes' && userId !== undefined ? (
        notes.isError ? (
          <RowFailure text={catalogText.searchFailed} onRetry={() => void notes.refetch()} />
        ) : notes.data === undefined ? (
          <HitsSkeleton />
        ) : countOf.notes === 0 ? (
          <NoHits q={q} />
        ) : (
          <FoundNotes marks={notes.data.items} titleOf={(id) => titles.get(id) ?? ''} />
        )
      ) : (
        <BookHits q={q} tab={isBookTab(tab) ? tab : 'all'} />
      )}
    </Tabs>
  );
};

export const Component = () => {
  const [params] = useSearchParams();
  const q = (params.get('q') ?? '').trim();
  const tab = tabNames.find((name) => name === params.get('tab')) ?? 'all';
  useDocumentTitle(q === '' ? screenTitle.courseSearch : catalogText.resultsFor(q));
  return (
    <Page width="text">
      <PageHeader title={catalogText.searchTitle} />
      <div className={styles.box}>
        <SearchBox key={q} initial={q} focused={q === ''} tab={tab === 'all' ? undefined : tab} />
      </div>
      {q === '' ? <p className={styles.hint}>{catalogText.searchHint}</p> : <Results q={q} tab={tab} />}
    </Page>
  );
};
