/** One line of the account page: the user requests a data export, sees its progress, and downloads it. */
import { exportMyData } from '@shufang/contract';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { call } from '../../platform/api/client.ts';
import { userCenterText } from '../../platform/messages/zh-cn/user-center.ts';
import { dataExportQuery, isBeingPacked } from './profile-queries.ts';
import { SettingRow } from './setting-row.tsx';
import { useDownloadFile } from './use-download-file.ts';
import styles from './user-center.module.css';

export const DataExportRow = () => {
  const queryClient = useQueryClient();
  const { data: copy } = useQuery(dataExportQuery());
  const beginning = useMutation({
    mutationFn: () => call(exportMyData, {}),
    onSuccess: (begun) => queryClient.setQueryData(dataExportQuery().queryKey, begun),
  });
  const { download, isDownloading } = useDownloadFile();
  const packing = isBeingPacked(copy);
  const fileId = copy?.state === 'ready' ? copy.fileId : null;
  const stateText = (): string | undefined => {
    if (copy?.state === 'ready') return userCenterText.exportReady(copy.sizeBytes ?? 0, copy.expiresAt ?? 0);
    if (copy?.state === 'failed') return userCenterText.exportFailed;
    if (copy?.state === 'queued') return userCenterText.exportQueued;
    return packing ? userCenterText.exporting(copy?.progress ?? 0) : undefined;
  };
  return (
    <SettingRow name={userCenterText.exportData} value={stateText()} hint={userCenterText.exportLead}>
      {packing ? (
        <progress className={styles.progress} aria-label={userCenterText.exportLabel} value={copy?.progress ?? 0} />
      ) : (
        <button type="button" className={styles.textButton} disabled={beginning.isPending} onClick={() => beginning.mutate()}>
          {copy ? userCenterText.exportAgain : userCenterText.exportBegin}
        </button>
      )}
      {fileId === null ? null : (
        <button type="button" className={styles.textButton} disabled={isDownloading} onClick={() => download(fileId)}>
          {userCenterText.download}
        </button>
      )}
    </SettingRow>
  );
};
