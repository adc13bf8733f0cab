/**
 * `/course/search`: one search box for titles, authors, ISBN, chapter titles, body text, formulas, resources, collections and the user's
 * own notes.
 */
import type { OutputOf, queryNotes, SearchHit } from '@shufang/contract';
import { Block, buttonClass, Cluster, EmptyState, Page, PageHeader, Tabs, Text, TextButton } from '@shufang/ui';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Link, useSearchParams } from 'react-router';
import { FoundNotes } from '../../../features/annotation/found-notes.tsx';
import { searchNotesQuery } from '../../../features/annotation/use-notes.ts';
import { CollectionCards } from '../../../features/catalog/collection-card.tsx';
import { LoadMore } from '../../../features/catalog/load-more.tsx';
import { type SearchTab, searchCollectionsQuery, searchQuery } from '../../../features/catalog/queries.ts';
import { RowFailure } from '../../../features/catalog/row-failure.tsx';
import { SearchBox } from '../../../features/catalog/search-box.tsx';
import { groupByBook, HitsInBook, HitsSkeleton } from '../../../features/catalog/search-hits.tsx';
import { SearchReport } from '../../../features/catalog/search-report.tsx';
import { broadcast } from '../../../platform/events/broadcasts.ts';
import { catalogText } from '../../../platform/messages/zh-cn/catalog.ts';
import { searchText } from '../../../platform/messages/zh-cn/search.ts';
import { screenTitle } from '../../../platform/messages/zh-cn/shell.ts';
import { useSession } from '../../../platform/session/session.ts';
import { useDocumentTitle } from '../../../platform/title/use-document-title.ts';
import styles from './course-search-screen.module.css';

const bookTabs = ['all', 'books', 'body', 'formulas', 'resources'] as const;
const tabNames = [...bookTabs, 'collections', 'notes'] as const;
type TabName = (typeof tabNames)[number];
const isBookTab = (tab: TabName): tab is SearchTab => bookTabs.some((name) => name === tab);

/** How many collections, and how many notes, the tab for all results (全部) shows. */
const EXCERPT_LENGTH = 3;

type FoundPage = OutputOf<typeof queryNotes>;
const titleIn = (page: FoundPage | undefined): ((bookId: string) => string) => {
  const titles = new Map(page?.books.map(({ book }) => [book.id, book.title]));
  return (bookId) => titles.get(bookId) ?? '';
};

const searchAddress = (q: string): string => `/course/search?${new URLSearchParams({ q })}`;

/** Message that a search found nothing. `guesses`: similar queries to try. The user can also ask the library to get a book. */
const NoHits = ({ q, guesses = [] }: { q: string; guesses?: readonly string[] | undefined }) => (
  <EmptyState title={searchText.noHits(q)}>
    {guesses.length === 0 ? (
      <p>{searchText.noHitsHint}</p>
    ) : (
      <Cluster as="p" gap={[4, 16]} justify="center">
        <span>{searchText.guessLead}</span>
        {guesses.map((guess) => (
          <Text key={guess} to={searchAddress(guess)} as={Link} tone="accent" weight={600} className={styles.guess}>
            {guess}
          </Text>
        ))}
      </Cluster>
    )}
    <Cluster as="p" gap={12} justify="center">
      <Link to="/course/list" className={buttonClass('quiet')}>
        {catalogText.browseAll}
      </Link>
      <Link to="/helper/contact#ask" state={{ from: searchAddress(q), ask: searchText.askForBookBody(q) }} className={buttonClass('quiet')}>
        {searchText.askForBook}
      </Link>
    </Cluster>
    <Text as="p" size={13} tone="faint" className={styles.small}>
      {searchText.askForBookHint}
    </Text>
  </EmptyState>
);

/** Notice that explains why some hits show only the title of the chapter, not the text. */
const PreviewsSpent = () => {
  const isSignedIn = useSession((session) => session.userId !== undefined);
  return (
    <Cluster as="p" gap={[4, 12]} align="center" size={14} tone="soft" marginBottom={16} className={styles.spent} role="status">
      <span>{searchText.previewsSpent}</span>
      {isSignedIn ? null : (
        <TextButton type="button" flush size="inherit" underline className={styles.spentSignIn} onClick={() => broadcast('signInRequest')}>
          {searchText.previewsSignIn}
        </TextButton>
      )}
    </Cluster>
  );
};

/**
 * The books that match. `children`: results of other kinds, shown after the first page of books. Later pages follow below them, so that
 * results on the screen do not shift.
 */
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
  const isSpent = data.pages.some(({ previewsSpent }) => previewsSpent === true);
  return (
    <>
      {isSpent ? <PreviewsSpent /> : null}
      {listOf(first)}
      {children}
      {listOf(later.flat())}
      {hasNextPage ? <LoadMore loading={isFetchingNextPage} onMore={() => void fetchNextPage()} /> : null}
    </>
  );
};

