/** Sets which course objective each question examines. */
import { type Assignment, LIMITS, type PaperAnalysisRecord, setQuestionObjectives } from '@shufang/contract';
import { DialogActions, ModalDialog, Stack, TextField } from '@shufang/ui';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { z } from 'zod';
import { call } from '../../../../platform/api/client.ts';
import { useForm } from '../../../../platform/forms/use-form.ts';
import { markingText as text } from '../../../../platform/messages/zh-cn/marking.ts';
import { useSession } from '../../../../platform/session/session.ts';
import { paperAnalysisQuery } from './queries.ts';

interface ObjectivesDialogProps {
  readonly one: Assignment;
  readonly items: PaperAnalysisRecord['items'];
  readonly onClose: () => void;
}

const fields = z.record(z.string(), z.string().trim());

export const ObjectivesDialog = ({ one, items, onClose }: ObjectivesDialogProps) => {
  const queryClient = useQueryClient();
  const userId = useSession((session) => session.userId);
  const form = useForm({ initial: () => Object.fromEntries(items.map(({ id, objective }) => [id, objective])), schema: fields });
  const saving = useMutation({
    mutationFn: (typed: Readonly<Record<string, string>>) =>
      call(setQuestionObjectives, {
        assignmentId: one.id,
        objectives: items.map(({ id }) => ({ questionId: id, objective: typed[id] ?? '' })),
      }),
    onSuccess: (analysis) => {
      queryClient.setQueryData(paperAnalysisQuery(userId, one.id).queryKey, analysis);
      onClose();
    },
  });
  return (
    <ModalDialog title={text.objectivesTitle} onClose={onClose}>
      <Stack
        as="form"
        gap={16}
        noValidate
        onSubmit={form.handleSubmit((typed) => {
          if (!saving.isPending) saving.mutate(typed);
        })}
      >
        <p>{text.objectivesLead}</p>
        {items.map(({ id, label }) => (
          <TextField key={id} label={text.objectiveOf(label)} maxLength={LIMITS.objectiveChars} {...form.register(id)} />
        ))}
        <DialogActions cancelLabel={text.cancel} submitLabel={text.save} isBusy={saving.isPending} onCancel={onClose} />
      </Stack>
    </ModalDialog>
  );
};
