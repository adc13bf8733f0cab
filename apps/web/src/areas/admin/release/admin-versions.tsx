/** Admin list of all app versions, with an action to withdraw one. */
import { type AppVersionRecord, LIMITS, withdrawAppVersion } from '@shufang/contract';
import { Block, buttonClass, Cluster, FileButton, type RecordColumn, RecordList, RecordTable, StateBadge, Text } from '@shufang/ui';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../../../platform/api/client.ts';
import { chineseDates } from '../../../platform/chinese-dates.ts';
import { adminText } from '../../../platform/messages/zh-cn/admin.ts';
import { adminReleasesText } from '../../../platform/messages/zh-cn/admin-releases.ts';
import { recordsText } from '../../../platform/messages/zh-cn/records.ts';
import { ReasonDialogWithDraft } from '../../../platform/records/reason-dialog-with-draft.tsx';
import { useRecordPages } from '../../../platform/records/use-record-pages.ts';
import styles from './admin-versions.module.css';
import { nameOfRecord as nameOf, versionsQuery } from './release-queries.ts';
import { UploadDialog } from './upload-dialog.tsx';
import { UploadToken } from './upload-token.tsx';
import { VersionNotes } from './version-notes.tsx';

const text = adminText.versions;
const time = chineseDates({ dateStyle: 'medium', timeStyle: 'short' });
const day = chineseDates({ dateStyle: 'medium' });

const Withdraw = ({ record }: { record: AppVersionRecord }) => {
  const queryClient = useQueryClient();
  const [isConfirming, setConfirming] = useState(false);
  const { versionCode, platform, arch, channel } = record;
  const withdrawing = useMutation({
    mutationFn: (reason: string) => call(withdrawAppVersion, { versionCode, platform, arch, channel, reason }),
    onSuccess: (records) => {
      setConfirming(false);
      queryClient.setQueryData(versionsQuery().queryKey, records);
    },
  });
  return (
    <>
      <button
        type="button"
        className={buttonClass('quiet')}
        aria-label={text.withdrawOf(nameOf(record))}
        onClick={() => setConfirming(true)}
      >
        {text.withdraw}
      </button>
      {isConfirming ? (
        <ReasonDialogWithDraft
          form={`withdraw:${nameOf(record)}`}
          title={text.withdrawOf(nameOf(record))}
          lead={text.withdrawLead}
          label={adminText.reason}
          hint={adminText.reasonHint}
          needText={adminText.reasonNeeded}
          maxLength={LIMITS.operatorReasonChars}
          confirmLabel={text.withdraw}
          isDestructive
          cancelLabel={adminText.cancel}
          isBusy={withdrawing.isPending}
          onConfirm={(reason) => withdrawing.mutateAsync(reason)}
          onClose={() => setConfirming(false)}
        />
      ) : null}
    </>
  );
};

const columns: readonly RecordColumn<AppVersionRecord>[] = [
  { name: text.version, kind: 'head', render: ({ versionCode }) => versionCode },
  {
    name: text.build,
    render: ({ platform, arch, channel, isTestBuild }) =>
      `${platform} ${arch}${channel === 'stable' ? '' : ` ${channel}`}${isTestBuild === true ? text.testBuild : ''}`,
  },
  {
    name: recordsText.state,
    render: ({ state }) => <StateBadge tone={state === 'released' ? 'good' : 'stop'}>{text.states[state]}</StateBadge>,
  },
  { name: text.file, render: ({ fileName, size }) => `${fileName}（${(size / 1_048_576).toFixed(1)} MB）` },
  { name: text.downloads, kind: 'figure', render: ({ downloadCount }) => text.times(downloadCount) },
  { name: text.released, kind: 'figure', render: ({ releasedAt }) => (releasedAt === undefined ? '' : time.format(releasedAt)) },
  {
    name: text.expires,
    kind: 'figure',
    render: ({ state, expiresAt }) => {
      if (state !== 'released' || expiresAt === undefined) return '';
      return expiresAt > Date.now() ? day.format(expiresAt) : <StateBadge tone="stop">{text.expired}</StateBadge>;
    },
  },
  {
    name: recordsText.actions,
    kind: 'actions',
    render: (record) => (
      <Cluster gap={8} justify="end">
        <VersionNotes version={record} />
        {record.state === 'released' ? <Withdraw record={record} /> : null}
      </Cluster>
    ),
  },
];

const Publish = () => {
  const [files, setFiles] = useState<readonly File[]>();
  return (
    <Cluster gap={12} marginBottom={20}>
      <FileButton multiple label={adminReleasesText.chooseLabel} className={buttonClass('main')} onFiles={setFiles}>
        {adminReleasesText.choose}
      </FileButton>
      <UploadToken />
      {files === undefined ? null : <UploadDialog files={files} onClose={() => setFiles(undefined)} />}
    </Cluster>
  );
};

export const AdminVersions = () => {
  const records = useRecordPages(useQuery(versionsQuery()), recordsText.failed(text.what));
  return (
    <>
      <Publish />
      <RecordList pages={records} empty={{ title: text.none, children: <p>{text.noneHint}</p> }}>
        {(rows) => <RecordTable caption={text.what} columns={columns} rows={rows} keyOf={nameOf} />}
      </RecordList>
      <section className={styles.how} aria-labelledby="how-to-publish">
        <Text id="how-to-publish" as="h2" size={18} marginBottom={8}>
          {text.howTitle}
        </Text>
        <p>{text.how}</p>
        <Block as="pre" size={13} breakWords className={styles.command}>
          {text.command}
        </Block>
      </section>
    </>
  );
};
