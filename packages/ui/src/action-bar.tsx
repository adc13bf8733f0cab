/** A bar of actions for the selected items of a screen, at the bottom of the content, above the navigation. */
import type { ReactNode } from 'react';
import styles from './action-bar.module.css';

interface ActionBarProps {
  /** Accessible name of the group of buttons. */
  readonly label: string;
  /** Text with the number of selected items; announced when it changes. */
  readonly summary: string;
  readonly children: ReactNode;
}

export const ActionBar = ({ label, summary, children }: ActionBarProps) => (
  <div className={styles.bar}>
    <span className={styles.summary} role="status">
      {summary}
    </span>
    <div className={styles.actions} role="group" aria-label={label}>
      {children}
    </div>
  </div>
);
