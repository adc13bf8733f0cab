/** `/bookshelf/collection`: favorite books and collections, from the device's database. */

import type { BookStatusCard, CollectionCard, FavoriteRecord, ShelfGroupRecord } from '@shufang/contract';
import { favoriteTarget } from '@shufang/contract';
import { Block, buttonClass, Cluster, EmptyState, Row, Text } from '@shufang/ui';
import { useState } from 'react';
import { Link, useSearchParams } from 'react-router';
import { useBookCards, useCollectionCards } from '../../../features/bookshelf/queries.ts';
import { useShelf, useShelfActions } from '../../../features/bookshelf/use-shelf.ts';
import { BookCover } from '../../../features/catalog/book-cover.tsx';
import { BookSkeleton } from '../../../features/catalog/book-skeleton.tsx';
import { CollectionPicture } from '../../../features/catalog/collection-picture.tsx';
import { chineseDates } from '../../../platform/chinese-dates.ts';
import { broadcast } from '../../../platform/events/broadcasts.ts';
import { bookshelfText } from '../../../platform/messages/zh-cn/bookshelf.ts';
import { catalogText } from '../../../platform/messages/zh-cn/catalog.ts';
import { publicOrigin } from '../../../platform/public-origin.ts';
import { BookshelfFrame, DeviceNote, FreshnessNote, NothingCached } from './bookshelf-tabs.tsx';
import { GroupNav } from './group-nav.tsx';
import { containsText, type ListSort, ListTools, useListChoices } from './list-tools.tsx';
import { MoveDialog, type MoveTarget } from './move-dialog.tsx';
import { ShareList } from './share-list.tsx';
import styles from './shelf-list.module.css';

/** Id in the URL for the favorites that are in no folder. */
const NO_FOLDER = 'none';

/** Returns the id of the folder of a favorite; a favorite whose folder was deleted is in no folder. */
const folderOf = ({ folderId }: FavoriteRecord, folders: readonly ShelfGroupRecord[]): string =>
  folders.some(({ id }) => id === folderId) && folderId !== undefined ? folderId : NO_FOLDER;

const dateFormat = chineseDates({ month: 'long', day: 'numeric' });

interface ActionsProps {
  readonly favorite: FavoriteRecord;
  readonly title: string;
  readonly folders: readonly ShelfGroupRecord[];
}

const Actions = ({ favorite, title, folders }: ActionsProps) => {
  const actions = useShelfActions();
  const [isMoving, setMoving] = useState(false);
  const current = folders.find(({ id }) => id === favorite.folderId);
  const label = bookshelfText.moveToFolder(title);
  const handleRemove = async (): Promise<void> => {
    await actions.setFavorite(favorite.targetType, [{ id: favorite.targetId }], false);
    broadcast('toast', { kind: 'success', text: bookshelfText.done.unfavorite });
  };
  const handleMove = async (target: MoveTarget): Promise<void> => {
    setMoving(false);
    await actions.moveToFolder(favorite, target === undefined ? undefined : (target.id ?? (await actions.createGroup(target.name, true))));
    const text = target === undefined ? bookshelfText.leftFolder : bookshelfText.movedToFolder(target.name);
    broadcast('toast', { kind: 'success', text });
  };
  return (
    <Row gap={8} align="center" flex="none" className={styles.actions}>
      {folders.length === 0 ? null : (
        <button
          type="button"
          className={`${styles.plain} ${styles.folder}`}
          aria-label={current === undefined ? label : bookshelfText.inGroup(label, current.name)}
          onClick={() => setMoving(true)}
        >
          {current?.name ?? bookshelfText.toFolder}
        </button>
      )}
      <button type="button" className={styles.plain} aria-label={bookshelfText.unfavoriteOf(title)} onClick={() => void handleRemove()}>
        {bookshelfText.removeFavorite}
      </button>
      {isMoving ? (
        <MoveDialog
          title={label}
          groups={folders}
          noneLabel={bookshelfText.noFolder}
          newGroup={bookshelfText.groupKinds.folders}
          current={current?.id ?? null}
          onMove={(target) => void handleMove(target)}
          onClose={() => setMoving(false)}
        />
      ) : null}
    </Row>
  );
};

interface RowProps<Card> {
  readonly favorite: FavoriteRecord;
  readonly card: Card | undefined;
  readonly isMissing: boolean;
  readonly folders: readonly ShelfGroupRecord[];
}

