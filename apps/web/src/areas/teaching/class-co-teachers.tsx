/** The co-teachers of a class with their rights; the teacher to whom the class belongs changes them. */
import { type ClassGroup, type CoTeacher, coTeacherRight, setCoTeacher } from '@shufang/contract';
import {
  buttonClass,
  ConfirmDialog,
  EmptyState,
  LoadFailure,
  type RecordColumn,
  RecordsSkeleton,
  RecordTable,
  SelectField,
} from '@shufang/ui';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { coTeachersQuery, refreshClasses } from '../../features/teaching/queries.ts';
import { call } from '../../platform/api/client.ts';
import { classText as text } from '../../platform/messages/zh-cn/class.ts';
import { recordsText } from '../../platform/messages/zh-cn/records.ts';
import { useSession } from '../../platform/session/session.ts';

type Change = CoTeacher['right'] | 'none';

const useChange = (classId: string, userId: string) => {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (right: Change) => call(setCoTeacher, { classId, userId, right }),
    onSettled: () => refreshClasses(queryClient),
  });
};

const Right = ({ classId, one: { userId, name, right } }: { classId: string; one: CoTeacher }) => {
  const changing = useChange(classId, userId);
  return (
    <SelectField
      label={text.rightOf(name)}
      variant="soft"
      options={coTeacherRight.options.map((value) => ({ value, label: text.rights[value] }))}
      value={right}
      onChange={(value) => changing.mutate(coTeacherRight.parse(value))}
    />
  );
};

const End = ({ classId, one: { userId, name } }: { classId: string; one: CoTeacher }) => {
  const [asks, setAsks] = useState(false);
  const changing = useChange(classId, userId);
  return (
    <>
      <button type="button" className={buttonClass('quietDanger')} aria-label={text.endCoTeacherOf(name)} onClick={() => setAsks(true)}>
        {text.endCoTeacher}
      </button>
      {asks ? (
        <ConfirmDialog
          title={text.endCoTeacherTitle(name)}
          confirmLabel={text.endCoTeacher}
          cancelLabel={text.cancel}
          isBusy={changing.isPending}
          isDestructive
          onConfirm={() => changing.mutate('none')}
          onClose={() => setAsks(false)}
        >
          <p>{text.endCoTeacherLead}</p>
        </ConfirmDialog>
      ) : null}
    </>
  );
};

const columnsOf = (classId: string, isOwn: boolean): readonly RecordColumn<CoTeacher>[] => [
  { name: text.coTeacherName, kind: 'head', render: ({ name }) => name },
  {
    name: text.right,
    render: (one) => (isOwn ? <Right classId={classId} one={one} /> : <span>{text.rights[one.right]}</span>),
  },
  ...(isOwn
    ? [{ name: recordsText.actions, kind: 'actions' as const, render: (one: CoTeacher) => <End classId={classId} one={one} /> }]
    : []),
];

export const ClassCoTeachers = ({ group: { id, role } }: { group: ClassGroup }) => {
  const userId = useSession((session) => session.userId);
  const { data, isError, refetch } = useQuery(coTeachersQuery(userId, id));
  if (data === undefined) {
    return isError ? (
      <LoadFailure text={recordsText.failed(text.coTeachers)} retryLabel={recordsText.retry} onRetry={() => void refetch()} />
    ) : (
      <RecordsSkeleton label={recordsText.loading} />
    );
  }
  if (data.items.length === 0)
    return (
      <EmptyState title={text.noCoTeachers}>
        <p>{text.noCoTeachersHint}</p>
      </EmptyState>
    );
  return (
    <RecordTable
      caption={text.coTeachers}
      columns={columnsOf(id, role === 'teacher')}
      rows={data.items}
      keyOf={({ userId: teacherId }) => teacherId}
    />
  );
};
