/** Downloads a user file through the browser. */
import { useMutation } from '@tanstack/react-query';
import { downloadFile } from '../../platform/api/download.ts';

export const useDownloadFile = () => {
  const { mutate, isPending } = useMutation({ mutationFn: downloadFile });
  return { download: mutate, isDownloading: isPending };
};
