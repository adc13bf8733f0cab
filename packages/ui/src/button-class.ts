import styles from './button.module.css';

/** Returns the CSS class of a button, for buttons and for links that look like the primary action. */
export const buttonClass = (kind: 'main' | 'quiet' = 'main'): string => `${styles.button} ${styles[kind]}`;
