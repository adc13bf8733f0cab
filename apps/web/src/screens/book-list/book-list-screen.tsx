/** `/book/list`: all books of one source. The address holds every choice; the screen is kept alive while others are shown. */
import type { BookCard, BookSort, OutputOf, queryBooks } from '@shufang/contract';
import { accessModel, bookSort } from '@shufang/contract';
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
import { bookListQuery } from '../../features/catalog/queries.ts';
import { RowFailure } from '../../features/catalog/row-failure.tsx';
import { useMorePages } from '../../features/catalog/use-more-pages.ts';
import { catalogText } from '../../platform/messages/zh-cn/catalog.ts';
import { useSession } from '../../platform/session/session.ts';
import { useDocumentTitle } from '../../platform/title/use-document-title.ts';
import styles from './book-list-screen.module.css';

/** Comes with the device's database when somebody begins to choose. */
const ChosenBar = lazy(async () => ({ default: (await import('./chosen-bar.tsx')).ChosenBar }));

type Facets = OutputOf<typeof queryBooks>['facets'];

interface ControlsProps {
  readonly choices: BookListChoices;
  readonly view: BookListView;
  readonly isChoosing: boolean;
  readonly onChoosing: () => void;
  /** How many books each way of reading would leave; absent until the server said. */
  readonly facets: Facets;
}

const Controls = ({ choices, view, isChoosing, onChoosing, facets }: ControlsProps) => {
  const navigate = useNavigate();
  const parents = new Map(facets?.categories.map(({ id, parentId }) => [id, parentId]));
  const depthOf = (id: string | undefined): number => {
    const parent = id === undefined ? undefined : parents.get(id);
    return parent === undefined ? 0 : 1 + depthOf(parent);
  };
  const categories = facets?.categories.filter(({ id, count }) => count > 0 || id === choices.category) ?? [];
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
      {categories.length < 2 && choices.category === undefined ? null : (
        <label className={styles.field}>
          <span>{catalogText.disciplineLabel}</span>
          <select value={choices.category ?? ''} onChange={(event) => go({ category: event.target.value || undefined })}>
            <option value="">{catalogText.all}</option>
            {categories.map(({ id, name, count }) => (
              <option key={id} value={id}>
                {'　'.repeat(depthOf(id)) + catalogText.choiceWithCount(name, count)}
              </option>
            ))}
          </select>
        </label>
      )}
      {choices.source === 'free' ? null : (
        <label className={styles.field}>
          <span>{catalogText.accessLabel}</span>
          <select value={choices.access ?? ''} onChange={(event) => go({ access: accessModel.safeParse(event.target.value).data })}>
            <option value="">{catalogText.all}</option>
            {accessModel.options.map((access) => (
              <option key={access} value={access}>
                {catalogText.accessWithCount(access, facets && (facets.access.find(({ value }) => value === access)?.count ?? 0))}
              </option>
            ))}
          </select>
        </label>
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

const hasFilter = ({ access, category, language }: BookListChoices): boolean =>
  access !== undefined || category !== undefined || language !== undefined;

/** Back to this list, with what the institution bought. */
const SIGN_IN_THROUGH_SCHOOL = `/user/login?mode=institution&redirect=${encodeURIComponent('/book/list?source=institution')}`;

/** `institution`: which one lends here and now; absent: none. */
const NothingHere = ({ choices, institution }: { choices: BookListChoices; institution: string | undefined }) => {
  const { source = 'new', id } = choices;
  const { token } = useSession();
  return hasFilter(choices) && source !== 'free' ? (
    <EmptyState title={catalogText.sourceEmptyFiltered}>
      <p>{catalogText.sourceEmptyFilteredHint}</p>
      <Link to={bookListAddress({ source, ...(id === undefined ? {} : { id }) })} replace className={buttonClass('quiet')}>
        {catalogText.clearFilters}
      </Link>
    </EmptyState>
  ) : (
    <EmptyState title={institution === undefined ? catalogText.sourceEmpty[source] : catalogText.institutionEmpty}>
      <p>{source === 'institution' && institution === undefined ? catalogText.institutionAway : catalogText.sourceEmptyHint}</p>
      {source === 'institution' && institution === undefined ? (
        <Link to={token === undefined ? SIGN_IN_THROUGH_SCHOOL : '/user#security'} className={buttonClass()}>
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
  // Nothing to sort, to narrow or to choose from.
  const isBare = first !== undefined && books.length === 0 && !hasFilter(choices);
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
        <NothingHere choices={choices} institution={institution} />
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
