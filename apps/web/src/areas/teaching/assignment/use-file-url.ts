/** The address of a file of a response inside this page. */
import { readHandedFile } from '@shufang/contract';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useMemo } from 'react';
import { fetchFile } from '../../../platform/api/fetch-file.ts';
import { useSession } from '../../../platform/session/session.ts';

/** Returns an address of these bytes; undefined without bytes. It is revoked when the component is removed. */
const useBlobUrl = (blob: Blob | undefined): string | undefined => {
  const url = useMemo(() => (blob === undefined ? undefined : URL.createObjectURL(blob)), [blob]);
  useEffect(
    () => () => {
      if (url !== undefined) URL.revokeObjectURL(url);
    },
    [url],
  );
  return url;
};

/** Returns the address of a file, fetched from the server unless its bytes are on the device. */
export const useFileUrl = (
  attemptId: string,
  fileId: string,
  onDevice?: Blob,
): { readonly url: string | undefined; readonly isError: boolean } => {
  const userId = useSession((session) => session.userId);
  const { data, isError } = useQuery({
    queryKey: ['assignmentFile', userId, attemptId, fileId],
    queryFn: () => fetchFile(readHandedFile, { attemptId, fileId }),
    enabled: onDevice === undefined,
    // The bytes of a file never change. An answer that names a new file may reach the server a little later.
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 60_000,
    retry: 3,
  });
  return { url: useBlobUrl(onDevice ?? data), isError };
};
