/** `/course/search`: one box over titles, authors, ISBN, chapter titles, body text, formulas, resources, collections and the person's own notes. */
import type { OutputOf, queryNotes, SearchHit } from '@shufang/contract';
import { buttonClass, EmptyState, Page, PageHeader, Tabs } from '@shufang/ui';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Link, useSearchParams } from 'react-router';
import { FoundNotes } from '../../features/annotation/found-notes.tsx';
import { searchNotesQuery } from '../../features/annotation/use-notes.ts';
import { CollectionCards } from '../../features/catalog/collection-card.tsx';
import { LoadMore } from '../../features/catalog/load-more.tsx';
import { type SearchTab, searchCollectionsQuery, searchQuery } from '../../features/catalog/queries.ts';
import { RowFailure } from '../../features/catalog/row-failure.tsx';
import { SearchBox } from '../../features/catalog/search-box.tsx';
import { groupByBook, HitsInBook, HitsSkeleton } from '../../features/catalog/search-hits.tsx';
import { SearchReport } from '../../features/catalog/search-report.tsx';
import { catalogText } from '../../platform/messages/zh-cn/catalog.ts';
import { screenTitle } from '../../platform/messages/zh-cn/shell.ts';
import { useSession } from '../../platform/session/session.ts';
import { useDocumentTitle } from '../../platform/title/use-document-title.ts';
import styles from './course-search-screen.module.css';

const bookTabs = ['all', 'books', 'body', 'formulas', 'resources'] as const;
const tabNames = [...bookTabs, 'collections', 'notes'] as const;
type TabName = (typeof tabNames)[number];
const isBookTab = (tab: TabName): tab is SearchTab => bookTabs.some((name) => name === tab);

/** So many collections and notes stand under 全部. */
const EXCERPT_LENGTH = 3;

type FoundPage = OutputOf<typeof queryNotes>;
const titleIn = (page: FoundPage | undefined): ((bookId: string) => string) => {
  const titles = new Map(page?.books.map(({ book }) => [book.id, book.title]));
  return (bookId) => titles.get(bookId) ?? '';
};

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

/** `children`: what else was found, after the first page; later pages come after it, so that nothing read already moves. */
const BookHits = ({ q, tab, children }: { q: string; tab: SearchTab; children?: ReactNode }) => {
  const { data, hasNextPage, fetchNextPage, isFetchingNextPage, isPlaceholderData } = useInfiniteQuery(searchQuery(q, tab));
  if (!data) return <HitsSkeleton />;
  const [first = [], ...later] = data.pages.map((page) => page.hits);
  if (first.length === 0 && children === undefined) return <NoHits q={q} guesses={data.pages[0]?.guesses} />;
  const listOf = (hits: readonly SearchHit[]) =>
    hits.length === 0 ? null : (
      <ol className={styles.hits} data-stale={isPlaceholderData || undefined}>
        {groupByBook(hits).map((group, index) => (
          <HitsInBook key={`${index}${group[0].book.id}`} hits={group} />
        ))}
      </ol>
    );
  return (
    <>
      {listOf(first)}
      {children}
      {listOf(later.flat())}
      {hasNextPage ? <LoadMore loading={isFetchingNextPage} onMore={() => void fetchNextPage()} /> : null}
    </>
  );
};

/** The first few of another tab, with the way to all of them. */
const Excerpt = ({ q, tab, count, children }: { q: string; tab: 'collections' | 'notes'; count: number; children: ReactNode }) => (
  <section className={styles.excerpt} aria-labelledby={`excerpt-${tab}`}>
    <h3 id={`excerpt-${tab}`} className={styles.excerptTitle}>
      {catalogText.searchTabs[tab]}
    </h3>
    {children}
    {count > EXCERPT_LENGTH ? (
      <Link to={`${searchAddress(q)}&tab=${tab}`} className={styles.guess}>
        {catalogText.allOfTab(catalogText.searchTabs[tab], count)}
      </Link>
    ) : null}
  </section>
);

const NoteHits = ({ q, userId }: { q: string; userId: string }) => {
  const notes = useInfiniteQuery(searchNotesQuery(userId, q));
  if (notes.data === undefined)
    return notes.isError ? <RowFailure text={catalogText.searchFailed} onRetry={() => void notes.refetch()} /> : <HitsSkeleton />;
  const marks = notes.data.pages.flatMap(({ items }) => items);
  if (marks.length === 0) return <NoHits q={q} />;
  return (
    <>
      <FoundNotes marks={marks} titleOf={titleIn(notes.data.pages[0])} />
      {notes.hasNextPage ? <LoadMore loading={notes.isFetchingNextPage} onMore={() => void notes.fetchNextPage()} /> : null}
    </>
  );
};

const CollectionHits = ({ q }: { q: string }) => {
  const { data, isError, refetch } = useQuery(searchCollectionsQuery(q));
  if (data === undefined) return isError ? <RowFailure text={catalogText.searchFailed} onRetry={() => void refetch()} /> : <HitsSkeleton />;
  return data.items.length === 0 ? <NoHits q={q} /> : <CollectionCards items={data.items} />;
};

const AllHits = ({ q, userId }: { q: string; userId: string | undefined }) => {
  const collections = useQuery(searchCollectionsQuery(q)).data?.items ?? [];
  const [notes] = useInfiniteQuery(searchNotesQuery(userId, q)).data?.pages ?? [];
  const noteCount = notes?.total ?? 0;
  return (
    <BookHits q={q} tab="all">
      {collections.length + noteCount === 0 ? undefined : (
        <>
          {collections.length === 0 ? null : (
            <Excerpt q={q} tab="collections" count={collections.length}>
              <CollectionCards items={collections.slice(0, EXCERPT_LENGTH)} />
            </Excerpt>
          )}
          {notes === undefined || noteCount === 0 ? null : (
            <Excerpt q={q} tab="notes" count={noteCount}>
              <FoundNotes marks={notes.items.slice(0, EXCERPT_LENGTH)} titleOf={titleIn(notes)} />
            </Excerpt>
          )}
        </>
      )}
    </BookHits>
  );
};

const Results = ({ q, tab }: { q: string; tab: TabName }) => {
  const [, setParams] = useSearchParams();
  const userId = useSession((session) => session.userId);
  const books = useInfiniteQuery(searchQuery(q, isBookTab(tab) ? tab : 'all'));
  const collections = useQuery(searchCollectionsQuery(q));
  const notes = useInfiniteQuery(searchNotesQuery(userId, q));
  const counts = books.data?.pages[0]?.counts;
  if (!counts) return <HitsSkeleton />;
  const collectionCount = collections.data?.items.length;
  const noteCount = notes.data?.pages[0]?.total;
  const countOf = {
    all: counts.books + counts.body + (counts.formulas ?? 0) + counts.resources + (collectionCount ?? 0) + (noteCount ?? 0),
    books: counts.books,
    body: counts.body,
    formulas: counts.formulas,
    resources: counts.resources,
    collections: collectionCount,
    notes: noteCount,
  };
  // What was typed may be no formula; a stranger has no notes.
  const shownTabs = tabNames.filter((name) =>
    name === 'notes' ? userId !== undefined : name !== 'formulas' || counts.formulas !== undefined,
  );
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
        <CollectionHits q={q} />
      ) : tab === 'notes' && userId !== undefined ? (
        <NoteHits q={q} userId={userId} />
      ) : isBookTab(tab) && tab !== 'all' ? (
        <BookHits q={q} tab={tab} />
      ) : (
        <AllHits q={q} userId={userId} />
      )}
      <SearchReport key={q} q={q} found={countOf.all > 0} />
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
