/** What can be done with the things chosen on a screen: a bar at the foot of the content, above the navigation. */
import type { ReactNode } from 'react';
import styles from './action-bar.module.css';

interface ActionBarProps {
  /** Names the group of buttons. */
  readonly label: string;
  /** How many are chosen, in words; read aloud as it changes. */
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
