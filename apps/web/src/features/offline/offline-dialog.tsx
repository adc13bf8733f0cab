/** The dialog on the reading page: downloads the open book, or shows what is on the device. */
import { ModalDialog } from '@shufang/ui';
import { offlineText } from '../../platform/messages/zh-cn/offline.ts';
import { useOwner } from '../../platform/storage/use-owner.ts';
import { lacksKeyStore } from './can-store-books.ts';
import { DownloadDialog } from './download-dialog.tsx';
import { startDownload } from './download-queue.ts';
import { OfflineControl } from './offline-control.tsx';
import { useOfflineBooks } from './use-offline-books.ts';

interface OfflineDialogProps {
  readonly bookId: string;
  readonly title: string;
  readonly onClose: () => void;
}

export const OfflineDialog = ({ bookId, title, onClose }: OfflineDialogProps) => {
  const owner = useOwner();
  const books = useOfflineBooks();
  if (books === undefined) return null;
  if (!books.has(bookId) && !lacksKeyStore())
    return <DownloadDialog bookId={bookId} title={title} onStart={() => void startDownload(owner, bookId, title)} onClose={onClose} />;
  return (
    <ModalDialog title={offlineText.region(title)} onClose={onClose}>
      <OfflineControl bookId={bookId} title={title} />
    </ModalDialog>
  );
};
