/** Says before a download how large the book is, how much space is free, and how long it can be read offline. */
import { getBookPackage, openBook } from '@shufang/contract';
import { ConfirmDialog, Text } from '@shufang/ui';
import { useQuery } from '@tanstack/react-query';
import { ApiError } from '../../platform/api/api-error.ts';
import { call } from '../../platform/api/client.ts';
import { offlineText } from '../../platform/messages/zh-cn/offline.ts';
import { freeSpaceForBooks } from '../../platform/storage/device-books.ts';

const useDownloadSize = (bookId: string) =>
  useQuery({
    queryKey: ['downloadSize', bookId],
    queryFn: async ({ signal }) => {
      const { version } = await call(openBook, { bookId }, { signal });
      const { bytes } = await call(getBookPackage, { bookId, versionId: version.id }, { signal });
      return { bytes, free: await freeSpaceForBooks() };
    },
    gcTime: 0,
    meta: { claims: true },
  });

interface DownloadDialogProps {
  readonly bookId: string;
  readonly title: string;
  readonly onStart: () => void;
  readonly onClose: () => void;
}

export const DownloadDialog = ({ bookId, title, onStart, onClose }: DownloadDialogProps) => {
  const { data, error, isPending, refetch } = useDownloadSize(bookId);
  const isTooLarge = data?.free !== undefined && data.bytes > data.free;
  const hasFailed = error !== null;
  return (
    <ConfirmDialog
      title={offlineText.downloadOf(title)}
      confirmLabel={hasFailed ? offlineText.again : offlineText.start}
      cancelLabel={offlineText.cancel}
      isBusy={isPending || isTooLarge}
      onConfirm={hasFailed ? () => void refetch() : onStart}
      onClose={onClose}
    >
      <div role="status">
        {isPending ? <p>{offlineText.measuring}</p> : null}
        {hasFailed ? <p>{error instanceof ApiError ? error.message : offlineText.failures.store}</p> : null}
        {data === undefined ? null : (
          <>
            <p>{offlineText.size(data.bytes, data.free)}</p>
            {isTooLarge ? (
              <Text as="p" tone="accent">
                {offlineText.tooLarge}
              </Text>
            ) : null}
          </>
        )}
      </div>
      <Text as="p" size={14} tone="soft">
        {offlineText.leaseHint}
      </Text>
    </ConfirmDialog>
  );
};
