/** Dialog in which the teacher of a class sets whether two teachers mark a question. */
import { type MarkingPlan, type QuestionMarking, setDoubleMarking } from '@shufang/contract';
import { CheckboxOption, DialogActions, ModalDialog, Stack, TextField } from '@shufang/ui';
import { useMutation } from '@tanstack/react-query';
import { z } from 'zod';
import { call } from '../../../../platform/api/client.ts';
import { useForm } from '../../../../platform/forms/use-form.ts';
import { doubleText as text } from '../../../../platform/messages/zh-cn/marking-double.ts';
import { levelMilli } from './edited-rubric.ts';

interface DoubleDialogProps {
  readonly assignmentId: string;
  readonly question: QuestionMarking;
  readonly label: string;
  readonly onDone: (plan: MarkingPlan) => void;
  readonly onClose: () => void;
}

const MILLI = 1000;
/** Usual difference up to which two marks count as the same, as a share of the points. */
const USUAL_THRESHOLD = '2';

const fields = z.object({
  isDouble: z.boolean(),
  threshold: z.string().refine((typed) => levelMilli(typed) !== undefined, text.thresholdWrong),
});

export const DoubleDialog = ({ assignmentId, question, label, onDone, onClose }: DoubleDialogProps) => {
  const { questionId, isDouble, thresholdMilli } = question;
  const form = useForm({
    initial: { isDouble, threshold: isDouble ? String(thresholdMilli / MILLI) : USUAL_THRESHOLD },
    schema: fields,
  });
  const saving = useMutation({
    mutationFn: (typed: z.output<typeof fields>) =>
      call(setDoubleMarking, {
        assignmentId,
        questionId,
        isDouble: typed.isDouble,
        thresholdMilli: levelMilli(typed.threshold) ?? 0,
      }),
    onSuccess: onDone,
  });
  return (
    <ModalDialog title={text.dialogTitle(label)} onClose={onClose}>
      <Stack
        as="form"
        gap={16}
        noValidate
        onSubmit={form.handleSubmit((typed) => {
          if (!saving.isPending) saving.mutate(typed);
        })}
      >
        <p>{text.dialogLead}</p>
        <CheckboxOption checked={form.values.isDouble} onChange={(checked) => form.setValue('isDouble', checked)}>
          {text.isDouble}
        </CheckboxOption>
        {form.values.isDouble ? (
          <TextField
            label={text.threshold}
            inputMode="decimal"
            maxLength={8}
            error={form.errors.threshold?.message}
            {...form.register('threshold')}
          />
        ) : null}
        <DialogActions cancelLabel={text.cancel} submitLabel={text.save} isBusy={saving.isPending} onCancel={onClose} />
      </Stack>
    </ModalDialog>
  );
};
