/** The dialog that opens the attendance of a lesson. */
import { attendanceMethod, LIMITS, openAttendance } from '@shufang/contract';
import { DialogActions, ModalDialog, SelectField, Stack, TextField } from '@shufang/ui';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from 'react-router';
import { z } from 'zod';
import { call } from '../../../platform/api/client.ts';
import { useForm } from '../../../platform/forms/use-form.ts';
import { classroomText as text } from '../../../platform/messages/zh-cn/classroom.ts';
import { refreshClassroom } from './queries.ts';

const isLate = (typed: string): boolean =>
  /^\d{1,3}$/.test(typed) && Number(typed) >= 1 && Number(typed) <= LIMITS.attendanceLateMinutesMax;

const fields = z.object({
  title: z.string().trim().min(1, text.titleNeeded),
  method: attendanceMethod,
  late: z
    .string()
    .trim()
    .refine((typed) => typed === '' || isLate(typed), text.lateInvalid(LIMITS.attendanceLateMinutesMax)),
});

export const OpenAttendanceDialog = ({ classId, onClose }: { classId: string; onClose: () => void }) => {
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  const form = useForm({ initial: () => ({ title: text.titleAt(Date.now()), method: 'code' as const, late: '' }), schema: fields });
  const opening = useMutation({
    mutationFn: ({ title, method, late }: z.output<typeof fields>) =>
      call(openAttendance, { classId, title, method, ...(late === '' || method !== 'code' ? {} : { lateAfterMinutes: Number(late) }) }),
    onSuccess: async ({ id, method }) => {
      onClose();
      await refreshClassroom(queryClient);
      await navigate(`/class/${classId}/attendance/${id}${method === 'code' ? '/board' : ''}`);
    },
  });
  const handleSubmit = form.handleSubmit((values) => {
    if (!opening.isPending) opening.mutate(values);
  });
  const method = form.register('method');
  return (
    <ModalDialog title={text.openTitle} onClose={onClose}>
      <Stack as="form" gap={20} noValidate onSubmit={handleSubmit}>
        <TextField
          label={text.titleField}
          error={form.errors.title?.message}
          maxLength={LIMITS.attendanceTitleChars}
          {...form.register('title')}
        />
        <SelectField
          label={text.method}
          options={attendanceMethod.options.map((value) => ({ value, label: text.methods[value] }))}
          {...method}
          onChange={(value) => method.onChange(value)}
        />
        {form.values.method === 'code' ? (
          <TextField
            label={text.late}
            hint={text.lateHint}
            inputMode="numeric"
            error={form.errors.late?.message}
            {...form.register('late')}
          />
        ) : null}
        <DialogActions cancelLabel={text.cancel} submitLabel={text.open} isBusy={opening.isPending} onCancel={onClose} />
      </Stack>
    </ModalDialog>
  );
};