const BookRow = ({ favorite, card, isMissing, folders }: RowProps<BookStatusCard>) => {
  const title = card?.book.title ?? (isMissing ? bookshelfText.goneBook : bookshelfText.unknownBook);
  const fallFen = card?.book.accessModel === 'paid' ? (favorite.priceFen ?? 0) - card.book.priceFen : 0;
  const isClosed = isMissing || card?.shelfState === 'offShelf';
  return (
    <Row as="li" gap={20} align="center" className={styles.row} data-closed={isClosed || undefined}>
      <div className={styles.cover}>
        <BookCover book={card?.book ?? { id: favorite.targetId, title, authors: '' }} />
      </div>
      <Block flex={1} minWidth={0} className={styles.text}>
        <Text as="h3" size={17} whiteSpace="nowrap" className={styles.title}>
          {isMissing ? title : <Link to={`/course/info/${favorite.targetId}`}>{title}</Link>}
        </Text>
        <Text as="p" size={14} tone="soft" whiteSpace="nowrap" className={styles.meta}>
          {card?.book.authors}
        </Text>
        <Cluster as="p" size={13} tone="faint" className={styles.facts}>
          <span>{bookshelfText.favoritedAt(dateFormat.format(favorite.addedAt))}</span>
          {card === undefined || isMissing ? null : <span>{card.right.reason}</span>}
          {isMissing ? <span className={styles.warning}>{bookshelfText.goneFavorite}</span> : null}
          {!isMissing && card?.shelfState === 'offShelf' ? <span className={styles.warning}>{bookshelfText.offShelf}</span> : null}
          {fallFen > 0 ? <span className={styles.warning}>{bookshelfText.cheaper((fallFen / 100).toFixed(2))}</span> : null}
        </Cluster>
      </Block>
      <Actions favorite={favorite} title={title} folders={folders} />
    </Row>
  );
};

const CollectionRow = ({ favorite, card, isMissing, folders }: RowProps<CollectionCard>) => {
  const title = card?.title ?? (isMissing ? bookshelfText.goneCollection : bookshelfText.unknownCollection);
  return (
    <Row as="li" gap={20} align="center" className={styles.row} data-closed={isMissing || undefined}>
      <div className={styles.picture}>
        <CollectionPicture {...(card?.picture === undefined ? {} : { picture: card.picture })} books={card?.firstBooks ?? []} />
      </div>
      <Block flex={1} minWidth={0} className={styles.text}>
        <Text as="h3" size={17} whiteSpace="nowrap" className={styles.title}>
          {isMissing || card === undefined ? title : <Link to={`/book/collection/${card.id}`}>{title}</Link>}
        </Text>
        {card === undefined ? null : (
          <Text as="p" size={14} tone="soft" whiteSpace="nowrap" className={styles.meta}>
            {catalogText.kinds[card.kind]} · {catalogText.collectionCount(card.bookCount)}
          </Text>
        )}
        <Cluster as="p" size={13} tone="faint" className={styles.facts}>
          <span>{bookshelfText.favoritedAt(dateFormat.format(favorite.addedAt))}</span>
          {isMissing ? <span className={styles.warning}>{bookshelfText.goneFavorite}</span> : null}
        </Cluster>
      </Block>
      <Actions favorite={favorite} title={title} folders={folders} />
    </Row>
  );
};

const SORTS = ['added', 'title'] as const satisfies readonly ListSort[];

const collator = new Intl.Collator('zh-CN', { numeric: true });

