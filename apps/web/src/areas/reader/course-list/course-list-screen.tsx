/** `/course/list`: published books by discipline and other facets, as covers or as a table. All filters are in the URL. */
import type { TotalsWithoutFilter } from '@shufang/contract';
import { EmptyState, Page, PageHeader, Row, Text } from '@shufang/ui';
import { useInfiniteQuery } from '@tanstack/react-query';
import { Link, useSearchParams } from 'react-router';
import { BookSkeleton } from '../../../features/catalog/book-skeleton.tsx';
import { BookTable } from '../../../features/catalog/book-table.tsx';
import { BookGrid } from '../../../features/catalog/book-tile.tsx';
import { CourseFacets } from '../../../features/catalog/course-facets.tsx';
import { type CourseView, courseListAddress, courseViewOf, courseViews, filtersOf } from '../../../features/catalog/course-filters.ts';
import { DropFilters } from '../../../features/catalog/drop-filters.tsx';
import { type ChosenFilter, chosenFilters } from '../../../features/catalog/filter-choices.ts';
import { LoadMore } from '../../../features/catalog/load-more.tsx';
import { type CourseFilters, courseListQuery } from '../../../features/catalog/queries.ts';
import { SearchBox } from '../../../features/catalog/search-box.tsx';
import { catalogText } from '../../../platform/messages/zh-cn/catalog.ts';
import { screenTitle } from '../../../platform/messages/zh-cn/shell.ts';
import styles from './course-list-screen.module.css';

interface NothingFoundProps {
  readonly filters: CourseFilters;
  readonly chosen: readonly ChosenFilter[];
  readonly totals: TotalsWithoutFilter;
  readonly view: CourseView;
}

const NothingFound = ({ filters, chosen, totals, view }: NothingFoundProps) =>
  chosen.length === 0 ? (
    <EmptyState title={catalogText.emptyLibrary}>
      <p>{catalogText.emptyLibraryReader}</p>
    </EmptyState>
  ) : (
    <EmptyState title={catalogText.noneFound}>
      <DropFilters
        chosen={chosen}
        totals={totals}
        addressWithout={(filter) => courseListAddress(filters, { [filter]: undefined }, view)}
        clearAddress={courseListAddress({}, {}, view)}
      />
    </EmptyState>
  );

export const Component = () => {
  const [params] = useSearchParams();
  const filters = filtersOf(params);
  const view = courseViewOf(params);
  const { data, hasNextPage, fetchNextPage, isFetchingNextPage, isPlaceholderData } = useInfiniteQuery(courseListQuery(filters));
  const first = data?.pages[0];
  const books = data?.pages.flatMap((page) => page.items) ?? [];
  const chosen = chosenFilters(filters, first?.facets);
  return (
    <Page>
      <PageHeader title={screenTitle.courseList} lead={catalogText.courseLead} />
      <div className={styles.search}>
        <SearchBox />
      </div>
      {first === undefined ? (
        <BookSkeleton count={12} />
      ) : (
        <>
          <CourseFacets filters={filters} facets={first.facets} total={first.total} view={view} />
          <Row gap={16} align="center" justify="between" marginTop={20}>
            <Text as="p" size={14} tone="soft" role="status">
              {catalogText.listLead(first.total)}
            </Text>
            <nav className={styles.views} aria-label={catalogText.viewLabel}>
              {courseViews.map((each) => (
                <Link
                  key={each}
                  to={courseListAddress(filters, {}, each)}
                  replace
                  preventScrollReset
                  className={styles.view}
                  aria-current={each === view || undefined}
                >
                  {catalogText.courseViews[each]}
                </Link>
              ))}
            </nav>
          </Row>
          <div className={styles.results} aria-busy={isPlaceholderData} data-stale={isPlaceholderData || undefined}>
            <h2 className="visually-hidden">{catalogText.listHeading}</h2>
            {books.length === 0 ? (
              <NothingFound filters={filters} chosen={chosen} totals={first.without ?? []} view={view} />
            ) : view === 'table' ? (
              <BookTable books={books} />
            ) : (
              <BookGrid books={books} eager />
            )}
          </div>
          {hasNextPage ? <LoadMore loading={isFetchingNextPage} onMore={() => void fetchNextPage()} /> : null}
        </>
      )}
    </Page>
  );
};
