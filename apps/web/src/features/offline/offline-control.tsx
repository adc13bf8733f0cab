/** Downloads one book to this device, shows the progress, and pauses, continues or removes it. */
import { IconDownload } from '@shufang/icons';
import { buttonClass, Cluster, ConfirmDialog, ProgressLine, Row, Text, TextButton } from '@shufang/ui';
import { useState } from 'react';
import { offlineText } from '../../platform/messages/zh-cn/offline.ts';
import type { OfflineBookEntry } from '../../platform/storage/reader-database.ts';
import { useOwner } from '../../platform/storage/use-owner.ts';
import { lacksKeyStore } from './can-store-books.ts';
import { DownloadDialog } from './download-dialog.tsx';
import { pauseDownload, startDownload, useDownloadProgress } from './download-queue.ts';
import styles from './offline-control.module.css';
import { removeOfflineBook } from './remove-offline-book.ts';
import { useOfflineBooks } from './use-offline-books.ts';

interface ControlProps {
  readonly bookId: string;
  readonly title: string;
}

interface ActionProps {
  readonly label: string;
  readonly name: string;
  readonly onPress: () => void;
}

const Action = ({ label, name, onPress }: ActionProps) => (
  <TextButton aria-label={name} onClick={onPress} flush>
    {label}
  </TextButton>
);

const Progress = ({ book }: { book: OfflineBookEntry }) => {
  const live = useDownloadProgress();
  const stored = live.bookId === book.bookId ? live.bytes : book.storedBytes;
  const ratio = book.bytes === 0 ? 0 : stored / book.bytes;
  return (
    <Row gap={8} align="center" size={13} tone="soft" tabular className={styles.progress}>
      <ProgressLine value={ratio} />
      <span role="status">{offlineText.progress(stored, book.bytes)}</span>
    </Row>
  );
};

const statusOf = (book: OfflineBookEntry): string | undefined => {
  if (book.state === 'ready' && book.nextLeaseId !== undefined) return offlineText.updating;
  if (book.state === 'ready') return book.lease === undefined ? undefined : offlineText.ready(book.bytes, book.lease.expiresAt);
  return book.state === 'failed' || book.state === 'ended' ? book.reason : (book.reason ?? offlineText.states[book.state]);
};

const CONTINUE_LABELS = { paused: offlineText.resume, failed: offlineText.again, ended: offlineText.downloadAgain };

const StoredBook = ({ book }: { book: OfflineBookEntry }) => {
  const { owner, bookId, title, state } = book;
  const [isRemoving, setRemoving] = useState(false);
  const [hasFailed, setFailed] = useState(false);
  const remove = async (): Promise<void> => {
    setRemoving(false);
    try {
      await removeOfflineBook(book);
    } catch (error) {
      setFailed(true);
      reportError(error);
    }
  };
  const isBusy = state === 'downloading' || state === 'waiting';
  return (
    <section className={styles.box} aria-label={offlineText.region(title)} data-state={state}>
      <Cluster gap={[4, 16]} align="center">
        <Text as="p" size={14} tone={state === 'failed' || state === 'ended' ? 'accent' : 'soft'} role="status">
          {hasFailed ? offlineText.removeFailed : statusOf(book)}
        </Text>
        {state === 'downloading' || state === 'paused' ? <Progress book={book} /> : null}
        <Row gap={16} align="center">
          {isBusy ? (
            <Action label={offlineText.pause} name={offlineText.pauseOf(title)} onPress={() => void pauseDownload(owner, bookId)} />
          ) : null}
          {state === 'paused' || state === 'failed' || state === 'ended' ? (
            <Action
              label={CONTINUE_LABELS[state]}
              name={state === 'paused' ? offlineText.resumeOf(title) : offlineText.againOf(title)}
              onPress={() => void startDownload(owner, bookId, title)}
            />
          ) : null}
          {state === 'ended' ? (
            <Action label={offlineText.dismiss} name={offlineText.dismissOf(title)} onPress={() => void remove()} />
          ) : (
            <Action label={offlineText.remove} name={offlineText.removeOf(title)} onPress={() => setRemoving(true)} />
          )}
        </Row>
      </Cluster>
      {isRemoving ? (
        <ConfirmDialog
          title={offlineText.removeTitle}
          confirmLabel={offlineText.remove}
          cancelLabel={offlineText.cancel}
          isDestructive
          onConfirm={() => void remove()}
          onClose={() => setRemoving(false)}
        >
          <p>{offlineText.removeHint(title)}</p>
        </ConfirmDialog>
      ) : null}
    </section>
  );
};

/** The control of a book that the user may read completely. */
export const OfflineControl = ({ bookId, title }: ControlProps) => {
  const owner = useOwner();
  const books = useOfflineBooks();
  const [isAsking, setAsking] = useState(false);
  if (lacksKeyStore())
    return (
      <Text as="p" size={14} tone="soft">
        {offlineText.noKeyStore}
      </Text>
    );
  if (books === undefined) return null;
  const book = books.get(bookId);
  if (book !== undefined) return <StoredBook book={book} />;
  return (
    <>
      <button type="button" className={buttonClass('plain')} aria-label={offlineText.downloadOf(title)} onClick={() => setAsking(true)}>
        <IconDownload size={18} stroke={1.6} aria-hidden />
        {offlineText.download}
      </button>
      {isAsking ? (
        <DownloadDialog
          bookId={bookId}
          title={title}
          onStart={() => {
            setAsking(false);
            void startDownload(owner, bookId, title);
          }}
          onClose={() => setAsking(false)}
        />
      ) : null}
    </>
  );
};
