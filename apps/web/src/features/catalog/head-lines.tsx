/** Links in the header of a book's page: its rating, and its version with the date. Each opens its tab. */
import { Cluster } from '@shufang/ui';
import { chineseDates } from '../../platform/chinese-dates.ts';
import { bookPageText as text } from '../../platform/messages/zh-cn/book-page.ts';
import { starsText } from '../../platform/messages/zh-cn/stars.ts';
import type { BookInfo } from './book-facts.tsx';
import styles from './head-lines.module.css';
import { StarLine } from './stars.tsx';

const dateFormat = chineseDates({ year: 'numeric', month: 'long', day: 'numeric', timeZone: 'Asia/Shanghai' });

interface HeadLinesProps {
  readonly info: BookInfo;
  readonly onRatings: () => void;
  readonly onChanges: () => void;
}

export const HeadLines = ({ info: { rating, versionNo, updatedAt }, onRatings, onChanges }: HeadLinesProps) => (
  <Cluster marginTop={8} className={styles.lines}>
    {rating === undefined ? null : (
      <button type="button" className={styles.line} onClick={onRatings}>
        <StarLine stars={rating.mean} />
        <span>{starsText.mean(rating.mean)}</span>
        <span className={styles.text}>{starsText.count(rating.count)}</span>
      </button>
    )}
    <button type="button" className={styles.line} onClick={onChanges}>
      <span className={styles.text}>
        {versionNo === 1 ? text.firstRelease(dateFormat.format(updatedAt)) : text.lastUpdate(versionNo, dateFormat.format(updatedAt))}
      </span>
    </button>
  </Cluster>
);
