/** The members of a class: for the teachers with student numbers, groups and decisions, for classmates names only. */
import { type ClassGroup, type ClassMember, decideClassMember, type MemberStatus } from '@shufang/contract';
import { buttonClass, Cluster, ConfirmDialog, type RecordColumn, RecordList, RecordTable, StateBadge, Tabs } from '@shufang/ui';
import { useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { classMembersQuery, refreshClasses } from '../../features/teaching/queries.ts';
import { call } from '../../platform/api/client.ts';
import { classText } from '../../platform/messages/zh-cn/class.ts';
import { classPlanText } from '../../platform/messages/zh-cn/class-plan.ts';
import { recordsText } from '../../platform/messages/zh-cn/records.ts';
import { teachingText as text } from '../../platform/messages/zh-cn/teaching.ts';
import { useRecordPages } from '../../platform/records/use-record-pages.ts';
import { useSession } from '../../platform/session/session.ts';
import { ClassCoTeachers } from './class-co-teachers.tsx';
import { ClassProgress } from './class-progress.tsx';
import { ClassRoster } from './class-roster.tsx';
import { MemberDialog } from './member-dialog.tsx';

type Shown = Extract<MemberStatus, 'active' | 'pending' | 'removed'>;

const useDecision = (classId: string, { userId }: ClassMember, onDone: () => void) => {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (decision: 'admit' | 'remove') => call(decideClassMember, { classId, userId, decision }),
    onSuccess: onDone,
    onSettled: () => refreshClasses(queryClient),
  });
};

interface DecisionsProps {
  readonly group: ClassGroup;
  readonly member: ClassMember;
  readonly status: Shown;
}

const Decisions = ({ group, member, status }: DecisionsProps) => {
  const [isEditing, setEditing] = useState(false);
  const [asks, setAsks] = useState(false);
  const deciding = useDecision(group.id, member, () => setAsks(false));
  const admit = status === 'pending' ? text.admit : text.readmit;
  const remove = status === 'pending' ? text.refuse : text.remove;
  return (
    <>
      {status === 'active' ? (
        <button
          type="button"
          className={buttonClass('quiet')}
          aria-label={classText.editMemberOf(member.name)}
          onClick={() => setEditing(true)}
        >
          {classText.editMember}
        </button>
      ) : (
        <button
          type="button"
          className={buttonClass('quiet')}
          aria-label={text.decisionOf(admit, member.name)}
          aria-disabled={deciding.isPending}
          onClick={() => {
            if (!deciding.isPending) deciding.mutate('admit');
          }}
        >
          {admit}
        </button>
      )}
      {status === 'removed' ? null : (
        <button
          type="button"
          className={buttonClass('quietDanger')}
          aria-label={text.decisionOf(remove, member.name)}
          onClick={() => setAsks(true)}
        >
          {remove}
        </button>
      )}
      {isEditing ? <MemberDialog group={group} member={member} onClose={() => setEditing(false)} /> : null}
      {asks ? (
        <ConfirmDialog
          title={text.removeTitle(member.name)}
          confirmLabel={remove}
          cancelLabel={text.cancel}
          isBusy={deciding.isPending}
          isDestructive
          onConfirm={() => deciding.mutate('remove')}
          onClose={() => setAsks(false)}
        >
          <p>{text.removeLead}</p>
        </ConfirmDialog>
      ) : null}
    </>
  );
};

const nameColumn: RecordColumn<ClassMember> = {
  name: text.member.name,
  kind: 'head',
  render: ({ name, isRepresentative }) => (
    <Cluster as="span" gap={8} align="center">
      {name}
      {isRepresentative ? <StateBadge>{classText.representative}</StateBadge> : null}
    </Cluster>
  ),
};
const joinedColumn: RecordColumn<ClassMember> = {
  name: text.member.joinedAt,
  render: ({ joinedAt }) => <span>{text.joinedAt(joinedAt)}</span>,
};
const forClassmates = (hasGroups: boolean): readonly RecordColumn<ClassMember>[] =>
  hasGroups ? [nameColumn, groupColumn, joinedColumn] : [nameColumn, joinedColumn];
const groupColumn: RecordColumn<ClassMember> = {
  name: classText.group,
  render: ({ group = classText.noGroup }) => <span>{group}</span>,
};
const forTeacher = (group: ClassGroup, status: Shown): readonly RecordColumn<ClassMember>[] => [
  nameColumn,
  { name: text.member.studentNo, render: ({ studentNo = '' }) => <span>{studentNo === '' ? '—' : studentNo}</span> },
  joinedColumn,
  ...(status === 'active'
    ? [
        groupColumn,
        {
          name: text.member.probation,
          render: ({ probationEndsAt }: ClassMember) => <span>{text.probationUntil(probationEndsAt, Date.now())}</span>,
        },
      ]
    : []),
  ...(group.mayEdit
    ? [
        {
          name: recordsText.actions,
          kind: 'actions' as const,
          render: (member: ClassMember) => <Decisions group={group} member={member} status={status} />,
        },
      ]
    : []),
];

interface MemberListProps {
  readonly group: ClassGroup;
  readonly status: Shown;
}

const MemberList = ({ group, status }: MemberListProps) => {
  const userId = useSession((session) => session.userId);
  const isTeacher = group.role !== 'student';
  const pages = useRecordPages(useInfiniteQuery(classMembersQuery(userId, group.id, status)), recordsText.failed(text.membersWhat));
  const empty = status === 'active' ? text.noMembers : text.noneIn[status];
  return (
    <RecordList pages={pages} empty={{ title: empty, children: isTeacher && status === 'active' ? <p>{text.noMembersHint}</p> : null }}>
      {(members) => (
        <RecordTable
          caption={text.membersWhat}
          columns={isTeacher ? forTeacher(group, status) : forClassmates(members.some((member) => member.group !== undefined))}
          rows={members}
          keyOf={({ userId: memberId }) => memberId}
        />
      )}
    </RecordList>
  );
};

export const ClassMembers = ({ group }: { group: ClassGroup }) => {
  const [shown, setShown] = useState<Shown | 'progress' | 'roster' | 'coTeachers'>('active');
  if (group.role === 'student') return <MemberList group={group} status="active" />;
  const tabs = [
    { value: 'active' as const, label: text.memberTabs.active, count: group.members },
    { value: 'progress' as const, label: classPlanText.members },
    { value: 'pending' as const, label: text.memberTabs.pending, count: group.pending ?? 0 },
    { value: 'removed' as const, label: text.memberTabs.removed },
    { value: 'roster' as const, label: text.roster },
    { value: 'coTeachers' as const, label: classText.coTeachers, count: group.coTeachers.length },
  ];
  return (
    <Tabs label={text.membersWhat} tabs={tabs} value={shown} onChange={setShown} isNested>
      {shown === 'roster' ? <ClassRoster classId={group.id} mayImport={group.mayEdit} /> : null}
      {shown === 'coTeachers' ? <ClassCoTeachers group={group} /> : null}
      {shown === 'progress' ? <ClassProgress group={group} /> : null}
      {shown === 'roster' || shown === 'coTeachers' || shown === 'progress' ? null : (
        <MemberList key={shown} group={group} status={shown} />
      )}
    </Tabs>
  );
};
