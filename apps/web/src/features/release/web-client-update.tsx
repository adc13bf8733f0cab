/** How the web client itself stands, and the change-over to a new version when the person says so. */
import { buttonClass } from '@shufang/ui';
import { useState } from 'react';
import { changeOver, checkForUpdate, useUpdateState } from '../../platform/installed/service-worker.ts';
import { clientsText } from '../../platform/messages/zh-cn/clients.ts';
import { clientVersion } from '../../platform/telemetry/client-version.ts';
import styles from './release.module.css';

/** `waiting`: changes on this device that the server does not have yet. */
export const WebClientUpdate = ({ waiting }: { waiting: number }) => {
  const { phase, newVersion } = useUpdateState();
  const [isChecking, setChecking] = useState(false);
  const [isChanging, setChanging] = useState(false);
  const handleChange = (): void => {
    setChanging(true);
    changeOver();
  };
  const handleCheck = async (): Promise<void> => {
    setChecking(true);
    await checkForUpdate();
    setChecking(false);
  };
  return (
    <div className={styles.web}>
      <p className={styles.name}>{clientsText.currentVersion(clientVersion())}</p>
      <p className={styles.phase} role="status" data-phase={phase}>
        {clientsText.phases[phase]}
        {newVersion === undefined ? null : <span className={styles.hint}>{clientsText.newVersion(newVersion)}</span>}
      </p>
      {phase === 'downloading' ? <progress className={styles.progress} aria-label={clientsText.phases.downloading} /> : null}
      {phase === 'downloadComplete' ? (
        <>
          {waiting > 0 ? <p className={styles.hint}>{clientsText.waitingWork(waiting)}</p> : null}
          <p>
            <button type="button" className={buttonClass()} disabled={isChanging} onClick={handleChange}>
              {isChanging ? clientsText.updating : clientsText.update}
            </button>
          </p>
          <p className={styles.hint}>{clientsText.updateHint}</p>
        </>
      ) : null}
      {phase === 'current' || phase === 'error' ? (
        <p>
          <button type="button" className={buttonClass('quiet')} disabled={isChecking} onClick={() => void handleCheck()}>
            {clientsText.check}
          </button>
        </p>
      ) : null}
    </div>
  );
};
