/** Dialog that creates an adoption list, or changes its institution, term and note. */
import { type AdoptionList, LIMITS, saveAdoptionList } from '@shufang/contract';
import { DialogActions, ModalDialog, SelectField, Stack, TextAreaField } from '@shufang/ui';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../../../platform/api/client.ts';
import { useForm } from '../../../platform/forms/use-form.ts';
import { adoptionText as text } from '../../../platform/messages/zh-cn/adoption.ts';
import { inputOfList } from './adoption-input.ts';

interface AdoptionListDialogProps {
  /** The changed list; absent for a new one. */
  readonly list?: AdoptionList;
  readonly institutions: readonly { readonly id: string; readonly name: string }[];
  readonly onSaved: (list: AdoptionList) => void;
  readonly onClose: () => void;
}

export const AdoptionListDialog = ({ list, institutions, onSaved, onClose }: AdoptionListDialogProps) => {
  const queryClient = useQueryClient();
  const [terms] = useState(() => text.termsFrom(Date.now()));
  const form = useForm({
    initial: () => ({
      institutionId: list?.institution.id ?? institutions[0]?.id ?? '',
      term: list?.term ?? terms[1] ?? '',
      note: list?.note ?? '',
    }),
    draft: `adoption-list:${list?.id ?? 'new'}`,
    draftFields: ['note'],
  });
  const saving = useMutation({
    mutationFn: (fields: { institutionId: string; term: string; note: string }) =>
      call(saveAdoptionList, list === undefined ? { ...fields, items: [] } : { ...inputOfList(list), ...fields }),
    onSuccess: (saved) => {
      form.dropDraft();
      onSaved(saved);
    },
    onSettled: () => queryClient.invalidateQueries({ queryKey: ['adoption'] }),
  });
  const handleSubmit = form.handleSubmit((fields) => {
    if (!saving.isPending) saving.mutate(fields);
  });
  const shownTerms = list === undefined || terms.includes(list.term) ? terms : [list.term, ...terms];
  const shownInstitutions =
    list === undefined || institutions.some(({ id }) => id === list.institution.id) ? institutions : [list.institution, ...institutions];
  return (
    <ModalDialog title={list === undefined ? text.create : text.editList} onClose={onClose}>
      <Stack as="form" gap={20} noValidate onSubmit={handleSubmit}>
        <SelectField
          label={text.institution}
          options={shownInstitutions.map(({ id, name }) => ({ value: id, label: name }))}
          {...form.register('institutionId')}
        />
        <SelectField label={text.term} options={shownTerms.map((term) => ({ value: term, label: term }))} {...form.register('term')} />
        <TextAreaField label={text.note} hint={text.noteHint} rows={3} maxLength={LIMITS.adoptionNoteChars} {...form.register('note')} />
        <DialogActions cancelLabel={text.cancel} submitLabel={text.save} isBusy={saving.isPending} onCancel={onClose} />
      </Stack>
    </ModalDialog>
  );
};
