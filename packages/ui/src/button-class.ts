import styles from './button.module.css';

/** The look of a button, for buttons and for links that act as the main way on. */
export const buttonClass = (kind: 'main' | 'quiet' = 'main'): string => `${styles.button} ${styles[kind]}`;
