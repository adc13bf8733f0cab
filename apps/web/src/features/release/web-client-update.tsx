/** Version and update status of the web client, and the switch to a waiting version on request. */
import { buttonClass, Cluster, Column, Text } from '@shufang/ui';
import { useState } from 'react';
import { activateUpdate, checkForUpdate, useUpdateState } from '../../platform/installed/service-worker.ts';
import { clientsText } from '../../platform/messages/zh-cn/clients.ts';
import { clientVersion } from '../../platform/telemetry/client-version.ts';
import styles from './release.module.css';

/** `waiting`: number of changes on this device that are not pushed yet. */
export const WebClientUpdate = ({ waiting }: { waiting: number }) => {
  const { phase, newVersion } = useUpdateState();
  const [isChecking, setChecking] = useState(false);
  const [isChanging, setChanging] = useState(false);
  const handleChange = (): void => {
    setChanging(true);
    activateUpdate();
  };
  const handleCheck = async (): Promise<void> => {
    setChecking(true);
    await checkForUpdate();
    setChecking(false);
  };
  return (
    <Column gap={10} align="start" className={styles.web}>
      <p className={styles.name}>{clientsText.currentVersion(clientVersion())}</p>
      <Cluster as="p" gap={[4, 12]} align="baseline" className={styles.phase} role="status" data-phase={phase}>
        {clientsText.phases[phase]}
        {newVersion === undefined ? null : (
          <Text size={14} tone="soft" className={styles.hint}>
            {clientsText.newVersion(newVersion)}
          </Text>
        )}
      </Cluster>
      {phase === 'downloading' ? <progress className={styles.progress} aria-label={clientsText.phases.downloading} /> : null}
      {phase === 'downloadComplete' ? (
        <>
          {waiting > 0 ? (
            <Text as="p" size={14} tone="soft" className={styles.hint}>
              {clientsText.waitingWork(waiting)}
            </Text>
          ) : null}
          <p>
            <button type="button" className={buttonClass()} disabled={isChanging} onClick={handleChange}>
              {isChanging ? clientsText.updating : clientsText.update}
            </button>
          </p>
          <Text as="p" size={14} tone="soft" className={styles.hint}>
            {clientsText.updateHint}
          </Text>
        </>
      ) : null}
      {phase === 'current' || phase === 'error' ? (
        <p>
          <button type="button" className={buttonClass('quiet')} disabled={isChecking} onClick={() => void handleCheck()}>
            {clientsText.check}
          </button>
        </p>
      ) : null}
    </Column>
  );
};
