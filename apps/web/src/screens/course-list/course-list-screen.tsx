/** `/course/list`: published books by discipline, access and language. The address holds every choice. */
import { EmptyState, Page, PageHeader } from '@shufang/ui';
import { useInfiniteQuery } from '@tanstack/react-query';
import type { ComponentProps } from 'react';
import { useSearchParams } from 'react-router';
import { BookGrid } from '../../features/catalog/book-tile.tsx';
import { type ChosenFilter, CourseFacets, chosenFilters } from '../../features/catalog/course-facets.tsx';
import { filtersOf } from '../../features/catalog/course-filters.ts';
import { DropFilters } from '../../features/catalog/drop-filters.tsx';
import { LoadMore } from '../../features/catalog/load-more.tsx';
import { courseListQuery } from '../../features/catalog/queries.ts';
import { SearchBox } from '../../features/catalog/search-box.tsx';
import { catalogText } from '../../platform/messages/zh-cn/catalog.ts';
import { screenTitle, shellText } from '../../platform/messages/zh-cn/shell.ts';
import styles from './course-list-screen.module.css';

type Totals = ComponentProps<typeof DropFilters>['totals'];

const NothingFound = ({ chosen, totals }: { chosen: readonly ChosenFilter[]; totals: Totals }) =>
  chosen.length === 0 ? (
    <EmptyState title={catalogText.emptyLibrary}>
      <p>{catalogText.emptyLibraryHint}</p>
    </EmptyState>
  ) : (
    <EmptyState title={catalogText.noneFound}>
      <DropFilters chosen={chosen} totals={totals} />
    </EmptyState>
  );

export const Component = () => {
  const [params] = useSearchParams();
  const filters = filtersOf(params);
  const { data, hasNextPage, fetchNextPage, isFetchingNextPage, isPlaceholderData } = useInfiniteQuery(courseListQuery(filters));
  const first = data?.pages[0];
  const chosen = chosenFilters(filters, first?.facets);
  return (
    <Page>
      <PageHeader title={screenTitle.courseList} lead={first && catalogText.listLead(first.total)} />
      <div className={styles.search}>
        <SearchBox />
      </div>
      {first === undefined ? (
        <p role="status">{shellText.loading}</p>
      ) : (
        <>
          <CourseFacets filters={filters} facets={first.facets} />
          <div className={styles.results} aria-busy={isPlaceholderData} data-stale={isPlaceholderData || undefined}>
            <h2 className="visually-hidden">{catalogText.listHeading}</h2>
            {first.items.length === 0 ? (
              <NothingFound chosen={chosen} totals={first.without ?? []} />
            ) : (
              <BookGrid books={data?.pages.flatMap((page) => page.items) ?? []} eager />
            )}
          </div>
          {hasNextPage ? <LoadMore loading={isFetchingNextPage} onMore={() => void fetchNextPage()} /> : null}
        </>
      )}
    </Page>
  );
};
