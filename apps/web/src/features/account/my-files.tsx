/** The files one has uploaded: each to be fetched or deleted, unless it is in use. */
import { deleteFile, LIMITS, type ListedFile, listFiles } from '@shufang/contract';
import { buttonClass, ConfirmDialog, ModalDialog, RecordList, StateBadge } from '@shufang/ui';
import { useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'react-router';
import { callOrKept } from '../../platform/api/call-or-kept.ts';
import { call } from '../../platform/api/client.ts';
import { chineseDates } from '../../platform/chinese-dates.ts';
import { deskText } from '../../platform/messages/zh-cn/desk.ts';
import { userFilesText as text } from '../../platform/messages/zh-cn/user-files.ts';
import { recordPagesQuery } from '../../platform/records/record-pages-query.ts';
import { useRecordPages } from '../../platform/records/use-record-pages.ts';
import styles from './my-files.module.css';
import { useDownloadFile } from './use-download-file.ts';

const dateFormat = chineseDates({ dateStyle: 'medium', timeStyle: 'short' });

/** What was seen last stands there without a network too. */
const filesQuery = () =>
  recordPagesQuery(['account', 'files'], ({ cursor }, signal) =>
    callOrKept(listFiles, cursor === undefined ? {} : { after: cursor }, { signal }),
  );

const DeleteDialog = ({ file, onClose }: { file: ListedFile; onClose: () => void }) => {
  const queryClient = useQueryClient();
  const deleting = useMutation({
    mutationFn: () => call(deleteFile, { fileId: file.id }),
    onSettled: async () => {
      await queryClient.invalidateQueries({ queryKey: ['account', 'files'] });
      onClose();
    },
  });
  const held = file.uses.find(({ isHeld }) => isHeld);
  if (held !== undefined) {
    return (
      <ModalDialog title={text.heldTitle} onClose={onClose}>
        <p>{held.kind === 'avatar' ? text.heldAvatar : text.heldLead(text.whereOf(held))}</p>
        <div className={styles.dialogActions}>
          <button type="button" className={buttonClass()} onClick={onClose}>
            {text.close}
          </button>
        </div>
      </ModalDialog>
    );
  }
  return (
    <ConfirmDialog
      title={text.deleteTitle}
      confirmLabel={text.deleteNow}
      cancelLabel={text.cancel}
      isBusy={deleting.isPending}
      onConfirm={() => deleting.mutate()}
      onClose={onClose}
    >
      <p>{text.deleteLead(file.name)}</p>
      {file.uses.length === 0 ? null : <p>{text.deleteUsed(file.uses.map(text.whereOf).join('、'))}</p>}
    </ConfirmDialog>
  );
};

const FileRow = ({ file, onDelete }: { file: ListedFile; onDelete: () => void }) => {
  const { download, isDownloading } = useDownloadFile();
  return (
    <li className={styles.file}>
      <div className={styles.about}>
        <h2 className={styles.name}>{file.name}</h2>
        <p className={styles.facts}>
          <span>{text.kinds[file.kind]}</span>
          <span>{text.size(file.sizeBytes)}</span>
          <time dateTime={new Date(file.createdAt).toISOString()}>{dateFormat.format(file.createdAt)}</time>
        </p>
        {file.uses.length === 0 ? (
          <p className={styles.facts}>{text.unused}</p>
        ) : (
          <ul className={styles.uses}>
            {file.uses.map((use) => (
              <li key={`${use.kind}${use.name}`}>
                {text.whereOf(use)}
                {use.isHeld ? <StateBadge tone="wait">{text.held}</StateBadge> : null}
              </li>
            ))}
          </ul>
        )}
      </div>
      <div className={styles.actions}>
        <button
          type="button"
          className={buttonClass('quiet')}
          aria-label={text.downloadOf(file.name)}
          aria-disabled={isDownloading}
          onClick={() => {
            if (!isDownloading) download(file.id);
          }}
        >
          {text.download}
        </button>
        <button type="button" className={styles.delete} aria-label={text.deleteOf(file.name)} onClick={onDelete}>
          {text.delete}
        </button>
      </div>
    </li>
  );
};

const Used = ({ bytes, files }: { bytes: number; files: number }) => (
  <div className={styles.used}>
    <p>{text.used(bytes, LIMITS.userFilesBytes, files)}</p>
    <meter className={styles.meter} aria-label={text.usedLabel} min={0} max={LIMITS.userFilesBytes} value={bytes} />
  </div>
);

export const MyFiles = () => {
  const query = useInfiniteQuery(filesQuery());
  const pages = useRecordPages(query, deskText.failed(text.what));
  const [deleting, setDeleting] = useState<ListedFile>();
  const first = query.data?.pages[0];
  return (
    <>
      {first === undefined ? null : <Used bytes={first.usedBytes} files={first.usedFiles} />}
      <RecordList
        pages={pages}
        empty={{
          title: text.empty,
          children: (
            <>
              <p>{text.emptyHint}</p>
              <Link to="/user" className={buttonClass('quiet')}>
                {text.toCenter}
              </Link>
            </>
          ),
        }}
      >
        {(files) => (
          <ul>
            {files.map((file) => (
              <FileRow key={file.id} file={file} onDelete={() => setDeleting(file)} />
            ))}
          </ul>
        )}
      </RecordList>
      {deleting === undefined ? null : <DeleteDialog file={deleting} onClose={() => setDeleting(undefined)} />}
    </>
  );
};
