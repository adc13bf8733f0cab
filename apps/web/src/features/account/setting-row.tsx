/** One line of a person's settings: what it is, how it stands, and what can be done about it. */
import type { ReactNode } from 'react';
import styles from './user-center.module.css';

interface SettingRowProps {
  readonly name: string;
  readonly value?: string | undefined;
  readonly hint?: string | undefined;
  /** The actions at the end of the line. */
  readonly children?: ReactNode;
}

export const SettingRow = ({ name, value, hint, children }: SettingRowProps) => (
  <div className={styles.row}>
    <h3 className={styles.rowName}>{name}</h3>
    <div className={styles.rowText}>
      {value === undefined ? null : <p>{value}</p>}
      {hint === undefined ? null : <p className={styles.hint}>{hint}</p>}
    </div>
    {children === undefined ? null : <div className={styles.rowActions}>{children}</div>}
  </div>
);
