/** The card in which a student enters the code of the running attendance. */
import { type AttendanceSession, attendanceCode, checkIn } from '@shufang/contract';
import { buttonClass, RecordCard, Stack, TextField } from '@shufang/ui';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useSearchParams } from 'react-router';
import { z } from 'zod';
import { isRefusal } from '../../../platform/api/api-error.ts';
import { call } from '../../../platform/api/client.ts';
import { useForm } from '../../../platform/forms/use-form.ts';
import { classroomText as text } from '../../../platform/messages/zh-cn/classroom.ts';
import { refreshClassroom } from './queries.ts';

const fields = z.object({ code: attendanceCode });

export const CheckInCard = ({ session: { id, title } }: { session: AttendanceSession }) => {
  const queryClient = useQueryClient();
  const [params] = useSearchParams();
  // The QR code on the projector contains the code.
  const form = useForm({ initial: () => ({ code: params.get('code') ?? '' }), schema: fields });
  const checking = useMutation({
    mutationFn: ({ code }: z.output<typeof fields>) => call(checkIn, { id, code }),
    meta: { claims: ['attendance.codeWrong', 'attendance.codeTries'] },
    onSuccess: () => refreshClassroom(queryClient),
    onError: (error) => {
      if (isRefusal(error, 'attendance.codeWrong', 'attendance.codeTries')) form.setError('code', error);
      else void refreshClassroom(queryClient);
    },
  });
  const handleSubmit = form.handleSubmit((values) => {
    if (!checking.isPending) checking.mutate(values);
  });
  return (
    <RecordCard title={text.checkInTitle(title)}>
      <Stack as="form" gap={16} justifyItems="start" noValidate onSubmit={handleSubmit}>
        <TextField
          label={text.codeField}
          hint={text.codeHint}
          error={form.errors.code?.message}
          autoComplete="off"
          maxLength={12}
          {...form.register('code')}
        />
        <button type="submit" className={buttonClass()} aria-disabled={checking.isPending}>
          {text.checkIn}
        </button>
      </Stack>
    </RecordCard>
  );
};
