/** A rotating ring that shows that something is loading. With a `label` it is a status for screen readers; without, it is decoration. */
import styles from './loader.module.css';

export const Loader = ({ label }: { label?: string }) =>
  label === undefined ? <span className={styles.loader} /> : <span className={styles.loader} role="status" aria-label={label} />;
