/** The assignments of a class on its page: for the teacher with the progress, for a student with the own state. */
import type { Assignment, ClassGroup } from '@shufang/contract';
import {
  buttonClass,
  Cluster,
  EmptyState,
  LoadFailure,
  type RecordColumn,
  RecordsSkeleton,
  RecordTable,
  Section,
  StateBadge,
  Text,
} from '@shufang/ui';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'react-router';
import { accommodationText } from '../../../platform/messages/zh-cn/accommodation.ts';
import { assignmentText as text } from '../../../platform/messages/zh-cn/assignment.ts';
import { recordsText } from '../../../platform/messages/zh-cn/records.ts';
import { useSession } from '../../../platform/session/session.ts';
import { AssignmentDialog } from './assignment-dialog.tsx';
import { assignmentsQuery } from './queries.ts';

const titleColumn: RecordColumn<Assignment> = {
  name: text.columns.title,
  kind: 'head',
  render: ({ id, title, kind }) => (
    <>
      <Text to={`/assignment/${id}`} as={Link} tone="accent" underline>
        {title}
      </Text>
      <Text block size={13} tone="faint" weight={400}>
        {text.kinds[kind]}
      </Text>
    </>
  ),
};

const dueColumn: RecordColumn<Assignment> = {
  name: text.columns.due,
  render: ({ policy, own }) => {
    const dueAt = (own?.policy ?? policy).dueAt;
    return <span>{dueAt === null ? text.noDue : text.at(dueAt)}</span>;
  },
};

const teacherColumns: readonly RecordColumn<Assignment>[] = [
  titleColumn,
  dueColumn,
  {
    name: text.columns.progress,
    kind: 'figure',
    render: ({ counts, status }) => (
      <Cluster as="span" gap={8} align="center">
        {status === 'draft' || counts === undefined ? null : text.progressOf(counts)}
        {counts === undefined || counts.unscored === 0 ? null : <StateBadge tone="wait">{text.toScore(counts.unscored)}</StateBadge>}
      </Cluster>
    ),
  },
  {
    name: text.columns.status,
    render: ({ status }) => <StateBadge tone={status === 'published' ? 'good' : 'plain'}>{text.statuses[status]}</StateBadge>,
  },
];

const studentColumns: readonly RecordColumn<Assignment>[] = [
  titleColumn,
  dueColumn,
  { name: text.columns.mine, render: (one) => <span>{text.ownState(one)}</span> },
];

export const ClassAssignments = ({ group }: { group: ClassGroup }) => {
  const userId = useSession((session) => session.userId);
  const [isCreating, setCreating] = useState(false);
  const { data, isError, refetch } = useQuery(assignmentsQuery(userId, group.id));
  const isTeacher = group.role !== 'student';
  const create =
    group.mayEdit && group.status === 'active' ? (
      <button type="button" className={buttonClass()} onClick={() => setCreating(true)}>
        {text.create}
      </button>
    ) : null;
  const isEmpty = data?.items.length === 0;
  const accommodations = group.mayEdit ? (
    <Link to={`/class/${group.id}/accommodations`} className={buttonClass('quiet')}>
      {accommodationText.title}
    </Link>
  ) : null;
  const more = (
    <Cluster gap={12}>
      {accommodations}
      {isEmpty ? null : create}
    </Cluster>
  );
  return (
    <Section title={text.listTitle} more={group.mayEdit ? more : undefined}>
      {data === undefined && isError ? (
        <LoadFailure text={recordsText.failed(text.what)} retryLabel={recordsText.retry} onRetry={() => void refetch()} />
      ) : null}
      {data === undefined && !isError ? <RecordsSkeleton label={recordsText.loading} /> : null}
      {isEmpty ? (
        <EmptyState title={text.none}>
          <p>{isTeacher ? text.noneForTeacher : text.noneForStudent}</p>
          {create}
        </EmptyState>
      ) : null}
      {data === undefined || isEmpty ? null : (
        <RecordTable
          caption={text.listTitle}
          columns={isTeacher ? teacherColumns : studentColumns}
          rows={data.items}
          keyOf={({ id }) => id}
        />
      )}
      {isCreating ? <AssignmentDialog classId={group.id} onClose={() => setCreating(false)} /> : null}
    </Section>
  );
};
