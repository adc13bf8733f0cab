/** Attendance on the page of a class: the running one, in which students enter the code, and the list of all. */
import { type AttendanceSession, type ClassGroup, exportAttendance } from '@shufang/contract';
import {
  buttonClass,
  Cluster,
  EmptyState,
  LoadFailure,
  type RecordColumn,
  RecordsSkeleton,
  RecordTable,
  Section,
  Stack,
  StateBadge,
  Text,
} from '@shufang/ui';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'react-router';
import { call } from '../../../platform/api/client.ts';
import { saveWorkbook } from '../../../platform/api/save-workbook.ts';
import { classroomText as text } from '../../../platform/messages/zh-cn/classroom.ts';
import { recordsText } from '../../../platform/messages/zh-cn/records.ts';
import { useSession } from '../../../platform/session/session.ts';
import { CheckInCard } from './check-in-card.tsx';
import { OpenAttendanceDialog } from './open-attendance-dialog.tsx';
import { attendancesQuery } from './queries.ts';

const titleColumn: RecordColumn<AttendanceSession> = {
  name: text.columns.title,
  kind: 'head',
  render: ({ id, classId, title, openedAt, counts }) => (
    <>
      {counts === undefined ? (
        title
      ) : (
        <Text to={`/class/${classId}/attendance/${id}`} as={Link} tone="accent" underline>
          {title}
        </Text>
      )}
      <Text block size={13} tone="faint" weight={400}>
        {text.openedLine(openedAt)}
      </Text>
    </>
  ),
};

const stateColumn: RecordColumn<AttendanceSession> = {
  name: text.columns.state,
  render: ({ closedAt }) => (
    <StateBadge tone={closedAt === undefined ? 'wait' : 'plain'}>{closedAt === undefined ? text.isOpen : text.isClosed}</StateBadge>
  ),
};

const ownColumn: RecordColumn<AttendanceSession> = {
  name: text.columns.own,
  render: ({ own }) => <span>{own === undefined ? text.notYet : text.states[own]}</span>,
};

const takerColumns = ({ members, mayAnnounce, role }: ClassGroup): readonly RecordColumn<AttendanceSession>[] => [
  titleColumn,
  { name: text.columns.counts, render: ({ counts = {} }) => <span>{text.countsOf(counts, members)}</span> },
  ...(role === 'student' ? [ownColumn] : []),
  stateColumn,
  ...(mayAnnounce
    ? [
        {
          name: recordsText.actions,
          kind: 'actions' as const,
          render: ({ id, classId, method, closedAt }: AttendanceSession) =>
            method === 'code' && closedAt === undefined ? (
              <Link to={`/class/${classId}/attendance/${id}/board`} className={buttonClass('quiet')}>
                {text.show}
              </Link>
            ) : null,
        },
      ]
    : []),
];

export const AttendanceSection = ({ group }: { group: ClassGroup }) => {
  const userId = useSession((session) => session.userId);
  const [isOpening, setOpening] = useState(false);
  const { data, isError, refetch } = useQuery(attendancesQuery(userId, group.id));
  const exporting = useMutation({
    mutationFn: () => call(exportAttendance, { classId: group.id }),
    onSuccess: ({ fileName, base64 }) => saveWorkbook(fileName, base64),
  });
  const takes = group.mayAnnounce;
  const open =
    takes && group.status === 'active' ? (
      <button type="button" className={buttonClass()} onClick={() => setOpening(true)}>
        {text.open}
      </button>
    ) : null;
  const items = data?.items ?? [];
  const isEmpty = data !== undefined && items.length === 0;
  const waiting = items.filter(({ closedAt, method, own }) => closedAt === undefined && method === 'code' && own === undefined);
  return (
    <Section
      title={text.attendance}
      more={
        items.length === 0 ? undefined : (
          <Cluster gap={12}>
            {group.role === 'student' ? null : (
              <button
                type="button"
                className={buttonClass('quiet')}
                aria-disabled={exporting.isPending}
                onClick={() => {
                  if (!exporting.isPending) exporting.mutate();
                }}
              >
                {text.exportAll}
              </button>
            )}
            {open}
          </Cluster>
        )
      }
    >
      {data === undefined && isError ? (
        <LoadFailure text={recordsText.failed(text.attendanceWhat)} retryLabel={recordsText.retry} onRetry={() => void refetch()} />
      ) : null}
      {data === undefined && !isError ? <RecordsSkeleton label={recordsText.loading} /> : null}
      {isEmpty ? (
        <EmptyState title={text.none}>
          <p>{takes ? text.noneForTeacher : text.noneForStudent}</p>
          {open}
        </EmptyState>
      ) : null}
      <Stack gap={20}>
        {group.role === 'student' ? waiting.map((session) => <CheckInCard key={session.id} session={session} />) : null}
        {items.length === 0 ? null : (
          <RecordTable
            caption={text.attendanceWhat}
            columns={items.some(({ counts }) => counts !== undefined) ? takerColumns(group) : [titleColumn, ownColumn, stateColumn]}
            rows={items}
            keyOf={({ id }) => id}
          />
        )}
      </Stack>
      {isOpening ? <OpenAttendanceDialog classId={group.id} onClose={() => setOpening(false)} /> : null}
    </Section>
  );
};
