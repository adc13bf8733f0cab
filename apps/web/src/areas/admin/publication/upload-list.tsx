/** The running and failed uploads, each with a button to cancel or retry it. */
import type { ImportJob } from '@shufang/contract';
import { buttonClass, Cluster, Grid, Row, Stack, Text } from '@shufang/ui';
import { importText } from '../../../platform/messages/zh-cn/import.ts';
import styles from './import-job-card.module.css';
import { dropUpload, repeatUpload, useUploads } from './uploads.ts';

export const UploadList = ({ onCreated }: { onCreated: (job: ImportJob) => void }) => {
  const { uploads } = useUploads();
  return (
    <Stack as="ul" gap={16}>
      {uploads.map(({ key, file, state, sent, reason }) => (
        <Stack key={key} as="li" gap={12} className={styles.card} data-stage={state === 'failed' ? 'failed' : 'queued'}>
          <Grid gap={[4, 16]} align="baseline" className={styles.head}>
            <Text as="h3" size={17} breakWords>
              {file.name}
            </Text>
            <Cluster as="p" gap={[0, 16]} size={13} tone="faint" className={styles.facts}>
              <span>{importText.size(file.size)}</span>
            </Cluster>
          </Grid>
          {state === 'failed' ? (
            <Text as="p" size={17} breakWords role="alert">
              {reason}
            </Text>
          ) : (
            <div className={styles.progress}>
              <progress aria-label={importText.uploadOf(file.name)} max={1} value={sent} />
              <Row as="p" gap={16} justify="between" size={13} tone="soft" marginTop={6}>
                {state === 'waiting' ? importText.uploadWaiting : importText.uploading(sent)}
              </Row>
            </div>
          )}
          <Cluster gap={12} className={styles.actions}>
            {state === 'failed' ? (
              <button type="button" className={buttonClass('quiet')} onClick={() => repeatUpload(key, onCreated)}>
                {importText.uploadAgain}
              </button>
            ) : null}
            <button type="button" className={buttonClass('quiet')} onClick={() => dropUpload(key)}>
              {state === 'failed' ? importText.dismiss : importText.cancelUpload}
            </button>
          </Cluster>
        </Stack>
      ))}
    </Stack>
  );
};
