/** Offers a user who has just signed in to adopt the annotations and the shelf created anonymously on this device. */
import { Button, Cluster } from '@shufang/ui';
import { useLiveQuery } from 'dexie-react-hooks';
import { useState } from 'react';
import { syncText } from '../../platform/messages/zh-cn/sync.ts';
import { useSession } from '../../platform/session/session.ts';
import { adoptAnonymous, countAnonymousData } from '../../platform/storage/adopt-anonymous.ts';
import { readerDatabase } from '../../platform/storage/reader-database.ts';
import styles from './sync.module.css';

export const AdoptOffer = () => {
  const owner = useSession((session) => session.userId);
  const records = useLiveQuery(() => countAnonymousData(readerDatabase()), []);
  const [isPutOff, setPutOff] = useState(false);
  if (owner === undefined || records === undefined || records.annotations + records.books === 0 || isPutOff) return null;
  return (
    <Cluster gap={8} align="center" size={14} className={styles.offer} role="status">
      <span>{syncText.adoptOffer(records)}</span>
      <Button size="xs" onClick={() => void adoptAnonymous(readerDatabase(), owner)}>
        {syncText.adopt}
      </Button>
      <Button size="xs" variant="text" onClick={() => setPutOff(true)}>
        {syncText.adoptLater}
      </Button>
    </Cluster>
  );
};
