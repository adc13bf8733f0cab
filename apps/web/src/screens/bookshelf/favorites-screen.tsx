/** `/bookshelf/collection`: favourites, of books and of collections, from what is on the device. */
import type { CollectionCard, FavoriteRecord, StandingCard } from '@shufang/contract';
import { favoriteTarget } from '@shufang/contract';
import { buttonClass, EmptyState } from '@shufang/ui';
import { Link, useSearchParams } from 'react-router';
import { useCollectionCards, useStandingCards } from '../../features/bookshelf/queries.ts';
import { useShelf, useShelfVerbs } from '../../features/bookshelf/use-shelf.ts';
import { BookCover } from '../../features/catalog/book-cover.tsx';
import { BookSkeleton } from '../../features/catalog/book-skeleton.tsx';
import { CollectionPicture } from '../../features/catalog/collection-picture.tsx';
import { broadcast } from '../../platform/events/broadcasts.ts';
import { bookshelfText } from '../../platform/messages/zh-cn/bookshelf.ts';
import { catalogText } from '../../platform/messages/zh-cn/catalog.ts';
import { BookshelfFrame, DeviceNote, FreshnessNote } from './bookshelf-tabs.tsx';
import styles from './shelf-list.module.css';

const dateFormat = new Intl.DateTimeFormat('zh-CN', { month: 'long', day: 'numeric' });

const Remove = ({ favorite, title }: { favorite: FavoriteRecord; title: string }) => {
  const verbs = useShelfVerbs();
  const handleRemove = async (): Promise<void> => {
    await verbs.setFavorite(favorite.targetType, [{ id: favorite.targetId }], false);
    broadcast('toast', { kind: 'success', text: bookshelfText.done.unfavorite });
  };
  return (
    <div className={styles.actions}>
      <button type="button" className={styles.plain} aria-label={bookshelfText.unfavoriteOf(title)} onClick={() => void handleRemove()}>
        {bookshelfText.removeFavorite}
      </button>
    </div>
  );
};

const BookRow = ({ favorite, card, isGone }: { favorite: FavoriteRecord; card: StandingCard | undefined; isGone: boolean }) => {
  const title = card?.book.title ?? (isGone ? bookshelfText.goneBook : bookshelfText.unknownBook);
  const fallFen = card?.book.accessModel === 'paid' ? (favorite.priceFen ?? 0) - card.book.priceFen : 0;
  const isClosed = isGone || card?.shelfState === 'offShelf';
  return (
    <li className={styles.row} data-closed={isClosed || undefined}>
      <div className={styles.cover}>
        <BookCover book={card?.book ?? { id: favorite.targetId, title, authors: '' }} />
      </div>
      <div className={styles.text}>
        <h3 className={styles.title}>{isGone ? title : <Link to={`/course/info/${favorite.targetId}`}>{title}</Link>}</h3>
        <p className={styles.meta}>{card?.book.authors}</p>
        <p className={styles.facts}>
          <span>{bookshelfText.favoritedAt(dateFormat.format(favorite.addedAt))}</span>
          {card === undefined || isGone ? null : <span>{card.right.reason}</span>}
          {isGone ? <span className={styles.warning}>{bookshelfText.goneFavorite}</span> : null}
          {fallFen > 0 ? <span className={styles.warning}>{bookshelfText.cheaper((fallFen / 100).toFixed(2))}</span> : null}
        </p>
      </div>
      <Remove favorite={favorite} title={title} />
    </li>
  );
};

const CollectionRow = ({ favorite, card, isGone }: { favorite: FavoriteRecord; card: CollectionCard | undefined; isGone: boolean }) => {
  const title = card?.title ?? bookshelfText.goneCollection;
  return (
    <li className={styles.row} data-closed={isGone || undefined}>
      <div className={styles.picture}>
        <CollectionPicture {...(card?.picture === undefined ? {} : { picture: card.picture })} books={card?.firstBooks ?? []} />
      </div>
      <div className={styles.text}>
        <h3 className={styles.title}>{isGone || card === undefined ? title : <Link to={`/book/collection/${card.id}`}>{title}</Link>}</h3>
        {card === undefined ? null : (
          <p className={styles.meta}>
            {catalogText.kinds[card.kind]} · {catalogText.collectionCount(card.bookCount)}
          </p>
        )}
        <p className={styles.facts}>
          <span>{bookshelfText.favoritedAt(dateFormat.format(favorite.addedAt))}</span>
          {isGone ? <span className={styles.warning}>{bookshelfText.goneFavorite}</span> : null}
        </p>
      </div>
      <Remove favorite={favorite} title={title} />
    </li>
  );
};

const Favorites = () => {
  const [params] = useSearchParams();
  const shelf = useShelf();
  const favorites = shelf?.favorites ?? [];
  const idsOf = (type: FavoriteRecord['targetType']) =>
    favorites.flatMap(({ targetType, targetId }) => (targetType === type ? targetId : []));
  const books = useStandingCards(idsOf('book'));
  const collections = useCollectionCards(idsOf('collection'));
  const isWaiting = (books.cards === undefined && !books.isFailed) || (collections.cards === undefined && !collections.isFailed);
  if (shelf === undefined || isWaiting) return <BookSkeleton count={4} />;
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
  const kind = favoriteTarget.safeParse(params.get('kind')).data;
  return (
    <>
      <FreshnessNote {...(books.isFailed ? books : collections)} />
      <nav className={styles.filters} aria-label={bookshelfText.favoriteKindsLabel}>
        {[undefined, ...favoriteTarget.options].map((each) => (
          <Link
            key={each ?? ''}
            to={each === undefined ? '/bookshelf/collection' : `/bookshelf/collection?kind=${each}`}
            replace
            className={styles.filter}
            aria-current={each === kind ? 'true' : undefined}
          >
            {bookshelfText.favoriteKinds[each ?? 'all']}
          </Link>
        ))}
      </nav>
      <ul>
        {favorites
          .filter(({ targetType }) => kind === undefined || targetType === kind)
          .map((favorite) =>
            favorite.targetType === 'book' ? (
              <BookRow
                key={favorite.targetId}
                favorite={favorite}
                card={books.cards?.get(favorite.targetId)}
                isGone={books.gone.has(favorite.targetId)}
              />
            ) : (
              <CollectionRow
                key={favorite.targetId}
                favorite={favorite}
                card={collections.cards?.get(favorite.targetId)}
                isGone={collections.gone.has(favorite.targetId)}
              />
            ),
          )}
      </ul>
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
