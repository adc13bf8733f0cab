/** Offers a person who has just signed in the marks, and the shelf, made on this device before. */
import { Button } from '@mantine/core';
import { useLiveQuery } from 'dexie-react-hooks';
import { useState } from 'react';
import { syncText } from '../../platform/messages/zh-cn/sync.ts';
import { useSession } from '../../platform/session/session.ts';
import { adoptAnonymous, countAnonymousThings } from '../../platform/storage/adopt-anonymous.ts';
import { readerDatabase } from '../../platform/storage/reader-database.ts';
import styles from './sync.module.css';

export const AdoptOffer = () => {
  const owner = useSession((session) => session.userId);
  const things = useLiveQuery(() => countAnonymousThings(readerDatabase()), []);
  const [isPutOff, setPutOff] = useState(false);
  if (owner === undefined || things === undefined || things.marks + things.books === 0 || isPutOff) return null;
  return (
    <div className={styles.offer} role="status">
      <span>{syncText.adoptOffer(things)}</span>
      <Button size="xs" onClick={() => void adoptAnonymous(readerDatabase(), owner)}>
        {syncText.adopt}
      </Button>
      <Button size="xs" variant="subtle" onClick={() => setPutOff(true)}>
        {syncText.adoptLater}
      </Button>
    </div>
  );
};