const Favorites = () => {
  const [params] = useSearchParams();
  const choices = useListChoices('/bookshelf/collection', SORTS);
  const [isSharing, setSharing] = useState(false);
  const shelf = useShelf();
  const favorites = shelf?.favorites ?? [];
  const idsOf = (type: FavoriteRecord['targetType']) =>
    favorites.flatMap(({ targetType, targetId }) => (targetType === type ? targetId : []));
  const books = useBookCards(idsOf('book'));
  const collections = useCollectionCards(idsOf('collection'));
  const isWaiting = (books.cards === undefined && !books.isFailed) || (collections.cards === undefined && !collections.isFailed);
  if (shelf === undefined || isWaiting) return <BookSkeleton count={4} />;
  if (favorites.length === 0 && !shelf.hasPulledOnce) return <NothingCached offersRetry />;
  if (favorites.length === 0) {
    return (
      <EmptyState title={bookshelfText.noFavorites}>
        <p>{bookshelfText.noFavoritesHint}</p>
        <Link to="/book/list?source=new" className={buttonClass()}>
          {bookshelfText.findBooks}
        </Link>
      </EmptyState>
    );
  }
  const { folders } = shelf;
  const kind = favoriteTarget.safeParse(params.get('kind')).data;
  const folder = params.get('folder') ?? undefined;
  const isIn = (favorite: FavoriteRecord, query: string | undefined): boolean =>
    query === undefined || folderOf(favorite, folders) === query;
  const isOfKind = ({ targetType }: FavoriteRecord): boolean => kind === undefined || targetType === kind;
  const searchableText = ({ targetType, targetId }: FavoriteRecord): readonly (string | undefined)[] => {
    const book = targetType === 'book' ? books.cards?.get(targetId)?.book : undefined;
    return [book?.title ?? collections.cards?.get(targetId)?.title, book?.authors];
  };
  const found = favorites.filter(
    (favorite) => isOfKind(favorite) && isIn(favorite, folder) && containsText(searchableText(favorite), choices.text),
  );
  const shown =
    choices.sort === 'title' ? found.toSorted((a, b) => collator.compare(searchableText(a)[0] ?? '', searchableText(b)[0] ?? '')) : found;
  const listEntries = (): string[] =>
    shown.flatMap(({ targetType, targetId }) => {
      const book = targetType === 'book' ? books.cards?.get(targetId)?.book : undefined;
      const collection = targetType === 'collection' ? collections.cards?.get(targetId) : undefined;
      if (book !== undefined) return bookshelfText.listEntry(book.title, book.authors, `${publicOrigin()}/course/info/${book.id}`);
      return collection === undefined
        ? []
        : bookshelfText.listEntry(collection.title, '', `${publicOrigin()}/book/collection/${collection.id}`);
    });
  return (
    <>
      <FreshnessNote {...(books.isFailed ? books : collections)} />
      <ListTools choices={choices} sorts={SORTS} />
      <Cluster as="nav" gap={8} align="center" marginBottom={16} aria-label={bookshelfText.favoriteKindsLabel}>
        {[undefined, ...favoriteTarget.options].map((each) => (
          <Link
            key={each ?? ''}
            to={choices.hrefWith('kind', each)}
            replace
            className={styles.filter}
            aria-current={each === kind ? 'true' : undefined}
          >
            {bookshelfText.favoriteKinds[each ?? 'all']}
          </Link>
        ))}
        <button type="button" className={`${styles.plain} ${styles.copy}`} disabled={shown.length === 0} onClick={() => setSharing(true)}>
          {bookshelfText.shareList}
        </button>
      </Cluster>
      <GroupNav
        kind="folders"
        entries={[
          ...(folders.length > 0 ? [{ id: undefined, name: bookshelfText.allFavorites }] : []),
          ...folders,
          ...(folders.length > 0 ? [{ id: NO_FOLDER, name: bookshelfText.noFolder }] : []),
        ].map(({ id, name }) => ({ id, name, count: favorites.filter((favorite) => isOfKind(favorite) && isIn(favorite, id)).length }))}
        current={folder}
        currentGroup={folders.find(({ id }) => id === folder)}
        hrefOf={(id) => choices.hrefWith('folder', id)}
      />
      {shown.length === 0 ? (
        <EmptyState title={choices.text === '' ? bookshelfText.emptyFolder : bookshelfText.noneFound}>
          <p>{choices.text === '' ? bookshelfText.emptyFolderHint : bookshelfText.noneFoundHint}</p>
          <Link to="/bookshelf/collection" replace className={buttonClass('quiet')}>
            {bookshelfText.showAll}
          </Link>
        </EmptyState>
      ) : (
        <ul>
          {shown.map((favorite) =>
            favorite.targetType === 'book' ? (
              <BookRow
                key={favorite.targetId}
                favorite={favorite}
                card={books.cards?.get(favorite.targetId)}
                isMissing={books.missingIds.has(favorite.targetId)}
                folders={folders}
              />
            ) : (
              <CollectionRow
                key={favorite.targetId}
                favorite={favorite}
                card={collections.cards?.get(favorite.targetId)}
                isMissing={collections.missingIds.has(favorite.targetId)}
                folders={folders}
              />
            ),
          )}
        </ul>
      )}
      {isSharing ? (
        <ShareList
          title={folders.find(({ id }) => id === folder)?.name ?? bookshelfText.myList}
          entries={listEntries()}
          onClose={() => setSharing(false)}
        />
      ) : null}
    </>
  );
};

export const Component = () => (
  <BookshelfFrame>
    <h2 className="visually-hidden">{bookshelfText.favorites}</h2>
    <DeviceNote />
    <Favorites />
  </BookshelfFrame>
);
