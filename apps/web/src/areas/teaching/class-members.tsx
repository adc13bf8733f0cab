/** The members of a class: for the teacher with student numbers and decisions, for classmates names only. */
import { type ClassGroup, type ClassMember, decideClassMember, type MemberStatus } from '@shufang/contract';
import { buttonClass, ConfirmDialog, type RecordColumn, RecordList, RecordTable, Tabs } from '@shufang/ui';
import { useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { classMembersQuery, refreshClasses } from '../../features/teaching/queries.ts';
import { call } from '../../platform/api/client.ts';
import { recordsText } from '../../platform/messages/zh-cn/records.ts';
import { teachingText as text } from '../../platform/messages/zh-cn/teaching.ts';
import { useRecordPages } from '../../platform/records/use-record-pages.ts';
import { useSession } from '../../platform/session/session.ts';
import { ClassRoster } from './class-roster.tsx';

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
  readonly classId: string;
  readonly member: ClassMember;
  readonly status: Shown;
}

const Decisions = ({ classId, member, status }: DecisionsProps) => {
  const [asks, setAsks] = useState(false);
  const deciding = useDecision(classId, member, () => setAsks(false));
  const admit = status === 'pending' ? text.admit : text.readmit;
  const remove = status === 'pending' ? text.refuse : text.remove;
  return (
    <>
      {status === 'active' ? null : (
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

const nameColumn: RecordColumn<ClassMember> = { name: text.member.name, kind: 'head', render: ({ name }) => name };
const joinedColumn: RecordColumn<ClassMember> = {
  name: text.member.joinedAt,
  render: ({ joinedAt }) => <span>{text.joinedAt(joinedAt)}</span>,
};
const forClassmates: readonly RecordColumn<ClassMember>[] = [nameColumn, joinedColumn];
const forTeacher = (classId: string, status: Shown): readonly RecordColumn<ClassMember>[] => [
  nameColumn,
  { name: text.member.studentNo, render: ({ studentNo = '' }) => <span>{studentNo === '' ? '—' : studentNo}</span> },
  joinedColumn,
  ...(status === 'active'
    ? [
        {
          name: text.member.probation,
          render: ({ probationEndsAt }: ClassMember) => <span>{text.probationUntil(probationEndsAt, Date.now())}</span>,
        },
      ]
    : []),
  { name: recordsText.actions, kind: 'actions', render: (member) => <Decisions classId={classId} member={member} status={status} /> },
];

interface MemberListProps {
  readonly group: ClassGroup;
  readonly status: Shown;
}

const MemberList = ({ group, status }: MemberListProps) => {
  const userId = useSession((session) => session.userId);
  const isTeacher = group.role === 'teacher';
  const pages = useRecordPages(useInfiniteQuery(classMembersQuery(userId, group.id, status)), recordsText.failed(text.membersWhat));
  const empty = status === 'active' ? text.noMembers : text.noneIn[status];
  return (
    <RecordList pages={pages} empty={{ title: empty, children: isTeacher && status === 'active' ? <p>{text.noMembersHint}</p> : null }}>
      {(members) => (
        <RecordTable
          caption={text.membersWhat}
          columns={isTeacher ? forTeacher(group.id, status) : forClassmates}
          rows={members}
          keyOf={({ userId: memberId }) => memberId}
        />
      )}
    </RecordList>
  );
};

export const ClassMembers = ({ group }: { group: ClassGroup }) => {
  const [shown, setShown] = useState<Shown | 'roster'>('active');
  if (group.role === 'student') return <MemberList group={group} status="active" />;
  const tabs = [
    { value: 'active' as const, label: text.memberTabs.active, count: group.members },
    { value: 'pending' as const, label: text.memberTabs.pending, count: group.pending ?? 0 },
    { value: 'removed' as const, label: text.memberTabs.removed },
    { value: 'roster' as const, label: text.roster },
  ];
  return (
    <Tabs label={text.membersWhat} tabs={tabs} value={shown} onChange={setShown}>
      {shown === 'roster' ? <ClassRoster classId={group.id} /> : <MemberList key={shown} group={group} status={shown} />}
    </Tabs>
  );
};
