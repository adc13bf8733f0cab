/** `/book/collection/:id`: books that editors put together, with their notes. */
import type { CollectionItem } from '@shufang/contract';
import { buttonClass, EmptyState, Page, Phrases, Section } from '@shufang/ui';
import { useSuspenseQuery } from '@tanstack/react-query';
import { lazy, Suspense, useState } from 'react';
import { Link, useParams } from 'react-router';
import { useShelf, useShelfVerbs } from '../../features/bookshelf/use-shelf.ts';
import { BookCover } from '../../features/catalog/book-cover.tsx';
import { bookListAddress } from '../../features/catalog/book-list-choices.ts';
import { CollectionCards } from '../../features/catalog/collection-card.tsx';
import { CollectionPicture } from '../../features/catalog/collection-picture.tsx';
import { mainWayOfCollection } from '../../features/catalog/main-way.ts';
import { collectionQuery } from '../../features/catalog/queries.ts';
import { BundleBox } from '../../features/orders/bundle-box.tsx';
import { useIsBundleSold } from '../../features/orders/use-is-bundle-sold.ts';
import { chineseDates } from '../../platform/chinese-dates.ts';
import { broadcast } from '../../platform/events/broadcasts.ts';
import { bookshelfText } from '../../platform/messages/zh-cn/bookshelf.ts';
import { catalogText } from '../../platform/messages/zh-cn/catalog.ts';
import { useDocumentTitle } from '../../platform/title/use-document-title.ts';
import styles from './book-collection-screen.module.css';

const dateFormat = chineseDates({ year: 'numeric', month: 'long', day: 'numeric' });

const tell = (text: string): void => broadcast('toast', { kind: 'success', text });

const ShareDialog = lazy(async () => ({ default: (await import('../../features/catalog/share-dialog.tsx')).ShareDialog }));

const Share = ({ id, title }: { id: string; title: string }) => {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <button type="button" className={buttonClass('quiet')} onClick={() => setOpen(true)}>
        {catalogText.share}
      </button>
      {isOpen ? (
        <Suspense fallback={null}>
          <ShareDialog
            title={title}
            target={{ targetType: 'collection', targetId: id }}
            path={`/book/collection/${id}`}
            onClose={() => setOpen(false)}
          />
        </Suspense>
      ) : null}
    </>
  );
};

const Item = ({ item: { book, right, isListed, note } }: { item: CollectionItem }) => {
  const mayOpen = isListed || right.kind !== 'none';
  return (
    <li className={styles.item} data-closed={!mayOpen || undefined}>
      <div className={styles.itemCover}>
        <BookCover book={book} />
      </div>
      <div className={styles.itemText}>
        <h3 className={styles.itemTitle}>{mayOpen ? <Link to={`/course/info/${book.id}`}>{book.title}</Link> : book.title}</h3>
        <p className={styles.meta}>{[book.authors, book.publisher].filter((part) => part !== undefined && part !== '').join(' · ')}</p>
        {note === '' ? null : <p className={styles.note}>{note}</p>}
        <p className={styles.meta}>{isListed ? right.reason : `${catalogText.offShelf} · ${right.reason}`}</p>
      </div>
    </li>
  );
};

export const Component = () => {
  const { id = '' } = useParams();
  const { collection, curator, updatedAt, items, totals, related } = useSuspenseQuery(collectionQuery(id)).data;
  useDocumentTitle(collection.title);
  const shelf = useShelf();
  const verbs = useShelfVerbs();
  const isFavorite = shelf?.favorites.some(({ targetType, targetId }) => targetType === 'collection' && targetId === id) ?? false;
  const listed = items.filter((item) => item.isListed).map(({ book }) => book.id);
  const mainWay = mainWayOfCollection(useIsBundleSold(id, items.length > 0));
  const isOnShelf = listed.length > 0 && listed.every((bookId) => shelf?.items.get(bookId)?.onShelf === true);
  const handleFavorite = async (): Promise<void> => {
    await verbs.setFavorite('collection', [{ id }], !isFavorite);
    tell(isFavorite ? bookshelfText.done.unfavorite : bookshelfText.done.favoriteCollection);
  };
  const handleShelf = async (): Promise<void> => {
    await verbs.addToShelf(listed);
    tell(bookshelfText.done.added(listed.length));
  };
  return (
    <Page>
      <header className={styles.top}>
        <div className={styles.picture}>
          <CollectionPicture {...(collection.picture === undefined ? {} : { picture: collection.picture })} books={collection.firstBooks} />
        </div>
        <div className={styles.words}>
          <p className={styles.kind}>{catalogText.kinds[collection.kind]}</p>
          <h1 className={styles.title}>
            <Phrases text={collection.title} />
          </h1>
          <p className={styles.meta}>
            {[...(curator === '' ? [] : [catalogText.curator(curator)]), catalogText.updated(dateFormat.format(updatedAt))].join(' · ')}
          </p>
          {collection.intro === ''
            ? null
            : collection.intro.split(/\n+/).map((paragraph, index) => (
                <p key={`${index}${paragraph.slice(0, 8)}`} className={styles.intro}>
                  {paragraph}
                </p>
              ))}
          <p className={styles.totals}>{catalogText.totals(totals)}</p>
          <div className={styles.actions}>
            {listed.length === 0 ? null : (
              <button
                type="button"
                className={buttonClass(mainWay === 'shelf' ? 'main' : 'quiet')}
                disabled={shelf === undefined || isOnShelf}
                onClick={() => void handleShelf()}
              >
                {isOnShelf ? bookshelfText.isOnShelf : catalogText.addAllToShelf}
              </button>
            )}
            <button
              type="button"
              className={buttonClass('quiet')}
              aria-pressed={isFavorite}
              disabled={shelf === undefined}
              onClick={() => void handleFavorite()}
            >
              {isFavorite ? bookshelfText.isFavorite : bookshelfText.addFavorite}
            </button>
            <Share id={id} title={collection.title} />
          </div>
          {items.length === 0 ? null : <BundleBox collectionId={id} isMain={mainWay === 'buy'} />}
        </div>
      </header>
      {items.length === 0 ? (
        <EmptyState title={catalogText.collectionEmpty}>
          <p>{catalogText.collectionEmptyHint}</p>
          <Link to="/course/list" className={buttonClass('quiet')}>
            {catalogText.browseAll}
          </Link>
        </EmptyState>
      ) : (
        <Section
          title={catalogText.collectionBooks}
          more={
            <Link to={bookListAddress({ source: 'collection', id })} className={styles.more}>
              {catalogText.openAsList}
            </Link>
          }
        >
          <ol>
            {items.map((item) => (
              <Item key={item.book.id} item={item} />
            ))}
          </ol>
        </Section>
      )}
      {related.length === 0 ? null : (
        <Section title={catalogText.related}>
          <CollectionCards items={related} />
        </Section>
      )}
    </Page>
  );
};
