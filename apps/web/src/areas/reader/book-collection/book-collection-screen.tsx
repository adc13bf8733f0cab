/** `/book/collection/:id`: a collection of books with the editors' notes. */
import type { CollectionItem } from '@shufang/contract';
import { Block, buttonClass, Cluster, Column, EmptyState, Page, Phrases, Row, Section, Text } from '@shufang/ui';
import { useSuspenseQuery } from '@tanstack/react-query';
import { lazy, Suspense, useState } from 'react';
import { Link, useParams } from 'react-router';
import { useShelf, useShelfActions } from '../../../features/bookshelf/use-shelf.ts';
import { BookCover } from '../../../features/catalog/book-cover.tsx';
import { bookListAddress } from '../../../features/catalog/book-list-choices.ts';
import { CollectionCards } from '../../../features/catalog/collection-card.tsx';
import { CollectionPicture } from '../../../features/catalog/collection-picture.tsx';
import { mainWayOfCollection } from '../../../features/catalog/main-way.ts';
import { collectionQuery } from '../../../features/catalog/queries.ts';
import { BundleBox } from '../../../features/orders/bundle-box.tsx';
import { useIsBundleSold } from '../../../features/orders/use-is-bundle-sold.ts';
import { chineseDates } from '../../../platform/chinese-dates.ts';
import { broadcast } from '../../../platform/events/broadcasts.ts';
import { bookshelfText } from '../../../platform/messages/zh-cn/bookshelf.ts';
import { catalogText } from '../../../platform/messages/zh-cn/catalog.ts';
import { useDocumentTitle } from '../../../platform/title/use-document-title.ts';
import styles from './book-collection-screen.module.css';

const dateFormat = chineseDates({ year: 'numeric', month: 'long', day: 'numeric' });

const showToast = (text: string): void => broadcast('toast', { kind: 'success', text });

const ShareDialog = lazy(async () => ({ default: (await import('../../../features/catalog/share-dialog.tsx')).ShareDialog }));

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
    <Row as="li" gap={24} className={styles.item} data-closed={!mayOpen || undefined}>
      <div className={styles.itemCover}>
        <BookCover book={book} />
      </div>
      <Block minWidth={0}>
        <Text as="h3" stretchedLink className={styles.itemTitle}>
          {mayOpen ? <Link to={`/course/info/${book.id}`}>{book.title}</Link> : book.title}
        </Text>
        <Text as="p" size={13} tone="faint" marginTop={4}>
          {[book.authors, book.publisher].filter((part) => part !== undefined && part !== '').join(' · ')}
        </Text>
        {note === '' ? null : (
          <Text as="p" tone="soft" marginTop={8} className={styles.note}>
            {note}
          </Text>
        )}
        <Text as="p" size={13} tone="faint" marginTop={4}>
          {isListed ? right.reason : `${catalogText.offShelf} · ${right.reason}`}
        </Text>
      </Block>
    </Row>
  );
};

export const Component = () => {
  const { id = '' } = useParams();
  const { collection, curator, updatedAt, items, totals, related } = useSuspenseQuery(collectionQuery(id)).data;
  useDocumentTitle(collection.title, collection.intro);
  const shelf = useShelf();
  const actions = useShelfActions();
  const isFavorite = shelf?.favorites.some(({ targetType, targetId }) => targetType === 'collection' && targetId === id) ?? false;
  const listed = items.filter((item) => item.isListed).map(({ book }) => book.id);
  const mainWay = mainWayOfCollection(useIsBundleSold(id, items.length > 0));
  const isOnShelf = listed.length > 0 && listed.every((bookId) => shelf?.items.get(bookId)?.onShelf === true);
  const handleFavorite = async (): Promise<void> => {
    await actions.setFavorite('collection', [{ id }], !isFavorite);
    showToast(isFavorite ? bookshelfText.done.unfavorite : bookshelfText.done.favoriteCollection);
  };
  const handleShelf = async (): Promise<void> => {
    await actions.addToShelf(listed);
    showToast(bookshelfText.done.added(listed.length));
  };
  return (
    <Page>
      <header className={styles.top}>
        <div className={styles.picture}>
          <CollectionPicture {...(collection.picture === undefined ? {} : { picture: collection.picture })} books={collection.firstBooks} />
        </div>
        <Column align="start">
          <Text as="p" size={12} tone="accent" className={styles.kind}>
            {catalogText.kinds[collection.kind]}
          </Text>
          <h1 className={styles.title}>
            <Phrases text={collection.title} />
          </h1>
          <Text as="p" size={13} tone="faint" marginTop={4}>
            {[...(curator === '' ? [] : [catalogText.curator(curator)]), catalogText.updated(dateFormat.format(updatedAt))].join(' · ')}
          </Text>
          {collection.intro === ''
            ? null
            : collection.intro.split(/\n+/).map((paragraph, index) => (
                <Text key={`${index}${paragraph.slice(0, 8)}`} as="p" tone="soft" marginTop={12} className={styles.intro}>
                  {paragraph}
                </Text>
              ))}
          <Text as="p" size={14} marginTop={16}>
            {catalogText.totals(totals)}
          </Text>
          <Cluster gap={12} marginTop={20}>
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
          </Cluster>
          {items.length === 0 ? null : <BundleBox collectionId={id} isMain={mainWay === 'buy'} />}
        </Column>
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
            <Text to={bookListAddress({ source: 'collection', id })} as={Link} size={14} tone="accent" className={styles.more}>
              {catalogText.openAsList}
            </Text>
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
