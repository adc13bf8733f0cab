/** Shows the sync status of the reader's changes, and opens the list of rejected changes. */
import { IconAlertTriangle, IconCloudCheck, IconCloudOff, IconDeviceFloppy, IconUserOff } from '@shufang/icons';
import { Block, Button, ModalDialog, Row } from '@shufang/ui';
import { useState } from 'react';
import { syncText } from '../../platform/messages/zh-cn/sync.ts';
import { type OutboxEntry, readerDatabase } from '../../platform/storage/reader-database.ts';
import { discardRejected, retryRejected } from './discard-rejected.ts';
import styles from './sync.module.css';
import { type SyncStatus, useSyncState } from './use-sync.ts';

const icons: Record<SyncStatus, typeof IconCloudCheck> = {
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
    <Row gap={8} marginTop={8}>
      <Button size="xs" onClick={() => void retryRejected(readerDatabase(), entry.n)}>
        {syncText.retry}
      </Button>
      <Button size="xs" variant="quiet" onClick={() => void discardRejected(readerDatabase(), entry.owner, entry.n)}>
        {syncText.discard}
      </Button>
    </Row>
  </li>
);

export const SyncStateLine = () => {
  const { status, rejected } = useSyncState();
  const [isListOpen, setListOpen] = useState(false);
  const Icon = icons[status];
  return (
    <>
      <Row
        as="span"
        gap={4}
        align="center"
        inline
        size={13}
        tone="inherit"
        whiteSpace="nowrap"
        role="status"
        title={syncText.statusHint[status]}
      >
        <Icon size={16} stroke={1.6} aria-hidden />
        {syncText.status[status]}
      </Row>
      {rejected.length > 0 && (
        <button type="button" className={styles.alert} onClick={() => setListOpen(true)}>
          <IconAlertTriangle size={16} aria-hidden />
          {syncText.rejectedCount(rejected.length)}
        </button>
      )}
      {isListOpen && rejected.length > 0 && (
        <ModalDialog title={syncText.rejectedTitle} onClose={() => setListOpen(false)}>
          <p>{syncText.rejectedIntro}</p>
          <Block as="ul" marginTop={12}>
            {rejected.map((entry) => (
              <RejectedItem key={entry.n} entry={entry} />
            ))}
          </Block>
        </ModalDialog>
      )}
    </>
  );
};
