/** `/bookshelf`: the books on the shelf, from the device's database, with the book read last at the top. */
import type { ShelfGroupRecord } from '@shufang/contract';
import { buttonClass, EmptyState, SearchInput, Select } from '@shufang/ui';
import { useState } from 'react';
import { Link, useNavigate, useSearchParams } from 'react-router';
import { type ShelfBook, type ShelfSort, shelfSorts, sortShelf } from '../../../features/bookshelf/arrange-shelf.ts';
import { BookSkeleton } from '../../../features/catalog/book-skeleton.tsx';
import { bookshelfText } from '../../../platform/messages/zh-cn/bookshelf.ts';
import { BookshelfFrame, DeviceNote, FreshnessNote, NothingCached } from './bookshelf-tabs.tsx';
import { ContinueCard } from './continue-card.tsx';
import { GroupNav } from './group-nav.tsx';
import { OwnOrderGrid } from './own-order-grid.tsx';
import { ShelfBar } from './shelf-bar.tsx';
import { ShelfTile } from './shelf-book.tsx';
import { HIDDEN, isInGroup, matchesText, NO_GROUP, type ShelfChoices, shelfChoicesOf, shelfQuery } from './shelf-choices.ts';
import styles from './shelf-controls.module.css';
import { useShelfBooks } from './use-shelf-books.ts';

interface GroupsProps {
  readonly choices: ShelfChoices;
  readonly groups: readonly ShelfGroupRecord[];
  readonly countOf: (group: string | undefined) => number;
}

const Groups = ({ choices, groups, countOf }: GroupsProps) => {
  const entries = [
    { id: undefined, name: bookshelfText.allBooks },
    ...groups,
    ...(groups.length > 0 ? [{ id: NO_GROUP, name: bookshelfText.noGroup }] : []),
    ...(countOf(HIDDEN) > 0 || choices.group === HIDDEN ? [{ id: HIDDEN, name: bookshelfText.hidden }] : []),
  ];
  return (
    <GroupNav
      kind="groups"
      entries={entries.map(({ id, name }) => ({ id, name, count: countOf(id) }))}
      current={choices.group}
      currentGroup={groups.find(({ id }) => id === choices.group)}
      hrefOf={(group) => shelfQuery({ ...choices, group })}
    />
  );
};

const Empty = () => (
  <EmptyState title={bookshelfText.emptyShelf}>
    <p>{bookshelfText.emptyShelfHint}</p>
    <p className={styles.emptyActions}>
      <Link to="/book/list?source=free" className={buttonClass()}>
        {bookshelfText.findBooks}
      </Link>
      <Link to="/redeem?to=%2Fbookshelf" className={buttonClass('quiet')}>
        {bookshelfText.byCode}
      </Link>
    </p>
  </EmptyState>
);

const Shelf = () => {
  const [params] = useSearchParams();
  const choices = shelfChoicesOf(params);
  const navigate = useNavigate();
  const { books, groups, ownedIds, missingIds, hasLoaded, freshness } = useShelfBooks();
  const [isChoosing, setChoosing] = useState(false);
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  if (books === undefined) {
    return freshness.isFailed ? (
      <>
        <FreshnessNote {...freshness} />
        <NothingCached />
      </>
    ) : (
      <BookSkeleton count={12} />
    );
  }
  const groupIds = new Set(groups.map(({ id }) => id));
  const countOf = (group: string | undefined): number => books.filter((book) => isInGroup(book, group, groupIds)).length;
  const shown = sortShelf(
    books.filter((book) => isInGroup(book, choices.group, groupIds) && matchesText(book, choices.text)),
    choices.sort,
  );
  const go = (change: Partial<ShelfChoices>): void => void navigate(shelfQuery({ ...choices, ...change }), { replace: true });
  const endChoosing = (): void => {
    setChoosing(false);
    setChosen(new Set());
  };
  const toggle = ({ bookId }: ShelfBook): void => {
    const next = new Set(chosen);
    if (!next.delete(bookId)) next.add(bookId);
    setChosen(next);
  };
  return (
    <>
      <FreshnessNote {...freshness} />
      <ContinueCard />
      {books.length === 0 && groups.length === 0 ? (
        hasLoaded ? (
          <Empty />
        ) : (
          <NothingCached />
        )
      ) : (
        <section aria-labelledby="shelf-heading">
          <h2 id="shelf-heading" className="visually-hidden">
            {bookshelfText.shelfHeading}
          </h2>
          <div className={styles.controls}>
            <SearchInput
              className={styles.search}
              aria-label={bookshelfText.search}
              placeholder={bookshelfText.searchPlaceholder}
              value={choices.text}
              onChange={(text) => go({ text })}
            />
            <label className={styles.field}>
              <span>{bookshelfText.sort}</span>
              <Select value={choices.sort} onChange={(sort) => go({ sort: sort as ShelfSort })}>
                {shelfSorts.map((sort) => (
                  <option key={sort} value={sort}>
                    {bookshelfText.sorts[sort]}
                  </option>
                ))}
              </Select>
            </label>
            <button
              type="button"
              className={`${buttonClass('quiet')} ${styles.end}`}
              aria-pressed={isChoosing}
              onClick={() => (isChoosing ? endChoosing() : setChoosing(true))}
            >
              {isChoosing ? bookshelfText.chooseEnd : bookshelfText.choose}
            </button>
          </div>
          <Groups choices={choices} groups={groups} countOf={countOf} />
          {shown.length === 0 ? (
            <EmptyState title={bookshelfText.emptyHere}>
              <p>{bookshelfText.emptyHereHint}</p>
              <Link to="/bookshelf" replace className={buttonClass('quiet')}>
                {bookshelfText.showAll}
              </Link>
            </EmptyState>
          ) : choices.sort === 'own' && !isChoosing ? (
            <OwnOrderGrid books={shown} missingIds={missingIds} />
          ) : (
            <ul className={styles.grid}>
              {shown.map((book) => (
                <li key={book.bookId}>
                  <ShelfTile
                    book={book}
                    isMissing={missingIds.has(book.bookId)}
                    groups={groups}
                    choice={isChoosing ? { isChosen: chosen.has(book.bookId), onToggle: () => toggle(book) } : undefined}
                  />
                </li>
              ))}
            </ul>
          )}
          {isChoosing ? (
            <ShelfBar
              chosen={shown.filter(({ bookId }) => chosen.has(bookId))}
              groups={groups}
              ownedIds={ownedIds}
              onAll={() => setChosen(new Set(shown.map(({ bookId }) => bookId)))}
              onDone={endChoosing}
            />
          ) : null}
        </section>
      )}
    </>
  );
};

export const Component = () => (
  <BookshelfFrame>
    <DeviceNote />
    <Shelf />
  </BookshelfFrame>
);
