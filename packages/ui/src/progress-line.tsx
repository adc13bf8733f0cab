import styles from './progress-line.module.css';

/** A thin line that shows a part of a whole, from 0 to 1. Not announced: the text beside it states the same. */
export const ProgressLine = ({ value }: { value: number }) => (
  <span className={styles.line} aria-hidden="true">
    <span style={{ width: `${Math.round(value * 100)}%` }} />
  </span>
);
