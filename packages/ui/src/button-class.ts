import styles from './button.module.css';

/**
 * Returns the CSS class of a button, for buttons and for links that look like buttons. `danger`: confirms an action that destroys data or
 * takes rights away; `quietDanger`: begins such an action. `plain`: a minor action
 * without a border, one of several beside each other.
 */
export const buttonClass = (kind: 'main' | 'quiet' | 'danger' | 'quietDanger' | 'plain' = 'main'): string =>
  `${styles.button} ${styles[kind]}`;
