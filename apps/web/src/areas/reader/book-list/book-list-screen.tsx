/** `/book/list`: all books of one source, such as new or free books. Filters and sort order are in the URL. */
import { accessModel, type BookCard, type BookSort, bookSort, type TotalsWithoutFilter } from '@shufang/contract';
import { buttonClass, Cluster, Column, EmptyState, Page, PageHeader, Text } from '@shufang/ui';
import { useInfiniteQuery } from '@tanstack/react-query';
import { type ComponentProps, lazy, Suspense, useState } from 'react';
import { Link, useNavigate, useSearchParams } from 'react-router';
import {
  type BookListChoices,
  type BookListView,
  bookListAddress,
  bookListChoicesOf,
  bookListViewOf,
  bookListViews,
} from '../../../features/catalog/book-list-choices.ts';
import { BookSkeleton } from '../../../features/catalog/book-skeleton.tsx';
import { BookGrid, BookRows } from '../../../features/catalog/book-tile.tsx';
import { DropFilters } from '../../../features/catalog/drop-filters.tsx';
import {
  type Choice,
  type ChosenFilter,
  choicesOf,
  chosenFilters,
  type Facets,
  nameWithoutFacets,
} from '../../../features/catalog/filter-choices.ts';
import { FilterField } from '../../../features/catalog/filter-field.tsx';
import { institutionWay } from '../../../features/catalog/institution-way.ts';
import { PhoneFilters } from '../../../features/catalog/phone-filters.tsx';
import { bookListQuery } from '../../../features/catalog/queries.ts';
import { RowFailure } from '../../../features/catalog/row-failure.tsx';
import { useMorePages } from '../../../features/catalog/use-more-pages.ts';
import { catalogText } from '../../../platform/messages/zh-cn/catalog.ts';
import { useSession } from '../../../platform/session/session.ts';
import { useDocumentTitle } from '../../../platform/title/use-document-title.ts';
import styles from './book-list-screen.module.css';

/**
 * The bar with actions for the selected books is loaded only when the user begins to select books, because its code needs the device's
 * database.
 */
const ChosenBar = lazy(async () => ({ default: (await import('./chosen-bar.tsx')).ChosenBar }));

interface ControlsProps {
  readonly choices: BookListChoices;
  readonly view: BookListView;
  readonly isChoosing: boolean;
  readonly onChoosing: () => void;
  /** How many books each filter value matches; undefined until the server has responded. */
  readonly facets: Facets | undefined;
}

/** Returns the options, and the selected one even if no result has that value and the server therefore does not list it. */
const withChosen = (
  choices: readonly Choice[],
  filter: 'category' | 'language' | 'access',
  chosen: string | undefined,
): readonly Choice[] =>
  chosen === undefined || choices.some(({ value }) => value === chosen)
    ? choices
    : [...choices, { value: chosen, name: nameWithoutFacets(filter, chosen) }];

/** Returns the categories that have books, in tree order. */
const categoryChoices = (categories: Facets['categories'], chosen: string | undefined): readonly Choice[] => {
  const parents = new Map(categories.map(({ id, parentId }) => [id, parentId]));
  const depthOf = (id: string): number => {
    const parent = parents.get(id);
    return parent === undefined ? 0 : 1 + depthOf(parent);
  };
  return categories
    .filter(({ id, count }) => count > 0 || id === chosen)
    .map(({ id, name, count }) => ({ value: id, name: '　'.repeat(depthOf(id)) + name, count }));
};

