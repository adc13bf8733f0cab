/** Says at every moment where the reader's changes stand; opens the list of those the server refused. */
import { Button } from '@mantine/core';
import { ModalDialog } from '@shufang/ui';
import { IconAlertTriangle, IconCloudCheck, IconCloudOff, IconDeviceFloppy, IconUserOff } from '@tabler/icons-react';
import { useState } from 'react';
import { syncText } from '../../platform/messages/zh-cn/sync.ts';
import { type OutboxEntry, readerDatabase } from '../../platform/storage/reader-database.ts';
import { discardRejected, retryRejected } from './discard-rejected.ts';
import styles from './sync.module.css';
import { type SyncStanding, useSyncState } from './use-sync.ts';

const icons: Record<SyncStanding, typeof IconCloudCheck> = {
  signedOut: IconUserOff,
  offline: IconCloudOff,
  local: IconDeviceFloppy,
  synced: IconCloudCheck,
};

const RejectedItem = ({ entry }: { entry: OutboxEntry }) => (
  <li className={styles.rejected}>
    <strong>{syncText.rejectedWhat[entry.entity]}</strong>
    <p>{entry.message ?? syncText.rejectedUnknown}</p>
    {typeof entry.op.fields.body === 'string' && entry.op.fields.body !== '' && <p className={styles.quote}>{entry.op.fields.body}</p>}
    <div className={styles.choices}>
      <Button size="xs" onClick={() => void retryRejected(readerDatabase(), entry.n)}>
        {syncText.retry}
      </Button>
      <Button size="xs" variant="default" onClick={() => void discardRejected(readerDatabase(), entry.owner, entry.n)}>
        {syncText.discard}
      </Button>
    </div>
  </li>
);

export const SyncStateLine = () => {
  const { standing, rejected } = useSyncState();
  const [isListOpen, setListOpen] = useState(false);
  const Icon = icons[standing];
  return (
    <>
      <span className={styles.line} role="status" title={syncText.standingHint[standing]}>
        <Icon size={16} stroke={1.6} aria-hidden />
        {syncText.standing[standing]}
      </span>
      {rejected.length > 0 && (
        <button type="button" className={styles.alert} onClick={() => setListOpen(true)}>
          <IconAlertTriangle size={16} aria-hidden />
          {syncText.rejectedCount(rejected.length)}
        </button>
      )}
      {isListOpen && rejected.length > 0 && (
        <ModalDialog title={syncText.rejectedTitle} onClose={() => setListOpen(false)}>
          <p>{syncText.rejectedIntro}</p>
          <ul className={styles.list}>
            {rejected.map((entry) => (
              <RejectedItem key={entry.n} entry={entry} />
            ))}
          </ul>
        </ModalDialog>
      )}
    </>
  );
};
