/** Polls on the page of a class: cards for students, and a list for teachers, who create them and open them for the projector. */
import { type ClassGroup, deletePoll, type Poll } from '@shufang/contract';
import {
  buttonClass,
  ConfirmDialog,
  EmptyState,
  LoadFailure,
  type RecordColumn,
  RecordsSkeleton,
  RecordTable,
  Section,
  Stack,
  StateBadge,
} from '@shufang/ui';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'react-router';
import { call } from '../../../platform/api/client.ts';
import { classroomText as text } from '../../../platform/messages/zh-cn/classroom.ts';
import { recordsText } from '../../../platform/messages/zh-cn/records.ts';
import { useSession } from '../../../platform/session/session.ts';
import { PollCard } from './poll-card.tsx';
import { PollDialog } from './poll-dialog.tsx';
import { pollsQuery, refreshClassroom } from './queries.ts';

const Delete = ({ poll: { id, question } }: { poll: Poll }) => {
  const queryClient = useQueryClient();
  const [asks, setAsks] = useState(false);
  const deleting = useMutation({
    mutationFn: () => call(deletePoll, { id }),
    onSettled: () => {
      setAsks(false);
      return refreshClassroom(queryClient);
    },
  });
  return (
    <>
      <button type="button" className={buttonClass('quietDanger')} aria-label={text.removeOf(question)} onClick={() => setAsks(true)}>
        {text.remove}
      </button>
      {asks ? (
        <ConfirmDialog
          title={text.removeTitle}
          confirmLabel={text.remove}
          cancelLabel={text.cancel}
          isBusy={deleting.isPending}
          isDestructive
          onConfirm={() => deleting.mutate()}
          onClose={() => setAsks(false)}
        >
          <p>{text.removeLead}</p>
        </ConfirmDialog>
      ) : null}
    </>
  );
};

const columns: readonly RecordColumn<Poll>[] = [
  { name: text.question, kind: 'head', render: ({ question }) => question },
  { name: text.columns.counts, render: (poll) => <span>{poll.state === 'draft' ? '—' : text.voted(poll)}</span> },
  {
    name: text.columns.state,
    render: ({ state }) => (
      <StateBadge tone={state === 'draft' || state === 'closed' ? 'plain' : 'wait'}>{text.pollStates[state]}</StateBadge>
    ),
  },
  {
    name: recordsText.actions,
    kind: 'actions',
    render: (poll) => (
      <>
        <Link to={`/class/${poll.classId}/poll/${poll.id}`} className={buttonClass('quiet')} aria-label={text.openBoardOf(poll.question)}>
          {text.openBoard}
        </Link>
        {poll.mayEdit ? <Delete poll={poll} /> : null}
      </>
    ),
  },
];

export const PollSection = ({ group }: { group: ClassGroup }) => {
  const userId = useSession((session) => session.userId);
  const [isCreating, setCreating] = useState(false);
  const { data, isError, refetch } = useQuery(pollsQuery(userId, group.id));
  const isStudent = group.role === 'student';
  const create = group.mayEdit ? (
    <button type="button" className={buttonClass('quiet')} onClick={() => setCreating(true)}>
      {text.create}
    </button>
  ) : null;
  const items = data?.items ?? [];
  const isEmpty = data !== undefined && items.length === 0;
  return (
    <Section title={text.polls} more={items.length === 0 ? undefined : create}>
      {data === undefined && isError ? (
        <LoadFailure text={recordsText.failed(text.pollsWhat)} retryLabel={recordsText.retry} onRetry={() => void refetch()} />
      ) : null}
      {data === undefined && !isError ? <RecordsSkeleton label={recordsText.loading} /> : null}
      {isEmpty ? (
        <EmptyState title={text.noPolls}>
          <p>{isStudent ? text.noPollsForStudent : text.noPollsForTeacher}</p>
          {create}
        </EmptyState>
      ) : null}
      {items.length > 0 && isStudent ? (
        <Stack gap={20}>
          {items.map((poll) => (
            <PollCard key={poll.id} poll={poll} />
          ))}
        </Stack>
      ) : null}
      {items.length > 0 && !isStudent ? (
        <RecordTable caption={text.pollsWhat} columns={columns} rows={items} keyOf={({ id }) => id} />
      ) : null}
      {isCreating ? <PollDialog classId={group.id} onClose={() => setCreating(false)} /> : null}
    </Section>
  );
};
