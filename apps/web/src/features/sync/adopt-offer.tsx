/** Offers a person who has just signed in the marks made on this device before. */
import { Button } from '@mantine/core';
import { useLiveQuery } from 'dexie-react-hooks';
import { useState } from 'react';
import { syncText } from '../../platform/messages/zh-cn/sync.ts';
import { useSession } from '../../platform/session/session.ts';
import { adoptAnonymousMarks, countAnonymousMarks } from '../../platform/storage/adopt-anonymous.ts';
import { readerDatabase } from '../../platform/storage/reader-database.ts';
import styles from './sync.module.css';

export const AdoptOffer = () => {
  const owner = useSession((session) => session.userId);
  const count = useLiveQuery(() => countAnonymousMarks(readerDatabase()), []) ?? 0;
  const [isPutOff, setPutOff] = useState(false);
  if (owner === undefined || count === 0 || isPutOff) return null;
  return (
    <div className={styles.offer} role="status">
      <span>{syncText.adoptOffer(count)}</span>
      <Button size="xs" onClick={() => void adoptAnonymousMarks(readerDatabase(), owner)}>
        {syncText.adopt}
      </Button>
      <Button size="xs" variant="subtle" onClick={() => setPutOff(true)}>
        {syncText.adoptLater}
      </Button>
    </div>
  );
};
