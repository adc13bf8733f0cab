/** The user's uploaded files: download, and delete unless in use. */
import { deleteFile, LIMITS, type ListedFile, listFiles } from '@shufang/contract';
import { Block, buttonClass, Cluster, ConfirmDialog, ModalDialog, RecordList, Row, StateBadge, Text } from '@shufang/ui';
import { useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'react-router';
import { callWithCache } from '../../platform/api/call-with-cache.ts';
import { call } from '../../platform/api/client.ts';
import { chineseDates } from '../../platform/chinese-dates.ts';
import { recordsText } from '../../platform/messages/zh-cn/records.ts';
import { userFilesText as text } from '../../platform/messages/zh-cn/user-files.ts';
import { recordPagesQuery } from '../../platform/records/record-pages-query.ts';
import { useRecordPages } from '../../platform/records/use-record-pages.ts';
import styles from './my-files.module.css';
import { useDownloadFile } from './use-download-file.ts';

const dateFormat = chineseDates({ dateStyle: 'medium', timeStyle: 'short' });

/** Query of the user's files; the last response is cached on the device, so that the list is shown offline too. */
const filesQuery = () =>
  recordPagesQuery(['account', 'files'], ({ cursor }, signal) =>
    callWithCache(listFiles, cursor === undefined ? {} : { after: cursor }, { signal }),
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
        <Row justify="end" marginTop={16}>
          <button type="button" className={buttonClass()} onClick={onClose}>
            {text.close}
          </button>
        </Row>
      </ModalDialog>
    );
  }
  return (
    <ConfirmDialog
      title={text.deleteTitle}
      confirmLabel={text.deleteNow}
      isDestructive
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
    <Cluster as="li" align="start" justify="between" className={styles.file}>
      <div className={styles.about}>
        <Text as="h2" size={16} weight={600} breakWords>
          {file.name}
        </Text>
        <Cluster as="p" gap={[4, 16]} size={14} tone="soft" marginTop={4}>
          <span>{text.kinds[file.kind]}</span>
          <span>{text.size(file.sizeBytes)}</span>
          <time dateTime={new Date(file.createdAt).toISOString()}>{dateFormat.format(file.createdAt)}</time>
        </Cluster>
        {file.uses.length === 0 ? (
          <Cluster as="p" gap={[4, 16]} size={14} tone="soft" marginTop={4}>
            {text.unused}
          </Cluster>
        ) : (
          <Block as="ul" size={14} marginTop={4} className={styles.uses}>
            {file.uses.map((use) => (
              <li key={`${use.kind}${use.name}`}>
                {text.whereOf(use)}
                {use.isHeld ? <StateBadge tone="wait">{text.held}</StateBadge> : null}
              </li>
            ))}
          </Block>
        )}
      </div>
      <Row gap={16} align="center">
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
      </Row>
    </Cluster>
  );
};

const Used = ({ bytes, files }: { bytes: number; files: number }) => (
  <Block size={14} tone="soft" marginBottom={24}>
    <p>{text.used(bytes, LIMITS.userFilesBytes, files)}</p>
    <meter className={styles.meter} aria-label={text.usedLabel} min={0} max={LIMITS.userFilesBytes} value={bytes} />
  </Block>
);

export const MyFiles = () => {
  const query = useInfiniteQuery(filesQuery());
  const pages = useRecordPages(query, recordsText.failed(text.what));
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
