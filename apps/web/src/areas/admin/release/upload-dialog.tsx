/** Dialog that uploads a signed release and publishes it. The server has verified the signature before the dialog shows anything of it. */
import { publishReleaseUpload, startReleaseUpload } from '@shufang/contract';
import { buttonClass, Cluster, Facts, Loader, LoadFailure, ModalDialog, ProgressLine, Stack, Text } from '@shufang/ui';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useId, useRef, useState } from 'react';
import { ReleaseNotes } from '../../../features/release/release-notes.tsx';
import { call } from '../../../platform/api/client.ts';
import { adminReleasesText as text } from '../../../platform/messages/zh-cn/admin-releases.ts';
import { clientsText } from '../../../platform/messages/zh-cn/clients.ts';
import { recordsText } from '../../../platform/messages/zh-cn/records.ts';
import { nameOfRecord, versionsQuery } from './release-queries.ts';
import { missingFiles, sendRelease, shareOf } from './send-release.ts';

const percentOf = (share: number): number => Math.floor(share * 100);

/** Starts or continues the upload of the chosen files. Returns undefined if there is no `release.json` among them. */
const start = async (files: readonly File[], signal: AbortSignal) => {
  const release = await files.find(({ name }) => name === 'release.json')?.text();
  if (release === undefined) return null;
  const upload = await call(startReleaseUpload, { release }, { signal });
  // The server has parsed and verified this text.
  const { descriptionHtml } = JSON.parse(release) as { descriptionHtml: string };
  return { upload, notes: descriptionHtml };
};

type Started = NonNullable<Awaited<ReturnType<typeof start>>>;

const UploadSteps = ({
  started: { upload, notes },
  files,
  onClose,
  onFailed,
}: {
  started: Started;
  files: readonly File[];
  onClose: () => void;
  /** Called after a failure, to ask the server what it has received. */
  onFailed: () => void;
}) => {
  const queryClient = useQueryClient();
  const [share, setShare] = useState<number>();
  const leaving = useRef<AbortController>(undefined);
  useEffect(() => () => leaving.current?.abort(), []);
  const publishing = useMutation({
    mutationFn: async () => {
      leaving.current = new AbortController();
      await sendRelease(upload, files, { signal: leaving.current.signal, onProgress: setShare });
      setShare(1);
      return call(publishReleaseUpload, { uploadId: upload.uploadId });
    },
    meta: { claims: true },
    onSuccess: (records) => {
      queryClient.setQueryData(versionsQuery().queryKey, records);
      onClose();
    },
    onError: () => {
      setShare(undefined);
      onFailed();
    },
  });
  const missing = missingFiles(upload, files);
  const received = shareOf(upload);
  const shown = share ?? (received > 0 && !upload.isRenewal ? received : undefined);
  const progressText = (): string => {
    if (share === undefined) return text.received(percentOf(received));
    return share < 1 ? text.sent(percentOf(share)) : text.publishing;
  };
  const submitLabel = (): string => {
    if (upload.isRenewal) return text.renew;
    return received > 0 ? text.again : text.publish;
  };
  return (
    <Stack gap={16}>
      <p>{upload.isRenewal ? text.renewal : text.checked}</p>
      <Facts
        items={[
          [text.version, upload.versionCode],
          [text.build, nameOfRecord({ ...upload, versionCode: '' }).trim()],
          [text.keyId, upload.keyId],
          [text.size, clientsText.size(upload.files.reduce((sum, { size }) => sum + size, 0))],
        ]}
      />
      <ReleaseNotes version={upload.versionCode} system={clientsText.buildName(upload.platform, upload.arch)} html={notes} />
      {missing.map(({ name, size }) => (
        <Text as="p" key={name} tone="accent">
          {text.missing(name, clientsText.size(size))}
        </Text>
      ))}
      {missing.length > 0 ? <p>{text.missingHint}</p> : null}
      {shown === undefined ? null : (
        <Stack gap={8}>
          <p role="status">{progressText()}</p>
          <ProgressLine value={shown} />
        </Stack>
      )}
      {publishing.error === null ? null : (
        <Text as="p" role="alert" tone="accent">
          {publishing.error.message}
        </Text>
      )}
      <Cluster gap={12} justify="end">
        <button type="button" className={buttonClass('quiet')} onClick={onClose}>
          {text.cancel}
        </button>
        <button
          type="button"
          className={buttonClass('main')}
          aria-disabled={publishing.isPending || missing.length > 0}
          onClick={() => {
            if (!publishing.isPending && missing.length === 0) publishing.mutate();
          }}
        >
          {submitLabel()}
        </button>
      </Cluster>
    </Stack>
  );
};

const Content = ({ files, onClose }: { files: readonly File[]; onClose: () => void }) => {
  const id = useId();
  const starting = useQuery({
    queryKey: ['release', 'upload', id],
    queryFn: ({ signal }) => start(files, signal),
    gcTime: 0,
    retry: false,
    meta: { claims: true },
  });
  const { data } = starting;
  if (starting.isPending) return <Loader label={text.checking} />;
  if (data === null) return <p>{text.noRelease}</p>;
  if (data === undefined)
    return <LoadFailure text={starting.error?.message ?? ''} retryLabel={recordsText.retry} onRetry={() => void starting.refetch()} />;
  return <UploadSteps started={data} files={files} onClose={onClose} onFailed={() => void starting.refetch()} />;
};

export const UploadDialog = ({ files, onClose }: { files: readonly File[]; onClose: () => void }) => (
  <ModalDialog title={text.title} onClose={onClose}>
    <Content files={files} onClose={onClose} />
  </ModalDialog>
);