/** The first collections or notes found, shown on the tab for all results, with a link to the tab that lists all of them. */
const Excerpt = ({ q, tab, count, children }: { q: string; tab: 'collections' | 'notes'; count: number; children: ReactNode }) => (
  <section className={styles.excerpt} aria-labelledby={`excerpt-${tab}`}>
    <Text id={`excerpt-${tab}`} as="h3" size={18} marginBottom={12}>
      {searchText.searchTabs[tab]}
    </Text>
    {children}
    {count > EXCERPT_LENGTH ? (
      <Text to={`${searchAddress(q)}&tab=${tab}`} as={Link} tone="accent" weight={600} className={styles.guess}>
        {searchText.allOfTab(searchText.searchTabs[tab], count)}
      </Text>
    ) : null}
  </section>
);

const NoteHits = ({ q, userId }: { q: string; userId: string }) => {
  const notes = useInfiniteQuery(searchNotesQuery(userId, q));
  if (notes.data === undefined)
    return notes.isError ? (
      <RowFailure text={searchText.searchFailed} error={notes.error} onRetry={() => void notes.refetch()} />
    ) : (
      <HitsSkeleton />
    );
  const annotations = notes.data.pages.flatMap(({ items }) => items);
  if (annotations.length === 0) return <NoHits q={q} />;
  return (
    <>
      <FoundNotes annotations={annotations} titleOf={titleIn(notes.data.pages[0])} />
      {notes.hasNextPage ? <LoadMore loading={notes.isFetchingNextPage} onMore={() => void notes.fetchNextPage()} /> : null}
    </>
  );
};

const CollectionHits = ({ q }: { q: string }) => {
  const { data, error, isError, refetch } = useQuery(searchCollectionsQuery(q));
  if (data === undefined)
    return isError ? <RowFailure text={searchText.searchFailed} error={error} onRetry={() => void refetch()} /> : <HitsSkeleton />;
  return data.items.length === 0 ? <NoHits q={q} /> : <CollectionCards items={data.items} />;
};

const AllHits = ({ q, userId }: { q: string; userId: string | undefined }) => {
  const ofCollections = useQuery(searchCollectionsQuery(q));
  const ofNotes = useInfiniteQuery(searchNotesQuery(userId, q));
  const collections = ofCollections.data?.items ?? [];
  const [notes] = ofNotes.data?.pages ?? [];
  const noteCount = notes?.total ?? 0;
  const failed = [ofCollections, ofNotes].filter(({ isError }) => isError);
  return (
    <BookHits q={q} tab="all">
      {collections.length + noteCount + failed.length === 0 ? undefined : (
        <>
          {failed.map(({ error, refetch }, index) => (
            <RowFailure
              key={index === 0 ? 'first' : 'second'}
              text={searchText.searchFailed}
              error={error}
              onRetry={() => void refetch()}
            />
          ))}
          {collections.length === 0 ? null : (
            <Excerpt q={q} tab="collections" count={collections.length}>
              <CollectionCards items={collections.slice(0, EXCERPT_LENGTH)} />
            </Excerpt>
          )}
          {notes === undefined || noteCount === 0 ? null : (
            <Excerpt q={q} tab="notes" count={noteCount}>
              <FoundNotes annotations={notes.items.slice(0, EXCERPT_LENGTH)} titleOf={titleIn(notes)} />
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
  // The tab for formulas (公式) is hidden for queries that are not formulas, and the tab for notes is hidden for anonymous users.
  const shownTabs = tabNames.filter((name) =>
    name === 'notes' ? userId !== undefined : name !== 'formulas' || counts.formulas !== undefined,
  );
  return (
    <Tabs
      label={searchText.searchTabsLabel}
      tabs={shownTabs.map((value) => ({ value, label: searchText.searchTabs[value], count: countOf[value] }))}
      value={shownTabs.includes(tab) ? tab : 'all'}
      onChange={(next) => setParams(next === 'all' ? { q } : { q, tab: next }, { replace: true })}
    >
      <h2 className="visually-hidden" aria-live="polite">
        {searchText.resultsFor(q)}
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
  useDocumentTitle(q === '' ? screenTitle.courseSearch : searchText.resultsFor(q));
  return (
    <Page width="text">
      <PageHeader title={searchText.searchTitle} />
      <Block marginBottom={24}>
        <SearchBox key={q} initial={q} focused={q === ''} tab={tab === 'all' ? undefined : tab} />
      </Block>
      {q === '' ? (
        <Text as="p" tone="soft">
          {searchText.searchHint}
        </Text>
      ) : (
        <Results q={q} tab={tab} />
      )}
    </Page>
  );
};
