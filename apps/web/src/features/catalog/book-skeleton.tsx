/** Placeholder for the tiles of books while these are loading; has the same size. */
import { shellText } from '../../platform/messages/zh-cn/shell.ts';
import styles from './book-skeleton.module.css';

export const BookSkeleton = ({ count = 6 }: { count?: number }) => (
  <div className={styles.grid} role="status" aria-label={shellText.loading}>
    {Array.from({ length: count }, (_, index) => (
      <div key={index}>
        <div className={styles.cover} />
        <div className={styles.title} />
        <div className={styles.line} />
      </div>
    ))}
  </div>
);
