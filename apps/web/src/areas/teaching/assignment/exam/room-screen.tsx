/** `/assignment/:id/room`: the invigilator follows an exam, pauses it, adds time and announces corrections. */
import { type ExamIncident, type ExamRoom, type ExamStudent, resumeExam } from '@shufang/contract';
import {
  buttonClass,
  Cluster,
  EmptyState,
  LoadFailure,
  PageHeader,
  type RecordColumn,
  RecordTable,
  Section,
  Stack,
  Text,
} from '@shufang/ui';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Link, useParams } from 'react-router';
import { RecordPage, RecordPending } from '../../../../features/account/record-page.tsx';
import { call } from '../../../../platform/api/client.ts';
import { examText as text } from '../../../../platform/messages/zh-cn/exam.ts';
import { recordsText } from '../../../../platform/messages/zh-cn/records.ts';
import { useSession } from '../../../../platform/session/session.ts';
import { roomQuery } from './queries.ts';
import { CorrectionDialog, ExtendDialog, PauseDialog } from './room-dialogs.tsx';
import { RoomStudents } from './room-students.tsx';

const incidentColumns: readonly RecordColumn<ExamIncident>[] = [
  { name: text.incidentColumns.what, kind: 'head', render: (one) => text.incident(one) },
  { name: text.incidentColumns.body, render: ({ body }) => body },
  { name: text.incidentColumns.by, render: ({ by }) => by },
  { name: text.incidentColumns.at, kind: 'figure', render: ({ at }) => text.seen(at) },
];

const Incidents = ({ incidents }: { incidents: readonly ExamIncident[] }) => (
  <Section title={text.incidents}>
    {incidents.length === 0 ? (
      <EmptyState title={text.noIncidents}>
        <p>{text.noIncidentsHint}</p>
      </EmptyState>
    ) : (
      <RecordTable caption={text.incidents} columns={incidentColumns} rows={incidents} keyOf={({ id }) => id} />
    )}
  </Section>
);

interface Dialog {
  readonly kind: 'pause' | 'extend' | 'correct';
  readonly student?: ExamStudent;
}

const Notice = ({ room }: { room: ExamRoom }) => {
  const notice = [room.isOpen ? '' : text.notOpen, room.isPaused ? text.paused : '', room.mayEdit ? '' : text.onlyView]
    .filter((part) => part !== '')
    .join(' ');
  return <p role="status">{notice}</p>;
};

const Room = ({ room, onRoom }: { room: ExamRoom; onRoom: (room: ExamRoom) => void }) => {
  const { assignmentId } = room;
  const [dialog, setDialog] = useState<Dialog>();
  const close = (): void => setDialog(undefined);
  const done = (next: ExamRoom): void => {
    close();
    onRoom(next);
  };
  const resuming = useMutation({
    mutationFn: (userId?: string) => call(resumeExam, { assignmentId, ...(userId === undefined ? {} : { userId }) }),
    onSuccess: onRoom,
  });
  const resume = (userId?: string): void => {
    if (!resuming.isPending) resuming.mutate(userId);
  };
  const dialogProps = { assignmentId, onDone: done, onClose: close };
  return (
    <>
      <Stack gap={16}>
        <Text to={`/assignment/${assignmentId}`} as={Link} tone="accent" underline>
          {text.back}
        </Text>
        <Notice room={room} />
        {room.mayEdit && room.isOpen ? (
          <Cluster gap={12} role="group" aria-label={text.actions}>
            {room.isPaused ? (
              <button type="button" className={buttonClass()} aria-disabled={resuming.isPending} onClick={() => resume()}>
                {text.resumeAll}
              </button>
            ) : (
              <button type="button" className={buttonClass('quiet')} onClick={() => setDialog({ kind: 'pause' })}>
                {text.pauseAll}
              </button>
            )}
            <button type="button" className={buttonClass('quiet')} onClick={() => setDialog({ kind: 'extend' })}>
              {text.extendAll}
            </button>
            <button type="button" className={buttonClass('quiet')} onClick={() => setDialog({ kind: 'correct' })}>
              {text.correct}
            </button>
          </Cluster>
        ) : null}
        <p>{text.counts(room.students)}</p>
        <RoomStudents
          room={room}
          onAction={(action, student) => {
            if (action === 'resume') resume(student.userId);
            else setDialog({ kind: action, student });
          }}
        />
      </Stack>
      <Incidents incidents={room.incidents} />
      {dialog?.kind === 'pause' ? <PauseDialog {...dialogProps} student={dialog.student} /> : null}
      {dialog?.kind === 'extend' ? <ExtendDialog {...dialogProps} student={dialog.student} /> : null}
      {dialog?.kind === 'correct' ? <CorrectionDialog {...dialogProps} /> : null}
    </>
  );
};

const Loaded = ({ id }: { id: string }) => {
  const queryClient = useQueryClient();
  const userId = useSession((session) => session.userId);
  const query = roomQuery(userId, id);
  const { data, error, refetch } = useQuery(query);
  if (data === undefined)
    return (
      <RecordPending
        title={text.title}
        what={text.what}
        error={error}
        onRetry={() => void refetch()}
        missingCodes={['assignment.notFound', 'request.invalid', 'forbidden']}
        missing={{ title: text.notFound, hint: text.notFoundHint, link: { to: '/user#classes', text: text.toClasses } }}
      />
    );
  return (
    <>
      <PageHeader title={`${text.title}：${data.title}`} lead={text.lead} />
      {error === null ? null : (
        <LoadFailure text={recordsText.failed(text.what)} retryLabel={recordsText.retry} onRetry={() => void refetch()} />
      )}
      <Room room={data} onRoom={(room) => queryClient.setQueryData(query.queryKey, room)} />
    </>
  );
};

export const Component = () => {
  const { id = '' } = useParams();
  return (
    <RecordPage title={text.title} signedOutText={text.signedOut} width="text">
      <Loaded key={id} id={id} />
    </RecordPage>
  );
};
