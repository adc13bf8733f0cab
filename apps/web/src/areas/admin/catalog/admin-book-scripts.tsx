/** Admin card that shows the scripts of the current version of a book: one person requests that they may run, another one decides. */
import {
  type BookScripts,
  decideScriptApproval,
  getBookScripts,
  LIMITS,
  requestScriptApproval,
  withdrawScriptApproval,
} from '@shufang/contract';
import { buttonClass, Cluster, LoadFailure, RecordCard, RecordsSkeleton, Stack, StateBadge, Text } from '@shufang/ui';
import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../../../platform/api/client.ts';
import { chineseDates } from '../../../platform/chinese-dates.ts';
import { adminText } from '../../../platform/messages/zh-cn/admin.ts';
import { scriptReviewText as text } from '../../../platform/messages/zh-cn/interactive.ts';
import { recordsText } from '../../../platform/messages/zh-cn/records.ts';
import { ReasonDialogWithDraft } from '../../../platform/records/reason-dialog-with-draft.tsx';
import styles from './admin-books.module.css';

const dateFormat = chineseDates({ dateStyle: 'medium' });
const tones = { none: 'plain', requested: 'wait', approved: 'good', rejected: 'stop', withdrawn: 'stop' } as const;

const scriptsQuery = (bookId: string) =>
  queryOptions({
    queryKey: ['catalog', 'scripts', bookId],
    queryFn: ({ signal }) => call(getBookScripts, { bookId }, { signal }),
    staleTime: 0,
    meta: { claims: true },
  });

const Approval = ({ approval }: { approval: NonNullable<BookScripts['approval']> }) => (
  <>
    <p>{text.requestedBy(approval.requestedBy, dateFormat.format(approval.requestedAt), approval.reason)}</p>
    {approval.decidedAt === undefined ? null : (
      <p>{text.decidedBy(approval.decidedBy ?? '', dateFormat.format(approval.decidedAt), approval.reply)}</p>
    )}
    {approval.state === 'requested' && approval.isOwn ? <p>{text.own}</p> : null}
  </>
);

type Asked = 'request' | 'reject' | 'withdraw';

const dialogs = {
  request: {
    title: text.requestTitle,
    label: text.requestReason,
    hint: text.requestHint,
    needText: text.requestNeeded,
    confirm: text.request,
  },
  reject: { title: text.rejectTitle, label: text.rejectReason, hint: undefined, needText: text.rejectNeeded, confirm: text.reject },
  withdraw: {
    title: text.withdrawTitle,
    label: text.rejectReason,
    hint: text.withdrawLead,
    needText: text.withdrawNeeded,
    confirm: text.withdraw,
  },
} as const;

const Scripts = ({ scripts }: { scripts: BookScripts }) => {
  const { bookId, approval } = scripts;
  const queryClient = useQueryClient();
  const [asked, setAsked] = useState<Asked>();
  const changing = useMutation({
    mutationFn: (change: { action: Asked | 'approve'; reason: string }) => {
      const { action, reason } = change;
      if (action === 'request') return call(requestScriptApproval, { bookId, reason });
      if (action === 'withdraw') return call(withdrawScriptApproval, { bookId, reason });
      return call(decideScriptApproval, { bookId, approve: action === 'approve', reply: reason });
    },
    onSuccess: (saved) => {
      setAsked(undefined);
      queryClient.setQueryData(scriptsQuery(bookId).queryKey, saved);
    },
  });
  const state = approval?.state ?? 'none';
  const dialog = asked && dialogs[asked];
  const button = (action: Asked | 'approve', label: string, variant?: 'quiet' | 'quietDanger') => (
    <button
      type="button"
      className={buttonClass(variant)}
      aria-disabled={changing.isPending}
      onClick={() => {
        if (action !== 'approve') setAsked(action);
        else if (!changing.isPending) changing.mutate({ action, reason: '' });
      }}
    >
      {label}
    </button>
  );
  return (
    <RecordCard title={text.title} badge={<StateBadge tone={tones[state]}>{text.states[state]}</StateBadge>}>
      <Stack gap={12} size={14} tone="soft">
        <p>{text.lead}</p>
        <p>{text.documents(scripts.documents.map(({ title }) => title || text.untitled))}</p>
        {scripts.otherFiles === 0 ? null : <p>{text.others(scripts.otherFiles)}</p>}
        {approval === undefined ? null : <Approval approval={approval} />}
      </Stack>
      <ul className={styles.scripts}>
        {scripts.files.map((file) => (
          <li key={file.path}>
            <details>
              <summary>{text.fileOf(file.path, file.bytes)}</summary>
              <pre className={styles.code}>{file.text}</pre>
              {file.isCut ? (
                <Text as="p" size={13} tone="faint">
                  {text.cut}
                </Text>
              ) : null}
            </details>
          </li>
        ))}
      </ul>
      <Cluster gap={12}>
        {state === 'none' || state === 'rejected' || state === 'withdrawn' ? button('request', text.request) : null}
        {state === 'requested' && approval?.isOwn === false ? (
          <>
            {button('approve', text.approve)}
            {button('reject', text.reject, 'quiet')}
          </>
        ) : null}
        {state === 'requested' || state === 'approved' ? button('withdraw', text.withdraw, 'quietDanger') : null}
      </Cluster>
      {asked === undefined || dialog === undefined ? null : (
        <ReasonDialogWithDraft
          form={`scripts:${asked}:${bookId}`}
          title={dialog.title}
          label={dialog.label}
          {...(dialog.hint === undefined ? {} : { hint: dialog.hint })}
          needText={dialog.needText}
          maxLength={LIMITS.operatorReasonChars}
          confirmLabel={dialog.confirm}
          cancelLabel={adminText.cancel}
          isBusy={changing.isPending}
          onConfirm={(reason) => changing.mutateAsync({ action: asked, reason })}
          onClose={() => setAsked(undefined)}
        />
      )}
    </RecordCard>
  );
};

export const AdminBookScripts = ({ bookId }: { bookId: string }) => {
  const { data, isError, refetch } = useQuery(scriptsQuery(bookId));
  if (data !== undefined) return data.documents.length === 0 ? null : <Scripts scripts={data} />;
  if (isError) return <LoadFailure text={text.failed} retryLabel={recordsText.retry} onRetry={() => void refetch()} />;
  return <RecordsSkeleton label={recordsText.loading} />;
};
