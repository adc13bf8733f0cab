/** One line of the user's settings: label, current value and actions. */
import { Block, Cluster, Grid, Text } from '@shufang/ui';
import type { ReactNode } from 'react';
import styles from './user-center.module.css';

interface SettingRowProps {
  readonly name: string;
  readonly value?: string | undefined;
  readonly hint?: string | undefined;
  /** The buttons or links at the end of the line. */
  readonly children?: ReactNode;
}

export const SettingRow = ({ name, value, hint, children }: SettingRowProps) => (
  <Grid gap={[4, 16]} align="center" className={styles.row}>
    <Text as="h3" size={15} tone="soft" weight={400} className={styles.rowName}>
      {name}
    </Text>
    <Block minWidth={0} breakWords>
      {value === undefined ? null : <p>{value}</p>}
      {hint === undefined ? null : (
        <Text as="p" size={13} tone="faint">
          {hint}
        </Text>
      )}
    </Block>
    {children === undefined ? null : (
      <Cluster justify="end" className={styles.rowActions}>
        {children}
      </Cluster>
    )}
  </Grid>
);
