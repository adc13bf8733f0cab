/** Placeholder of a screen while it loads. */
import { shellText } from '../../platform/messages/zh-cn/shell.ts';
import styles from './screen-skeleton.module.css';

export const ScreenSkeleton = () => (
  <div className={styles.screen} role="status" aria-label={shellText.loading}>
    <div className={styles.title} />
    <div className={styles.line} />
    <div className={styles.grid}>
      {Array.from({ length: 6 }, (_, index) => (
        <div key={index} className={styles.cover} />
      ))}
    </div>
  </div>
);
