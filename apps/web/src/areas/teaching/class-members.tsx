/** The members of a class: with student numbers for the teacher, names only for classmates. */
import type { ClassGroup, ClassMember } from '@shufang/contract';
import { type RecordColumn, RecordList, RecordTable } from '@shufang/ui';
import { useInfiniteQuery } from '@tanstack/react-query';
import { classMembersQuery } from '../../features/teaching/queries.ts';
import { recordsText } from '../../platform/messages/zh-cn/records.ts';
import { teachingText as text } from '../../platform/messages/zh-cn/teaching.ts';
import { useRecordPages } from '../../platform/records/use-record-pages.ts';
import { useSession } from '../../platform/session/session.ts';

const nameColumn: RecordColumn<ClassMember> = { name: text.member.name, kind: 'head', render: ({ name }) => name };
const joinedColumn: RecordColumn<ClassMember> = {
  name: text.member.joinedAt,
  render: ({ joinedAt }) => <span>{text.joinedAt(joinedAt)}</span>,
};
const forClassmates: readonly RecordColumn<ClassMember>[] = [nameColumn, joinedColumn];
const forTeacher: readonly RecordColumn<ClassMember>[] = [
  nameColumn,
  { name: text.member.studentNo, render: ({ studentNo = '' }) => <span>{studentNo === '' ? '—' : studentNo}</span> },
  joinedColumn,
  { name: text.member.probation, render: ({ probationEndsAt }) => <span>{text.probationUntil(probationEndsAt, Date.now())}</span> },
];

export const ClassMembers = ({ group }: { group: ClassGroup }) => {
  const userId = useSession((session) => session.userId);
  const isTeacher = group.role === 'teacher';
  const pages = useRecordPages(useInfiniteQuery(classMembersQuery(userId, group.id)), recordsText.failed(text.membersWhat));
  return (
    <RecordList pages={pages} empty={{ title: text.noMembers, children: isTeacher ? <p>{text.noMembersHint}</p> : null }}>
      {(members) => (
        <RecordTable
          caption={text.membersWhat}
          columns={isTeacher ? forTeacher : forClassmates}
          rows={members}
          keyOf={({ userId: memberId }) => memberId}
        />
      )}
    </RecordList>
  );
};
