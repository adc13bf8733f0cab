/** Dialogs of the invigilator: more time, a correction, and the question before a pause. */
import { correctExam, type ExamRoom, extendExam, LIMITS, pauseExam } from '@shufang/contract';
import { ConfirmDialog, DialogActions, ModalDialog, Stack, TextAreaField, TextField } from '@shufang/ui';
import { useMutation } from '@tanstack/react-query';
import { z } from 'zod';
import { call } from '../../../../platform/api/client.ts';
import { useForm } from '../../../../platform/forms/use-form.ts';
import { examText as text } from '../../../../platform/messages/zh-cn/exam.ts';

export interface RoomDialogProps {
  readonly assignmentId: string;
  /** The student; absent for all. */
  readonly student?: { readonly userId: string; readonly name: string } | undefined;
  /** Called with the room after the action. */
  readonly onDone: (room: ExamRoom) => void;
  readonly onClose: () => void;
}

const of = (student: RoomDialogProps['student']) => (student === undefined ? {} : { userId: student.userId });

const extendFields = z.object({
  minutes: z
    .string()
    .trim()
    .refine((value) => /^\d+$/.test(value) && Number(value) >= 1 && Number(value) <= LIMITS.examExtraMinutesMax, text.minutesNeeded),
  reason: z.string().trim(),
});

export const ExtendDialog = ({ assignmentId, student, onDone, onClose }: RoomDialogProps) => {
  const form = useForm({ initial: { minutes: '10', reason: '' }, schema: extendFields });
  const extending = useMutation({
    mutationFn: ({ minutes, reason }: z.output<typeof extendFields>) =>
      call(extendExam, { assignmentId, ...of(student), minutes: Number(minutes), reason }),
    onSuccess: onDone,
  });
  const handleSubmit = form.handleSubmit((fields) => {
    if (!extending.isPending) extending.mutate(fields);
  });
  return (
    <ModalDialog title={text.extendTitle(student?.name)} onClose={onClose}>
      <Stack as="form" gap={16} noValidate onSubmit={handleSubmit}>
        <TextField
          label={text.minutes}
          inputMode="numeric"
          maxLength={3}
          error={form.errors.minutes?.message}
          {...form.register('minutes')}
        />
        <TextField label={text.reason} maxLength={LIMITS.examReasonChars} {...form.register('reason')} />
        <DialogActions cancelLabel={text.cancel} submitLabel={text.extend} isBusy={extending.isPending} onCancel={onClose} />
      </Stack>
    </ModalDialog>
  );
};

export const CorrectionDialog = ({ assignmentId, onDone, onClose }: Omit<RoomDialogProps, 'student'>) => {
  const form = useForm({
    initial: { body: '' },
    schema: z.object({ body: z.string().trim().min(1, text.correctNeeded) }),
    draft: `exam-correction:${assignmentId}`,
  });
  const correcting = useMutation({
    mutationFn: ({ body }: { body: string }) => call(correctExam, { assignmentId, body }),
    onSuccess: (room) => {
      form.dropDraft();
      onDone(room);
    },
  });
  const handleSubmit = form.handleSubmit((fields) => {
    if (!correcting.isPending) correcting.mutate(fields);
  });
  return (
    <ModalDialog title={text.correctTitle} onClose={onClose}>
      <Stack as="form" gap={16} noValidate onSubmit={handleSubmit}>
        <p>{text.correctLead}</p>
        <TextAreaField
          label={text.correctBody}
          rows={4}
          maxLength={LIMITS.examCorrectionChars}
          error={form.errors.body?.message}
          {...form.register('body')}
        />
        <DialogActions cancelLabel={text.cancel} submitLabel={text.publish} isBusy={correcting.isPending} onCancel={onClose} />
      </Stack>
    </ModalDialog>
  );
};

export const PauseDialog = ({ assignmentId, student, onDone, onClose }: RoomDialogProps) => {
  const pausing = useMutation({ mutationFn: () => call(pauseExam, { assignmentId, ...of(student) }), onSuccess: onDone });
  return (
    <ConfirmDialog
      title={student === undefined ? text.pauseAllTitle : text.pauseOneTitle(student.name)}
      confirmLabel={text.pause}
      cancelLabel={text.cancel}
      isBusy={pausing.isPending}
      onConfirm={() => pausing.mutate()}
      onClose={onClose}
    >
      <p>{student === undefined ? text.pauseAllLead : text.pauseOneLead}</p>
    </ConfirmDialog>
  );
};
