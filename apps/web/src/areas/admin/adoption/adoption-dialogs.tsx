/** The dialogs for adoption lists in the admin area: the decision of a level, and a deadline. */
import { type AdoptionLevel, decideAdoptionLists, LIMITS, setAdoptionDeadline } from '@shufang/contract';
import { DialogActions, LoadFailure, ModalDialog, SelectField, Stack, TextAreaField, TextField } from '@shufang/ui';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { z } from 'zod';
import { institutionChoicesQuery } from '../../../features/adoption/queries.ts';
import { call } from '../../../platform/api/client.ts';
import { useForm } from '../../../platform/forms/use-form.ts';
import { adoptionText } from '../../../platform/messages/zh-cn/adoption.ts';
import { recordsText } from '../../../platform/messages/zh-cn/records.ts';

const text = adoptionText.admin;

interface DecisionDialogProps {
  readonly ids: readonly string[];
  readonly level: AdoptionLevel;
  readonly decision: 'approve' | 'return';
  /** Called after the action. */
  readonly onDone: () => void;
  readonly onClose: () => void;
}

export const DecisionDialog = ({ ids, level, decision, onDone, onClose }: DecisionDialogProps) => {
  const queryClient = useQueryClient();
  const isReturn = decision === 'return';
  const form = useForm({
    initial: { reviewer: '', remark: '' },
    schema: z.object({
      reviewer: z.string().trim().min(1, text.reviewerNeeded),
      remark: isReturn ? z.string().trim().min(1, text.returnNeeded) : z.string().trim(),
    }),
    draft: `adoption-${decision}:${level}:${ids.join('-')}`,
  });
  const deciding = useMutation({
    mutationFn: (fields: { reviewer: string; remark: string }) => call(decideAdoptionLists, { ids: [...ids], level, decision, ...fields }),
    onSuccess: () => {
      form.dropDraft();
      onDone();
    },
    onSettled: () => queryClient.invalidateQueries({ queryKey: ['adoption'] }),
  });
  const handleSubmit = form.handleSubmit((fields) => {
    if (!deciding.isPending) deciding.mutate(fields);
  });
  const levelName = adoptionText.levels[level];
  return (
    <ModalDialog title={isReturn ? text.returnTitle(ids.length, levelName) : text.approveTitle(ids.length, levelName)} onClose={onClose}>
      <Stack as="form" gap={16} noValidate onSubmit={handleSubmit}>
        <TextField
          label={text.reviewer}
          error={form.errors.reviewer?.message}
          maxLength={LIMITS.adoptionReviewerChars}
          {...form.register('reviewer')}
        />
        <TextAreaField
          label={isReturn ? text.returnReason : text.remark}
          error={form.errors.remark?.message}
          rows={3}
          maxLength={LIMITS.operatorReasonChars}
          {...form.register('remark')}
        />
        <DialogActions
          cancelLabel={text.cancel}
          submitLabel={isReturn ? text.return : text.approve}
          isBusy={deciding.isPending}
          onCancel={onClose}
        />
      </Stack>
    </ModalDialog>
  );
};

const deadlineFields = z.object({
  institutionId: z.string().min(1, text.institutionNeeded),
  term: z.string(),
  closesAt: z.string().min(1, text.closesAtNeeded),
});

export const DeadlineDialog = ({ onClose }: { onClose: () => void }) => {
  const queryClient = useQueryClient();
  const [terms] = useState(() => adoptionText.termsFrom(Date.now()));
  const [q, setQ] = useState('');
  const { data, isError, isPending, refetch } = useQuery(institutionChoicesQuery(q.trim()));
  const institutions = data?.items ?? [];
  const form = useForm({ initial: { institutionId: '', term: terms[1] ?? '', closesAt: '' }, schema: deadlineFields });
  const saving = useMutation({
    mutationFn: ({ closesAt, ...rest }: z.output<typeof deadlineFields>) =>
      call(setAdoptionDeadline, { ...rest, closesAt: new Date(closesAt).getTime() }),
    onSuccess: onClose,
    onSettled: () => queryClient.invalidateQueries({ queryKey: ['adoption'] }),
  });
  const handleSubmit = form.handleSubmit((fields) => {
    if (!saving.isPending) saving.mutate(fields);
  });
  return (
    <ModalDialog title={text.setDeadline} onClose={onClose}>
      <Stack as="form" gap={16} noValidate onSubmit={handleSubmit}>
        <p>{text.deadlinesLead}</p>
        <TextField label={text.findInstitution} type="search" maxLength={60} value={q} onChange={setQ} />
        {isError ? (
          <LoadFailure text={recordsText.failed(adoptionText.institution)} retryLabel={recordsText.retry} onRetry={() => void refetch()} />
        ) : null}
        <SelectField
          label={adoptionText.institution}
          error={form.errors.institutionId?.message}
          options={[
            { value: '', label: isPending ? recordsText.loading : text.choosePrompt },
            ...institutions.map(({ id, name }) => ({ value: id, label: name })),
          ]}
          {...form.register('institutionId')}
        />
        <SelectField label={adoptionText.term} options={terms.map((term) => ({ value: term, label: term }))} {...form.register('term')} />
        <TextField label={text.closesAt} type="datetime-local" error={form.errors.closesAt?.message} {...form.register('closesAt')} />
        <DialogActions cancelLabel={text.cancel} submitLabel={text.setDeadline} isBusy={saving.isPending} onCancel={onClose} />
      </Stack>
    </ModalDialog>
  );
};
