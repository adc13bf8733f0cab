/** Dialog in which the teacher of a class divides the students among those who may mark. */
import { type MarkingPlan, setMarkingShares } from '@shufang/contract';
import {
  buttonClass,
  CheckboxOption,
  Cluster,
  DialogActions,
  ModalDialog,
  type RecordColumn,
  RecordTable,
  Select,
  Stack,
} from '@shufang/ui';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../../../../platform/api/client.ts';
import { useForm } from '../../../../platform/forms/use-form.ts';
import { doubleText as text } from '../../../../platform/messages/zh-cn/marking-double.ts';
import { shareEvenly } from './shared-work.ts';

interface SharesDialogProps {
  readonly plan: MarkingPlan;
  readonly onDone: (plan: MarkingPlan) => void;
  readonly onClose: () => void;
}

type Student = MarkingPlan['students'][number];
type Shares = ReadonlyMap<string, readonly string[]>;

const [FIRST, SECOND] = [0, 1] as const;

interface MarkerSelectProps {
  readonly plan: MarkingPlan;
  readonly student: Student;
  readonly seat: typeof FIRST | typeof SECOND;
  readonly shares: Shares;
  readonly onChange: (markerIds: readonly string[]) => void;
}

const MarkerSelect = ({ plan: { markers }, student, seat, shares, onChange }: MarkerSelectProps) => {
  const chosen = shares.get(student.userId) ?? [];
  const others = chosen.filter((_, index) => index !== seat);
  return (
    <Select
      aria-label={text.markerOf(text.studentOf(student.name, student.studentNo), seat + 1)}
      value={chosen[seat] ?? ''}
      disabled={seat === SECOND && chosen[FIRST] === undefined}
      onChange={(next) => {
        const picked = next === '' ? [] : [next];
        onChange(seat === FIRST ? [...picked, ...(next === '' ? [] : others)] : [...others, ...picked]);
      }}
    >
      <option value="">{text.anyone}</option>
      {markers
        .filter(({ userId }) => !others.includes(userId))
        .map(({ userId, name }) => (
          <option key={userId} value={userId}>
            {name}
          </option>
        ))}
    </Select>
  );
};

export const SharesDialog = ({ plan, onDone, onClose }: SharesDialogProps) => {
  const form = useForm<{ readonly shares: Shares }>({
    initial: () => ({ shares: new Map(plan.students.map(({ userId, markerIds }) => [userId, markerIds])) }),
  });
  const { shares } = form.values;
  const setShares = (next: Shares): void => form.setValue('shares', next);
  const [isTwo, setTwo] = useState(plan.questions.some(({ isDouble }) => isDouble));
  const saving = useMutation({
    mutationFn: (chosen: Shares) =>
      call(setMarkingShares, {
        assignmentId: plan.assignmentId,
        shares: plan.students.map(({ userId }) => ({ userId, markerIds: [...(chosen.get(userId) ?? [])] })),
      }),
    onSuccess: onDone,
  });
  const select = (student: Student, seat: MarkerSelectProps['seat']) => (
    <MarkerSelect
      plan={plan}
      student={student}
      seat={seat}
      shares={shares}
      onChange={(markerIds) => setShares(new Map(shares).set(student.userId, markerIds))}
    />
  );
  const columns: readonly RecordColumn<Student>[] = [
    { name: text.student, kind: 'head', render: ({ name, studentNo }) => text.studentOf(name, studentNo) },
    { name: text.first, render: (student) => select(student, FIRST) },
    { name: text.second, render: (student) => select(student, SECOND) },
  ];
  const handleEvenly = (): void => {
    const [students, markers] = [plan.students, plan.markers].map((users) => users.map(({ userId }) => userId));
    setShares(new Map(shareEvenly(students ?? [], markers ?? [], isTwo).map(({ userId, markerIds }) => [userId, markerIds])));
  };
  return (
    <ModalDialog title={text.shareTitle} onClose={onClose}>
      <Stack
        as="form"
        gap={16}
        noValidate
        onSubmit={form.handleSubmit((typed) => {
          if (!saving.isPending) saving.mutate(typed.shares);
        })}
      >
        <p>{text.shareLead}</p>
        <CheckboxOption checked={isTwo} onChange={setTwo}>
          {text.shareEvenlyTwo}
        </CheckboxOption>
        <Cluster gap={12}>
          <button type="button" className={buttonClass('quiet')} onClick={handleEvenly}>
            {text.shareEvenly}
          </button>
          <button type="button" className={buttonClass('quiet')} onClick={() => setShares(new Map())}>
            {text.shareNone}
          </button>
        </Cluster>
        <RecordTable caption={text.shareTitle} columns={columns} rows={plan.students} keyOf={({ userId }) => userId} />
        <DialogActions cancelLabel={text.cancel} submitLabel={text.save} isBusy={saving.isPending} onCancel={onClose} />
      </Stack>
    </ModalDialog>
  );
};
