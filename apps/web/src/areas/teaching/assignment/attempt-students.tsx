/** The students of an assignment with state, score and override, and the paper of one of them. */
import { type Assignment, LIMITS, type listAttempts, type OutputOf, setAssignmentOverride } from '@shufang/contract';
import {
  Cluster,
  DialogActions,
  EmptyState,
  LoadFailure,
  ModalDialog,
  type RecordColumn,
  RecordsSkeleton,
  RecordTable,
  Row,
  Stack,
  StateBadge,
  Text,
  TextButton,
  TextField,
} from '@shufang/ui';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useSearchParams } from 'react-router';
import { call } from '../../../platform/api/client.ts';
import { useForm } from '../../../platform/forms/use-form.ts';
import { assignmentText as text } from '../../../platform/messages/zh-cn/assignment.ts';
import { annotationTaskText } from '../../../platform/messages/zh-cn/assignment-annotation.ts';
import { topicText } from '../../../platform/messages/zh-cn/assignment-discussion.ts';
import { taskText } from '../../../platform/messages/zh-cn/assignment-task.ts';
import { recordsText } from '../../../platform/messages/zh-cn/records.ts';
import { useSession } from '../../../platform/session/session.ts';
import { type OverrideFields, overrideFields, overrideFieldsOf, overrideOf } from './assignment-fields.ts';
import { AttemptResultView } from './attempt-result.tsx';
import { attemptsQuery, refreshAssignments } from './queries.ts';

type Student = OutputOf<typeof listAttempts>['students'][number];

const stateOf = ({ attempts }: Student, task: Assignment['task']): string => {
  if (attempts.some(({ state }) => state === 'running')) return text.running;
  return attempts.length === 0 ? text.notStarted : text.handedIn(task);
};

/** Returns how much a student has read for a reading assignment. */
const readingOf = ({ reading }: Student, chapters: number): string =>
  reading === undefined ? taskText.notRecorded : taskText.teacherReading(reading, chapters);

/** Returns how far a student is, in the terms of the kind of the assignment. */
const progressOf = (student: Student, { task }: Assignment): string => {
  if (task?.kind === 'reading') return readingOf(student, task.chapters.length);
  if (task?.kind === 'discussion') return topicText.studentOf(student.discussion);
  return task?.kind === 'annotation' ? annotationTaskText.studentOf(student.annotations, task.annotationsMin) : stateOf(student, task);
};

const OverrideDialog = ({ one, student, onClose }: { one: Assignment; student: Student; onClose: () => void }) => {
  const queryClient = useQueryClient();
  const form = useForm({ initial: () => overrideFieldsOf(student.override, student.reason), schema: overrideFields });
  const saving = useMutation({
    mutationFn: (fields: OverrideFields) =>
      call(setAssignmentOverride, { assignmentId: one.id, userId: student.userId, override: overrideOf(fields), reason: fields.reason }),
    onSuccess: () => {
      onClose();
      return refreshAssignments(queryClient);
    },
  });
  const handleSubmit = form.handleSubmit((fields) => {
    if (!saving.isPending) saving.mutate(fields);
  });
  const { errors, register } = form;
  return (
    <ModalDialog title={text.overrideTitle(student.name)} onClose={onClose}>
      <Stack as="form" gap={20} noValidate onSubmit={handleSubmit}>
        <p>{text.overrideLead}</p>
        <TextField label={text.dueAt} type="datetime-local" {...register('dueAt')} />
        <TextField label={text.closeAt} type="datetime-local" {...register('closeAt')} />
        <TextField label={text.limit} inputMode="numeric" maxLength={5} error={errors.limit?.message} {...register('limit')} />
        <TextField label={text.attempts} inputMode="numeric" maxLength={4} error={errors.attempts?.message} {...register('attempts')} />
        <TextField label={text.overrideReason} maxLength={LIMITS.overrideReasonChars} {...register('reason')} />
        <DialogActions cancelLabel={text.cancel} submitLabel={text.save} isBusy={saving.isPending} onCancel={onClose} />
      </Stack>
    </ModalDialog>
  );
};

const columnsOf = (
  one: Assignment,
  actions: { readonly see: (attemptId: string) => void; readonly override: (student: Student) => void },
): RecordColumn<Student>[] => [
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
    name: one.kind === 'reading' ? taskText.readingColumn : text.studentColumns.state,
    render: (student) => (
      <>
        {progressOf(student, one)}
        {student.override === undefined ? null : <StateBadge tone="wait">{text.hasOverride}</StateBadge>}
      </>
    ),
  },
  {
    name: text.studentColumns.score,
    kind: 'figure',
    render: ({ countedMilli, attempts }) => {
      const unscored = attempts.at(-1)?.score?.unscored ?? 0;
      return (
        <Cluster as="span" gap={8} align="center">
          {countedMilli === undefined ? null : text.scoreOf(countedMilli, one.possibleMilli)}
          {unscored === 0 ? null : <StateBadge tone="wait">{text.toScore(unscored)}</StateBadge>}
        </Cluster>
      );
    },
  },
  {
    name: { reading: taskText.lastDone, discussion: topicText.lastPost }[one.kind as string] ?? text.studentColumns.finished,
    render: ({ attempts }) => {
      const at = attempts.findLast(({ state }) => state === 'handedIn')?.finishedAt;
      return at === undefined ? null : <span>{text.at(at)}</span>;
    },
  },
  {
    name: text.studentColumns.action,
    kind: 'actions',
    render: (student) => {
      const last = student.attempts.findLast(({ state }) => state === 'handedIn');
      return (
        <Row as="span" gap={12} inline>
          {last === undefined || one.kind === 'reading' ? null : (
            <TextButton tone="accent" underline aria-label={text.see(student.name)} onClick={() => actions.see(last.id)}>
              {text.seeShort}
            </TextButton>
          )}
          {one.mayEdit && one.status === 'published' ? (
            <TextButton tone="accent" underline aria-label={text.overrideOf(student.name)} onClick={() => actions.override(student)}>
              {text.override}
            </TextButton>
          ) : null}
        </Row>
      );
    },
  },
];

export const AttemptStudents = ({ one }: { one: Assignment }) => {
  const userId = useSession((session) => session.userId);
  const [params, setParams] = useSearchParams();
  const [overridden, setOverridden] = useState<Student>();
  const { data, isError, refetch } = useQuery(attemptsQuery(userId, one.id));
  if (data === undefined) {
    return isError ? (
      <LoadFailure text={recordsText.failed(text.studentsTitle)} retryLabel={recordsText.retry} onRetry={() => void refetch()} />
    ) : (
      <RecordsSkeleton label={recordsText.loading} />
    );
  }
  if (data.students.length === 0) return <EmptyState title={text.noStudents} />;
  const shown = params.get('attempt');
  const columns = columnsOf(one, { see: (attempt) => setParams({ attempt }), override: setOverridden });
  return (
    <Stack gap={20}>
      <RecordTable caption={text.studentsTitle} columns={columns} rows={data.students} keyOf={({ userId: id }) => id} />
      {shown === null ? null : <AttemptResultView key={shown} attemptId={shown} />}
      {overridden === undefined ? null : <OverrideDialog one={one} student={overridden} onClose={() => setOverridden(undefined)} />}
    </Stack>
  );
};