/** Returns the filters. One is left out if there is nothing to choose from; a selected option is always shown, so that the user can remove it. */
const offeredFilters = (
  { category, language, access, source }: BookListChoices,
  facets: Facets | undefined,
  go: (change: { [Name in keyof BookListChoices]?: BookListChoices[Name] | undefined }) => void,
): ComponentProps<typeof FilterField>[] =>
  facets === undefined
    ? []
    : [
        {
          label: catalogText.filterNames.category,
          choices: withChosen(categoryChoices(facets.categories, category), 'category', category),
          chosen: category,
          onChoose: (value: string | undefined) => go({ category: value }),
        },
        {
          label: catalogText.filterNames.language,
          choices: withChosen(choicesOf.language(facets), 'language', language),
          chosen: language,
          onChoose: (value: string | undefined) => go({ language: value }),
        },
        {
          label: catalogText.filterNames.access,
          choices: source === 'free' ? [] : withChosen(choicesOf.access(facets), 'access', access),
          chosen: source === 'free' ? undefined : access,
          onChoose: (value: string | undefined) => go({ access: accessModel.safeParse(value).data }),
        },
      ].filter(({ choices, chosen }) => choices.length > 1 || chosen !== undefined);

const Controls = ({ choices, view, isChoosing, onChoosing, facets }: ControlsProps) => {
  const navigate = useNavigate();
  const [isOpen, setOpen] = useState(false);
  const go = (change: { [Name in keyof BookListChoices]?: BookListChoices[Name] | undefined }): void =>
    void navigate(bookListAddress({ ...choices, ...change }, view), { replace: true });
  const offered = offeredFilters(choices, facets, go);
  return (
    <Cluster align="center" className={styles.controls}>
      <FilterField
        label={catalogText.sortLabel}
        choices={bookSort.options.map((sort) => ({
          value: sort === 'default' ? undefined : sort,
          name: catalogText.sortedBy(catalogText.listSorts[sort]),
        }))}
        chosen={choices.sort === 'default' ? undefined : choices.sort}
        onChoose={(sort) => go({ sort: sort as BookSort | undefined })}
      />
      <PhoneFilters count={offered.filter(({ chosen }) => chosen !== undefined).length} isOpen={isOpen} onToggle={() => setOpen(!isOpen)}>
        {offered.map((filter) => (
          <FilterField key={filter.label} {...filter} />
        ))}
      </PhoneFilters>
      <nav className={styles.views} aria-label={catalogText.viewLabel}>
        {bookListViews.map((each) => (
          <Link key={each} to={bookListAddress(choices, each)} replace className={styles.view} aria-current={each === view || undefined}>
            {catalogText.views[each]}
          </Link>
        ))}
      </nav>
      <button type="button" className={buttonClass('quiet')} aria-pressed={isChoosing} onClick={onChoosing}>
        {isChoosing ? catalogText.chooseEnd : catalogText.choose}
      </button>
    </Cluster>
  );
};

interface NothingHereProps {
  readonly choices: BookListChoices;
  readonly view: BookListView;
  readonly chosen: readonly ChosenFilter[];
  readonly totals: TotalsWithoutFilter;
  /** The institution whose license applies to the user now; undefined if there is none. */
  readonly institution: string | undefined;
}

const NothingHere = ({ choices, view, chosen, totals, institution }: NothingHereProps) => {
  const { source = 'new' } = choices;
  const { token } = useSession();
  const isAway = source === 'institution' && institution === undefined;
  if (chosen.length > 0 && !isAway) {
    return (
      <EmptyState title={catalogText.noneFound}>
        <DropFilters
          chosen={chosen}
          totals={totals}
          addressWithout={(filter) => bookListAddress({ ...choices, [filter]: undefined }, view)}
          clearAddress={bookListAddress({ ...choices, category: undefined, language: undefined, access: undefined }, view)}
        />
      </EmptyState>
    );
  }
  return (
    <EmptyState title={institution === undefined ? catalogText.sourceEmpty[source] : catalogText.institutionEmpty}>
      <p>{isAway ? catalogText.institutionAway : catalogText.sourceEmptyHint}</p>
      {isAway ? (
        <Link to={institutionWay(token !== undefined, '/book/list?source=institution')} className={buttonClass()}>
          {catalogText.institutionSignIn}
        </Link>
      ) : null}
      <Link to="/course/list" className={buttonClass('quiet')}>
        {catalogText.browseAll}
      </Link>
    </EmptyState>
  );
};

