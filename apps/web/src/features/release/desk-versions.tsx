/** Versions of the applications for administrators: all there ever were, and taking one back. */
import { type AppVersionRecord, LIMITS, listVersionRecords, withdrawAppVersion } from '@shufang/contract';
import { buttonClass, EmptyState, LoadFailure, type RecordColumn, RecordsSkeleton, RecordTable, StateBadge } from '@shufang/ui';
import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../../platform/api/client.ts';
import { chineseDates } from '../../platform/chinese-dates.ts';
import { deskText } from '../../platform/messages/zh-cn/desk.ts';
import { KeptReasonDialog } from '../../platform/records/kept-reason-dialog.tsx';
import styles from './desk-versions.module.css';

const text = deskText.versions;
const time = chineseDates({ dateStyle: 'medium', timeStyle: 'short' });

const versionsQuery = () =>
  queryOptions({
    queryKey: ['release', 'desk'],
    queryFn: async ({ signal }) => (await call(listVersionRecords, {}, { signal })).items,
    staleTime: 0,
    meta: { claims: true },
  });

const nameOf = ({ versionCode, platform, arch, channel }: AppVersionRecord): string =>
  [versionCode, platform, arch, ...(channel === 'stable' ? [] : [channel])].join(' ');

const Withdraw = ({ record }: { record: AppVersionRecord }) => {
  const queryClient = useQueryClient();
  const [asks, setAsks] = useState(false);
  const { versionCode, platform, arch, channel } = record;
  const withdrawing = useMutation({
    mutationFn: (reason: string) => call(withdrawAppVersion, { versionCode, platform, arch, channel, reason }),
    onSuccess: ({ items }) => {
      setAsks(false);
      queryClient.setQueryData(versionsQuery().queryKey, items);
    },
  });
  return (
    <>
      <button type="button" className={buttonClass('quiet')} aria-label={text.withdrawOf(nameOf(record))} onClick={() => setAsks(true)}>
        {text.withdraw}
      </button>
      {asks ? (
        <KeptReasonDialog
          form={`withdraw:${nameOf(record)}`}
          title={text.withdrawOf(nameOf(record))}
          lead={text.withdrawLead}
          label={deskText.reason}
          hint={deskText.reasonHint}
          needText={deskText.reasonNeeded}
          maxLength={LIMITS.operatorReasonChars}
          confirmLabel={text.withdraw}
          cancelLabel={deskText.cancel}
          isBusy={withdrawing.isPending}
          onConfirm={(reason) => withdrawing.mutateAsync(reason)}
          onClose={() => setAsks(false)}
        />
      ) : null}
    </>
  );
};

const columns: readonly RecordColumn<AppVersionRecord>[] = [
  { name: text.version, kind: 'head', render: ({ versionCode }) => versionCode },
  {
    name: text.build,
    render: ({ platform, arch, channel }) => `${platform} ${arch}${channel === 'stable' ? '' : ` ${channel}`}`,
  },
  {
    name: deskText.state,
    render: ({ state }) => <StateBadge tone={state === 'released' ? 'good' : 'stop'}>{text.states[state]}</StateBadge>,
  },
  { name: text.file, render: ({ fileName, size }) => `${fileName}（${(size / 1_048_576).toFixed(1)} MB）` },
  { name: text.downloads, kind: 'figure', render: ({ downloadCount }) => text.times(downloadCount) },
  { name: text.released, kind: 'figure', render: ({ releasedAt }) => (releasedAt === undefined ? '' : time.format(releasedAt)) },
  { name: deskText.actions, kind: 'actions', render: (record) => (record.state === 'released' ? <Withdraw record={record} /> : null) },
];

export const DeskVersions = () => {
  const { data, isError, refetch } = useQuery(versionsQuery());
  return (
    <>
      {isError && data === undefined ? (
        <LoadFailure text={deskText.failed(text.what)} retryLabel={deskText.retry} onRetry={() => void refetch()} />
      ) : null}
      {data === undefined && !isError ? <RecordsSkeleton label={deskText.loading} /> : null}
      {data?.length === 0 ? (
        <EmptyState title={text.none}>
          <p>{text.noneHint}</p>
        </EmptyState>
      ) : null}
      {data === undefined || data.length === 0 ? null : <RecordTable caption={text.what} columns={columns} rows={data} keyOf={nameOf} />}
      <section className={styles.how} aria-labelledby="how-to-publish">
        <h2 id="how-to-publish" className={styles.howTitle}>
          {text.howTitle}
        </h2>
        <p>{text.how}</p>
        <pre className={styles.command}>{text.command}</pre>
      </section>
    </>
  );
};
