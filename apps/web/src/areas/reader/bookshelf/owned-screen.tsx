/** `/bookshelf/owned`: the books to which the user has a right, by the source of the right. */
import { type RightSource, rightSource } from '@shufang/contract';
import { Block, buttonClass, Cluster, EmptyState, Row, Text } from '@shufang/ui';
import { Link, useSearchParams } from 'react-router';
import { ForSignedIn } from '../../../features/account/signed-out.tsx';
import { type OwnedBook, useOwnedBooks } from '../../../features/bookshelf/queries.ts';
import { BookCover } from '../../../features/catalog/book-cover.tsx';
import { BookSkeleton } from '../../../features/catalog/book-skeleton.tsx';
import { bookshelfText } from '../../../platform/messages/zh-cn/bookshelf.ts';
import { BookshelfFrame, FreshnessNote, NothingCached } from './bookshelf-tabs.tsx';
import { containsText, type ListSort, ListTools, useListChoices } from './list-tools.tsx';
import { OpenAction } from './open-action.tsx';
import styles from './shelf-list.module.css';

/**
 * Returns whether an institution licensed the book but its license does not apply now, for example because the user is outside the
 * institution's network.
 */
const isAway = ({ source, right }: OwnedBook): boolean => source === 'institution' && right.kind !== 'institution';

const SORTS = ['since', 'title', 'progress'] as const satisfies readonly ListSort[];

const collator = new Intl.Collator('zh-CN', { numeric: true });

const compareBy: Record<(typeof SORTS)[number], (a: OwnedBook, b: OwnedBook) => number> = {
  since: (a, b) => b.since - a.since,
  title: (a, b) => collator.compare(a.book.title, b.book.title),
  progress: (a, b) => (b.book.progress ?? -1) - (a.book.progress ?? -1),
};

interface FiltersProps {
  readonly items: readonly OwnedBook[];
  readonly sources: readonly RightSource[];
  readonly chosen: RightSource | undefined;
  readonly count: number;
  readonly hrefOf: (source: RightSource | undefined) => string;
}

const Filters = ({ items, sources, chosen, count, hrefOf }: FiltersProps) => (
  <Cluster as="nav" gap={8} align="center" marginBottom={16} aria-label={bookshelfText.sources}>
    {[undefined, ...sources].map((source) => (
      <Link key={source ?? ''} to={hrefOf(source)} replace className={styles.filter} aria-current={source === chosen ? 'true' : undefined}>
        {source === undefined ? bookshelfText.allSources : bookshelfText.sourceNames[source]}
        <Text size={12} tone="faint" className={styles.filterCount}>
          {items.filter((item) => source === undefined || item.source === source).length}
        </Text>
      </Link>
    ))}
    <Text size={13} tone="faint" marginLeft="auto">
      {bookshelfText.ownedCount(count)}
    </Text>
  </Cluster>
);

const NoneOwned = () => (
  <EmptyState title={bookshelfText.noOwned}>
    <p>{bookshelfText.noOwnedHint}</p>
    <Cluster as="p" gap={12} justify="center">
      <Link to="/redeem?to=%2Fbookshelf%2Fowned" className={buttonClass()}>
        {bookshelfText.byCode}
      </Link>
      <Link to="/book/list?source=free" className={buttonClass('quiet')}>
        {bookshelfText.findBooks}
      </Link>
    </Cluster>
  </EmptyState>
);

const Owned = () => {
  const [params] = useSearchParams();
  const { items, hasLoaded, ...freshness } = useOwnedBooks();
  const choices = useListChoices('/bookshelf/owned', SORTS);
  if (items === undefined) return <BookSkeleton count={4} />;
  if (items.length === 0) {
    return (
      <>
        <FreshnessNote {...freshness} />
        {hasLoaded ? <NoneOwned /> : <NothingCached />}
      </>
    );
  }
  const sources = rightSource.options.filter((source) => items.some((item) => item.source === source));
  const chosen = rightSource.options.find((source) => source === params.get('source'));
  const sort = SORTS.find((each) => each === choices.sort) ?? 'since';
  const shown = items
    .filter(({ book, source }) => (chosen === undefined || source === chosen) && containsText([book.title, book.authors], choices.text))
    .toSorted(compareBy[sort]);
  return (
    <>
      <FreshnessNote {...freshness} />
      <ListTools choices={choices} sorts={SORTS} />
      <Filters
        items={items}
        sources={sources}
        chosen={chosen}
        count={shown.length}
        hrefOf={(source) => choices.hrefWith('source', source)}
      />
      {shown.length === 0 ? (
        <EmptyState title={choices.text === '' ? bookshelfText.noOwnedHere : bookshelfText.noneFound}>
          <Link to="/bookshelf/owned" replace className={buttonClass('quiet')}>
            {bookshelfText.showAll}
          </Link>
        </EmptyState>
      ) : (
        <ul>
          {shown.map((item) => {
            const { book, right, source } = item;
            const isClosed = isAway(item) || right.kind === 'none';
            return (
              <Row key={book.id} as="li" gap={20} align="center" className={styles.row} data-closed={isClosed || undefined}>
                <div className={styles.cover}>
                  <BookCover book={book} />
                </div>
                <Block flex={1} minWidth={0} className={styles.text}>
                  <Text as="h3" size={17} whiteSpace="nowrap" className={styles.title}>
                    <Link to={`/course/info/${book.id}`}>{book.title}</Link>
                  </Text>
                  <Text as="p" size={14} tone="soft" whiteSpace="nowrap" className={styles.meta}>
                    {isAway(item) ? bookshelfText.away : right.reason}
                  </Text>
                  <Cluster as="p" size={13} tone="faint" className={styles.facts}>
                    <span>{bookshelfText.sourceNames[source]}</span>
                    {book.progress === undefined ? null : <span>{bookshelfText.progressOf(book.progress)}</span>}
                  </Cluster>
                </Block>
                <Row gap={8} align="center" flex="none" className={styles.actions}>
                  {isClosed ? null : (
                    <OpenAction
                      bookId={book.id}
                      to={`/course/learning/${book.id}`}
                      name={bookshelfText.openBook(book.title)}
                      text={bookshelfText.open}
                    />
                  )}
                  <Link to="/user/myBooks" className={styles.plain}>
                    {bookshelfText.manage}
                  </Link>
                </Row>
              </Row>
            );
          })}
        </ul>
      )}
    </>
  );
};

export const Component = () => (
  <BookshelfFrame>
    <h2 className="visually-hidden">{bookshelfText.owned}</h2>
    <ForSignedIn signedOutText={bookshelfText.signedOutOwned}>
      <Owned />
    </ForSignedIn>
  </BookshelfFrame>
);
