/** Fetches a file of one's own by the browser's own download, and says why where it cannot. */
import { useMutation } from '@tanstack/react-query';
import { downloadFile, NoProofError } from '../../platform/api/download.ts';
import { onApiError } from '../../platform/api/on-api-error.ts';
import { broadcast } from '../../platform/events/broadcasts.ts';
import { userCenterText } from '../../platform/messages/zh-cn/user-center.ts';

export const useDownloadFile = () => {
  const { mutate, isPending } = useMutation({
    mutationFn: downloadFile,
    meta: { claims: true },
    onError: (error) => {
      if (error instanceof NoProofError) broadcast('toast', { kind: 'error', text: userCenterText.downloadInsecure });
      else onApiError(error);
    },
  });
  return { download: mutate, isDownloading: isPending };
};
