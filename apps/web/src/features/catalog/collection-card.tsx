/** Collections as cards: picture, kind, title, how many books. */
import type { CollectionCard } from '@shufang/contract';
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
        <p className={styles.kind}>
          {catalogText.kinds[item.kind]} · {catalogText.collectionCount(item.bookCount)}
        </p>
        <h3 className={styles.title}>
          <Link to={`/book/collection/${item.id}`}>{item.title}</Link>
        </h3>
        {item.intro === '' ? null : <p className={styles.intro}>{item.intro}</p>}
      </li>
    ))}
  </ul>
);
