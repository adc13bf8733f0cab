/** The storage in use, as figures. */
import { Grid, Text } from '@shufang/ui';
import { adminText } from '../../../platform/messages/zh-cn/admin.ts';
import { importText } from '../../../platform/messages/zh-cn/import.ts';
import styles from './storage-use.module.css';

interface StorageFiguresProps {
  readonly use: {
    readonly bookBytes: number;
    readonly userFileBytes: number;
    readonly databaseBytes: number;
    readonly freeBytes?: number | undefined;
  };
}

export const StorageFigures = ({ use: { bookBytes, userFileBytes, databaseBytes, freeBytes } }: StorageFiguresProps) => {
  const figures = [
    [adminText.storage.books, bookBytes],
    [adminText.storage.userFiles, userFileBytes],
    [adminText.storage.database, databaseBytes],
    ...(freeBytes === undefined ? [] : [[adminText.storage.free, freeBytes] as const]),
  ] as const;
  return (
    <Grid as="dl" gap={16} className={styles.figures}>
      {figures.map(([name, bytes]) => (
        <div key={name} className={styles.figure}>
          <Text as="dt" size={13} tone="soft">
            {name}
          </Text>
          <Text as="dd" size={20} weight={700} serif tabular>
            {importText.size(bytes)}
          </Text>
        </div>
      ))}
    </Grid>
  );
};