/** The list of one source with its filters. A list of another source is a new component instance with its own state. */
const List = ({ choices, view }: { choices: BookListChoices; view: BookListView }) => {
  const { source = 'new' } = choices;
  const query = useInfiniteQuery(bookListQuery(choices));
  const { data, isPending, isError, hasNextPage, isFetchingNextPage, isFetchNextPageError, isPlaceholderData } = query;
  const [isChoosing, setChoosing] = useState(false);
  const [chosenIds, setChosen] = useState<ReadonlySet<string>>(new Set());
  const end = useMorePages(hasNextPage && !isFetchNextPageError, () => {
    if (!query.isFetching) void query.fetchNextPage();
  });
  const first = data?.pages[0];
  const books = data?.pages.flatMap((page) => page.items) ?? [];
  const name = catalogText.sourceTitle(source, first?.title ?? choices.id);
  const institution = source === 'institution' ? first?.title : undefined;
  useDocumentTitle(name);
  const toggle = ({ id }: BookCard): void => {
    const next = new Set(chosenIds);
    if (!next.delete(id)) next.add(id);
    setChosen(next);
  };
  const endChoosing = (): void => {
    setChoosing(false);
    setChosen(new Set());
  };
  const { category, language, access } = choices;
  const chosen = chosenFilters({ category, language, access }, first?.facets);
  // If no filter is set and there are no books, the controls for sorting, filtering and selecting are left out.
  const isBare = first !== undefined && books.length === 0 && chosen.length === 0;
  const choice = isChoosing ? { isChosen: (id: string) => chosenIds.has(id), onToggle: toggle } : undefined;
  return (
    <>
      <PageHeader
        title={name}
        lead={institution === undefined ? catalogText.sourceLeads[source] : catalogText.institutionLead(institution)}
      >
        {isBare ? null : (
          <Controls
            facets={first?.facets}
            choices={choices}
            view={view}
            isChoosing={isChoosing}
            onChoosing={() => (isChoosing ? endChoosing() : setChoosing(true))}
          />
        )}
      </PageHeader>
      {isPending ? (
        <BookSkeleton count={12} />
      ) : isError && first === undefined ? (
        <RowFailure text={catalogText.listFailed} error={query.error} onRetry={() => void query.refetch()} />
      ) : books.length === 0 ? (
        <NothingHere choices={choices} view={view} chosen={chosen} totals={first?.without ?? []} institution={institution} />
      ) : (
        <div className={styles.results} aria-busy={isPlaceholderData} data-stale={isPlaceholderData || undefined}>
          <h2 className="visually-hidden">{catalogText.listHeading}</h2>
          {view === 'rows' ? <BookRows books={books} choice={choice} /> : <BookGrid books={books} choice={choice} />}
          <Column ref={end} gap={12} align="center" className={styles.end}>
            {isFetchNextPageError ? (
              <RowFailure text={catalogText.pageFailed} error={query.error} onRetry={() => void query.fetchNextPage()} />
            ) : hasNextPage ? (
              <button
                type="button"
                className={buttonClass('quiet')}
                aria-disabled={isFetchingNextPage}
                onClick={() => (isFetchingNextPage ? undefined : void query.fetchNextPage())}
              >
                {isFetchingNextPage ? catalogText.loadingMore : catalogText.loadMore}
              </button>
            ) : null}
            <Text as="p" size={13} tone="faint" role="status">
              {hasNextPage ? catalogText.loadedOf(books.length, first?.total ?? books.length) : catalogText.listEnd(books.length)}
            </Text>
          </Column>
        </div>
      )}
      {isChoosing ? (
        <Suspense fallback={null}>
          <ChosenBar
            chosen={books.filter(({ id }) => chosenIds.has(id))}
            listName={catalogText.exportName(name)}
            onAll={() => setChosen(new Set(books.map(({ id }) => id)))}
            onDone={endChoosing}
          />
        </Suspense>
      ) : null}
    </>
  );
};

export const Component = () => {
  const [params] = useSearchParams();
  const choices = bookListChoicesOf(params);
  return (
    <Page>
      <List key={`${choices.source} ${choices.id ?? ''}`} choices={choices} view={bookListViewOf(params)} />
    </Page>
  );
};
