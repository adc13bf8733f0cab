/** The points of an external assignment: teachers enter them for the whole class and save them at once. */
import { type Assignment, LIMITS, type listAttempts, type OutputOf, setExternalScores } from '@shufang/contract';
import { buttonClass, EmptyState, Input, LoadFailure, type RecordColumn, RecordsSkeleton, RecordTable, Stack, Text } from '@shufang/ui';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { isRefusal } from '../../../platform/api/api-error.ts';
import { call } from '../../../platform/api/client.ts';
import { useForm } from '../../../platform/forms/use-form.ts';
import { assignmentText as text } from '../../../platform/messages/zh-cn/assignment.ts';
import { recordsText } from '../../../platform/messages/zh-cn/records.ts';
import { useSession } from '../../../platform/session/session.ts';
import { attemptsQuery, refreshAssignments } from './queries.ts';
import { readTyped, scoreOf } from './typed-scores.ts';

type Student = OutputOf<typeof listAttempts>['students'][number];

const storedOf = ({ attempts }: Student): number | null => attempts[0]?.score?.earnedMilli ?? null;

const Table = ({ one, students }: { readonly one: Assignment; readonly students: readonly Student[] }) => {
  const queryClient = useQueryClient();
  const form = useForm({ initial: { typed: '{}' }, draft: `external-scores:${one.id}` });
  const [isChecked, setChecked] = useState(false);
  const typed = readTyped(form.values.typed);
  const changed = students.flatMap((student) => {
    const value = typed.get(student.userId);
    const earnedMilli = value === undefined ? undefined : scoreOf(value, one.possibleMilli);
    return value === undefined || earnedMilli === storedOf(student) ? [] : [{ student, earnedMilli }];
  });
  const wrong = new Set(changed.flatMap(({ student, earnedMilli }) => (earnedMilli === undefined ? student.userId : [])));
  const saving = useMutation({
    mutationFn: async () => {
      const scores = changed.map(({ student, earnedMilli = null }) => ({
        userId: student.userId,
        before: storedOf(student),
        earnedMilli,
      }));
      for (let from = 0; from < scores.length; from += LIMITS.externalScoresPerCall)
        await call(setExternalScores, { assignmentId: one.id, scores: scores.slice(from, from + LIMITS.externalScoresPerCall) });
    },
    onSuccess: async () => {
      await refreshAssignments(queryClient);
      form.reset({ typed: '{}' });
    },
    onError: () => refreshAssignments(queryClient),
  });
  const handleSubmit = form.handleSubmit(() => {
    setChecked(true);
    if (changed.length > 0 && wrong.size === 0 && !saving.isPending) saving.mutate();
  });
  const columns: readonly RecordColumn<Student>[] = [
    {
      name: text.studentColumns.name,
      kind: 'head',
      render: ({ name, studentNo }) => (
        <>
          {name}
          <Text block size={13} tone="faint" weight={400}>
            {studentNo}
          </Text>
        </>
      ),
    },
    {
      name: text.studentColumns.score,
      render: (student) => {
        const stored = storedOf(student);
        if (!one.mayEdit) return <span>{stored === null ? text.noScore : text.scoreOf(stored, one.possibleMilli)}</span>;
        return (
          <Input
            aria-label={text.scoreFor(student.name)}
            aria-invalid={isChecked && wrong.has(student.userId)}
            inputMode="decimal"
            maxLength={7}
            value={typed.get(student.userId) ?? text.typedScore(stored ?? undefined)}
            onChange={(value) => form.setValue('typed', JSON.stringify({ ...Object.fromEntries(typed), [student.userId]: value }))}
          />
        );
      },
    },
  ];
  return (
    <Stack as="form" gap={16} noValidate onSubmit={handleSubmit}>
      {one.mayEdit ? <p>{text.scoresLead}</p> : null}
      {isRefusal(saving.error, 'assignment.changed') ? <p role="alert">{text.scoresChanged}</p> : null}
      {isChecked && wrong.size > 0 ? <p role="alert">{text.scoresWrong(one.possibleMilli)}</p> : null}
      <RecordTable caption={text.scoresTitle} columns={columns} rows={students} keyOf={({ userId }) => userId} />
      {one.mayEdit ? (
        <div>
          <button type="submit" className={buttonClass()} aria-disabled={changed.length === 0 || saving.isPending}>
            {text.scoresSave(changed.length)}
          </button>
        </div>
      ) : null}
    </Stack>
  );
};

export const ExternalScores = ({ one }: { readonly one: Assignment }) => {
  const userId = useSession((session) => session.userId);
  const { data, isError, refetch } = useQuery(attemptsQuery(userId, one.id));
  if (data === undefined) {
    return isError ? (
      <LoadFailure text={recordsText.failed(text.scoresTitle)} retryLabel={recordsText.retry} onRetry={() => void refetch()} />
    ) : (
      <RecordsSkeleton label={recordsText.loading} />
    );
  }
  return data.students.length === 0 ? <EmptyState title={text.noStudents} /> : <Table one={one} students={data.students} />;
};
