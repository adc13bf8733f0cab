/** Collections as cards: picture, kind, title, number of books. */
import type { CollectionCard } from '@shufang/contract';
import { Text } from '@shufang/ui';
import { Link } from 'react-router';
import { catalogText } from '../../platform/messages/zh-cn/catalog.ts';
import styles from './collection-card.module.css';
import { CollectionPicture } from './collection-picture.tsx';

export const CollectionCards = ({ items }: { items: readonly CollectionCard[] }) => (
  <ul className={styles.grid}>
    {items.map((item) => (
      <li key={item.id} className={styles.card}>
        <div className={styles.picture}>
          <CollectionPicture {...(item.picture === undefined ? {} : { picture: item.picture })} books={item.firstBooks} />
        </div>
        <Text as="p" size={12} tone="faint" marginTop={12}>
          {catalogText.kinds[item.kind]} · {catalogText.collectionCount(item.bookCount)}
        </Text>
        <Text as="h3" stretchedLink className={styles.title}>
          <Link to={`/book/collection/${item.id}`}>{item.title}</Link>
        </Text>
        {item.intro === '' ? null : (
          <Text as="p" size={13} tone="soft" marginTop={4} className={styles.intro}>
            {item.intro}
          </Text>
        )}
      </li>
    ))}
  </ul>
);
