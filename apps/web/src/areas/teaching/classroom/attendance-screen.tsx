/** `/class/:id/attendance/:itemId`: one attendance session with the record of every student, which teachers and the representative set. */
import {
  type AttendanceRecord,
  type AttendanceSession,
  type AttendanceState,
  attendanceState,
  closeAttendance,
  setAttendance,
} from '@shufang/contract';
import {
  buttonClass,
  Cluster,
  ConfirmDialog,
  EmptyState,
  PageHeader,
  type RecordColumn,
  RecordTable,
  Select,
  Stack,
  StateBadge,
  Text,
} from '@shufang/ui';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Link, useParams } from 'react-router';
import { UserMenu } from '../../../features/account/user-menu.tsx';
import { classQuery } from '../../../features/teaching/queries.ts';
import { call } from '../../../platform/api/client.ts';
import { classroomText as text } from '../../../platform/messages/zh-cn/classroom.ts';
import { useSession } from '../../../platform/session/session.ts';
import { ClassroomPage, ClassroomPending } from './classroom-page.tsx';
import { attendanceQuery, refreshClassroom } from './queries.ts';
import { useClassroomChanges } from './use-classroom-changes.ts';

const useSetState = (id: string) => {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (input: { userIds: string[]; state: AttendanceState }) => call(setAttendance, { id, note: '', ...input }),
    onSettled: () => refreshClassroom(queryClient),
  });
};

const StateSelect = ({ id, record: { userId, name, state } }: { id: string; record: AttendanceRecord }) => {
  const setting = useSetState(id);
  const shown = setting.isPending ? setting.variables.state : state;
  return (
    <Select
      aria-label={text.stateOf(name)}
      value={shown ?? ''}
      onChange={(value) => {
        const next = attendanceState.safeParse(value);
        if (next.success) setting.mutate({ userIds: [userId], state: next.data });
      }}
    >
      {state === undefined ? <option value="">{text.notYet}</option> : null}
      {attendanceState.options.map((option) => (
        <option key={option} value={option}>
          {text.states[option]}
        </option>
      ))}
    </Select>
  );
};

const Close = ({ session: { id } }: { session: AttendanceSession }) => {
  const queryClient = useQueryClient();
  const [asks, setAsks] = useState(false);
  const closing = useMutation({
    mutationFn: () => call(closeAttendance, { id }),
    onSettled: () => {
      setAsks(false);
      return refreshClassroom(queryClient);
    },
  });
  return (
    <>
      <button type="button" className={buttonClass('quiet')} onClick={() => setAsks(true)}>
        {text.close}
      </button>
      {asks ? (
        <ConfirmDialog
          title={text.closeTitle}
          confirmLabel={text.close}
          cancelLabel={text.cancel}
          isBusy={closing.isPending}
          onConfirm={() => closing.mutate()}
          onClose={() => setAsks(false)}
        >
          <p>{text.closeLead}</p>
        </ConfirmDialog>
      ) : null}
    </>
  );
};

const AllPresent = ({ id, records }: { id: string; records: readonly AttendanceRecord[] }) => {
  const setting = useSetState(id);
  const userIds = records.flatMap(({ userId, state }) => (state === undefined ? [userId] : []));
  if (userIds.length === 0) return null;
  return (
    <button
      type="button"
      className={buttonClass('quiet')}
      aria-disabled={setting.isPending}
      onClick={() => {
        if (!setting.isPending) setting.mutate({ userIds, state: 'present' });
      }}
    >
      {text.allPresent}
    </button>
  );
};

const columnsOf = (id: string, mayEdit: boolean, ownId: string | undefined): readonly RecordColumn<AttendanceRecord>[] => [
  { name: text.student, kind: 'head', render: ({ name }) => name },
  { name: text.studentNo, render: ({ studentNo }) => <span>{studentNo === '' ? '—' : studentNo}</span> },
  {
    name: text.columns.state,
    render: (record) => {
      if (mayEdit && record.userId !== ownId) return <StateSelect id={id} record={record} />;
      return <span>{record.state === undefined ? text.notYet : text.states[record.state]}</span>;
    },
  },
  {
    name: text.how,
    render: ({ at, isByCode, note, sharesDevice }) => (
      <Cluster as="span" gap={8} align="center">
        {at === undefined ? '—' : isByCode ? text.byCode(at) : text.byHand(at)}
        {sharesDevice ? <StateBadge tone="wait">{text.sharesDevice}</StateBadge> : null}
        {note === '' ? null : (
          <Text size={14} tone="soft">
            {note}
          </Text>
        )}
      </Cluster>
    ),
  },
];

const Loaded = ({ id, classId }: { id: string; classId: string }) => {
  const userId = useSession((session) => session.userId);
  useClassroomChanges();
  const { data, error, refetch } = useQuery(attendanceQuery(userId, id));
  const group = useQuery(classQuery(userId, classId)).data;
  if (data === undefined) {
    return (
      <ClassroomPending
        title={text.attendance}
        classId={classId}
        error={error}
        onRetry={() => void refetch()}
        notFound={{ title: text.notFound, hint: text.notFoundHint }}
      />
    );
  }
  const { session, className, records } = data;
  const mayEdit = group?.mayAnnounce === true;
  return (
    <>
      <PageHeader title={session.title} lead={`${className} · ${text.openedLine(session.openedAt)}`}>
        <StateBadge tone={session.closedAt === undefined ? 'wait' : 'plain'}>
          {session.closedAt === undefined ? text.isOpen : text.isClosed}
        </StateBadge>
      </PageHeader>
      <UserMenu current={group?.role === 'student' ? '/user' : '/user/teacher'} />
      <Stack gap={20}>
        <Cluster gap={12} align="center" justify="between">
          <Text as="p" tabular role="status">
            {text.countsOf(session.counts ?? {}, records.length)}
          </Text>
          <Cluster gap={12}>
            {mayEdit && session.closedAt === undefined ? (
              <>
                {session.method === 'code' ? (
                  <Link to={`/class/${classId}/attendance/${id}/board`} className={buttonClass()}>
                    {text.show}
                  </Link>
                ) : null}
                <AllPresent id={id} records={records} />
                <Close session={session} />
              </>
            ) : null}
            <Link to={`/class/${classId}?tab=interact`} className={buttonClass('quiet')}>
              {text.back}
            </Link>
          </Cluster>
        </Cluster>
        {records.some(({ sharesDevice }) => sharesDevice) ? (
          <Text as="p" size={14} tone="soft">
            {text.sharesDeviceHint}
          </Text>
        ) : null}
        {records.length === 0 ? (
          <EmptyState title={text.noStudents} />
        ) : (
          <RecordTable
            caption={text.recordsOf(session.title)}
            columns={columnsOf(id, mayEdit, userId)}
            rows={records}
            keyOf={(record) => record.userId}
          />
        )}
      </Stack>
    </>
  );
};

export const Component = () => {
  const { id = '', itemId = '' } = useParams();
  return (
    <ClassroomPage title={text.attendance}>
      <Loaded key={itemId} id={itemId} classId={id} />
    </ClassroomPage>
  );
};
