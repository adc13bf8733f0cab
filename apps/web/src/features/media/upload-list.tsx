/** The files that are on their way, with a way to stop each and to send one again. */
import type { ImportJob } from '@shufang/contract';
import { buttonClass } from '@shufang/ui';
import { importText } from '../../platform/messages/zh-cn/import.ts';
import styles from './import-job-card.module.css';
import { dropUpload, repeatUpload, useUploads } from './uploads.ts';

export const UploadList = ({ onCreated }: { onCreated: (job: ImportJob) => void }) => {
  const { uploads } = useUploads();
  return (
    <ul className={styles.list}>
      {uploads.map(({ key, file, state, sent, reason }) => (
        <li key={key} className={styles.card} data-stage={state === 'failed' ? 'failed' : 'queued'}>
          <div className={styles.head}>
            <h3 className={styles.name}>{file.name}</h3>
            <p className={styles.facts}>
              <span>{importText.size(file.size)}</span>
            </p>
          </div>
          {state === 'failed' ? (
            <p className={styles.reason} role="alert">
              {reason}
            </p>
          ) : (
            <div className={styles.progress}>
              <progress aria-label={importText.uploadOf(file.name)} max={1} value={sent} />
              <p className={styles.detail}>{state === 'waiting' ? importText.uploadWaiting : importText.uploading(sent)}</p>
            </div>
          )}
          <div className={styles.actions}>
            {state === 'failed' ? (
              <button type="button" className={buttonClass('quiet')} onClick={() => repeatUpload(key, onCreated)}>
                {importText.uploadAgain}
              </button>
            ) : null}
            <button type="button" className={buttonClass('quiet')} onClick={() => dropUpload(key)}>
              {state === 'failed' ? importText.dismiss : importText.cancelUpload}
            </button>
          </div>
        </li>
      ))}
    </ul>
  );
};
