/** `/book/list`: all books of one source. The address holds every choice; the screen is kept alive while others are shown. */
import { accessModel, type BookCard, type BookSort, bookSort, type TotalsWithoutEach } from '@shufang/contract';
import { buttonClass, EmptyState, Page, PageHeader } from '@shufang/ui';
import { useInfiniteQuery } from '@tanstack/react-query';
import { lazy, Suspense, useState } from 'react';
import { Link, useNavigate, useSearchParams } from 'react-router';
import {
  type BookListChoices,
  type BookListView,
  bookListAddress,
  bookListChoicesOf,
  bookListViewOf,
  bookListViews,
} from '../../features/catalog/book-list-choices.ts';
import { BookSkeleton } from '../../features/catalog/book-skeleton.tsx';
import { BookGrid, BookRows } from '../../features/catalog/book-tile.tsx';
import { DropFilters } from '../../features/catalog/drop-filters.tsx';
import {
  type Choice,
  type ChosenFilter,
  choicesOf,
  chosenFilters,
  type Facets,
  nameWithoutFacets,
} from '../../features/catalog/filter-choices.ts';
import { institutionWay } from '../../features/catalog/institution-way.ts';
import { bookListQuery } from '../../features/catalog/queries.ts';
import { RowFailure } from '../../features/catalog/row-failure.tsx';
import { useMorePages } from '../../features/catalog/use-more-pages.ts';
import { catalogText } from '../../platform/messages/zh-cn/catalog.ts';
import { useSession } from '../../platform/session/session.ts';
import { useDocumentTitle } from '../../platform/title/use-document-title.ts';
import styles from './book-list-screen.module.css';

/** Comes with the device's database when somebody begins to choose. */
const ChosenBar = lazy(async () => ({ default: (await import('./chosen-bar.tsx')).ChosenBar }));

interface ControlsProps {
  readonly choices: BookListChoices;
  readonly view: BookListView;
  readonly isChoosing: boolean;
  readonly onChoosing: () => void;
  /** How many books each way of reading would leave; absent until the server said. */
  readonly facets: Facets | undefined;
}

interface FilterFieldProps {
  readonly label: string;
  readonly choices: readonly Choice[];
  readonly chosen: string | undefined;
  readonly onChoose: (value: string | undefined) => void;
}

/** Where there is something to choose between, and what was chosen can always be taken back. */
const FilterField = ({ label, choices, chosen, onChoose }: FilterFieldProps) =>
  choices.length < 2 && chosen === undefined ? null : (
    <label className={styles.field}>
      <span>{label}</span>
      <select value={chosen ?? ''} onChange={(event) => onChoose(event.target.value || undefined)}>
        <option value="">{catalogText.all}</option>
        {choices.map(({ value, name, count }) => (
          // Names of languages are the browser's: the server may call one otherwise.
          <option key={value} value={value} suppressHydrationWarning>
            {count === undefined ? name : catalogText.choiceWithCount(name, count)}
          </option>
        ))}
      </select>
    </label>
  );

/** With the chosen one, which books found need not have. */
const withChosen = (choices: readonly Choice[], filter: 'category' | 'language', chosen: string | undefined): readonly Choice[] =>
  chosen === undefined || choices.some(({ value }) => value === chosen)
    ? choices
    : [...choices, { value: chosen, name: nameWithoutFacets(filter, chosen) }];

/** The tree of those with books. */
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

const Controls = ({ choices, view, isChoosing, onChoosing, facets }: ControlsProps) => {
  const navigate = useNavigate();
  const { category, language, access } = choices;
  const go = (change: { [Name in keyof BookListChoices]?: BookListChoices[Name] | undefined }): void =>
    void navigate(bookListAddress({ ...choices, ...change }, view), { replace: true });
  return (
    <div className={styles.controls}>
      <label className={styles.field}>
        <span>{catalogText.sortLabel}</span>
        <select value={choices.sort ?? 'default'} onChange={(event) => go({ sort: event.target.value as BookSort })}>
          {bookSort.options.map((sort) => (
            <option key={sort} value={sort}>
              {catalogText.listSorts[sort]}
            </option>
          ))}
        </select>
      </label>
      {facets === undefined ? null : (
        <>
          <FilterField
            label={catalogText.filterNames.category}
            choices={withChosen(categoryChoices(facets.categories, category), 'category', category)}
            chosen={category}
            onChoose={(value) => go({ category: value })}
          />
          <FilterField
            label={catalogText.filterNames.language}
            choices={withChosen(choicesOf.language(facets), 'language', language)}
            chosen={language}
            onChoose={(value) => go({ language: value })}
          />
        </>
      )}
      {choices.source === 'free' ? null : (
        <FilterField
          label={catalogText.filterNames.access}
          choices={accessModel.options.map((value) => ({
            value,
            name: catalogText.accessModels[value],
            ...(facets && { count: facets.access.find((each) => each.value === value)?.count ?? 0 }),
          }))}
          chosen={access}
          onChoose={(value) => go({ access: accessModel.safeParse(value).data })}
        />
      )}
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
    </div>
  );
};

interface NothingHereProps {
  readonly choices: BookListChoices;
  readonly view: BookListView;
  readonly chosen: readonly ChosenFilter[];
  readonly totals: TotalsWithoutEach;
  /** Which one lends here and now; absent: none. */
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

/** Everything that belongs to one source and its choices; another source is another list. */
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
  // Nothing to sort, to narrow or to choose from.
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
        <RowFailure text={catalogText.listFailed} onRetry={() => void query.refetch()} />
      ) : books.length === 0 ? (
        <NothingHere choices={choices} view={view} chosen={chosen} totals={first?.without ?? []} institution={institution} />
      ) : (
        <div className={styles.results} aria-busy={isPlaceholderData} data-stale={isPlaceholderData || undefined}>
          <h2 className="visually-hidden">{catalogText.listHeading}</h2>
          {view === 'rows' ? <BookRows books={books} choice={choice} /> : <BookGrid books={books} choice={choice} />}
          <div ref={end} className={styles.end}>
            {isFetchNextPageError ? (
              <RowFailure text={catalogText.pageFailed} onRetry={() => void query.fetchNextPage()} />
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
            <p className={styles.count} role="status">
              {hasNextPage ? catalogText.loadedOf(books.length, first?.total ?? books.length) : catalogText.listEnd(books.length)}
            </p>
          </div>
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
