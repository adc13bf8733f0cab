/** `/course/search`: one box over titles, authors, ISBN, chapter titles and body text. */
import { buttonClass, EmptyState, Page, PageHeader, Tabs } from '@shufang/ui';
import { useInfiniteQuery } from '@tanstack/react-query';
import { Link, useSearchParams } from 'react-router';
import { LoadMore } from '../../features/catalog/load-more.tsx';
import { type SearchTab, searchQuery } from '../../features/catalog/queries.ts';
import { SearchBox } from '../../features/catalog/search-box.tsx';
import { groupByBook, HitsInBook } from '../../features/catalog/search-hits.tsx';
import { catalogText } from '../../platform/messages/zh-cn/catalog.ts';
import { screenTitle, shellText } from '../../platform/messages/zh-cn/shell.ts';
import { useDocumentTitle } from '../../platform/title/use-document-title.ts';
import styles from './course-search-screen.module.css';

const tabNames = ['all', 'books', 'body'] as const satisfies readonly SearchTab[];

const Results = ({ q, tab }: { q: string; tab: SearchTab }) => {
  const [, setParams] = useSearchParams();
  const { data, hasNextPage, fetchNextPage, isFetchingNextPage, isPlaceholderData } = useInfiniteQuery(searchQuery(q, tab));
  const counts = data?.pages[0]?.counts;
  if (!data || !counts) return <p role="status">{shellText.loading}</p>;
  const hits = data.pages.flatMap((page) => page.hits);
  const countOf = { all: undefined, books: counts.books, body: counts.body };
  return (
    <Tabs
      label={catalogText.searchTabsLabel}
      tabs={tabNames.map((value) => ({ value, label: catalogText.searchTabs[value], count: countOf[value] }))}
      value={tab}
      onChange={(next) => setParams(next === 'all' ? { q } : { q, tab: next }, { replace: true })}
    >
      <h2 className="visually-hidden" aria-live="polite">
        {catalogText.resultsFor(q)}
      </h2>
      {hits.length === 0 ? (
        <EmptyState title={catalogText.noHits(q)}>
          <p>{catalogText.noHitsHint}</p>
          <Link to="/course/list" className={buttonClass('quiet')}>
            {catalogText.browseAll}
          </Link>
        </EmptyState>
      ) : (
        <ol className={styles.hits} data-stale={isPlaceholderData || undefined}>
          {groupByBook(hits).map((group, index) => (
            <HitsInBook key={`${index}${group[0].book.id}`} hits={group} />
          ))}
        </ol>
      )}
      {hasNextPage ? <LoadMore loading={isFetchingNextPage} onMore={() => void fetchNextPage()} /> : null}
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
