/** Dialog that uploads the chosen files of a dictionary with its name and license. */
import { createDictionaryImport, LIMITS } from '@shufang/contract';
import { DialogActions, Facts, ModalDialog, ProgressLine, Stack, Text, TextAreaField, TextField } from '@shufang/ui';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { z } from 'zod';
import { upload } from '../../../platform/api/upload.ts';
import { useForm } from '../../../platform/forms/use-form.ts';
import { adminDictionariesText as text } from '../../../platform/messages/zh-cn/admin-dictionaries.ts';
import { clientsText } from '../../../platform/messages/zh-cn/clients.ts';
import { dictionariesQuery } from './queries.ts';

interface ImportDictionaryDialogProps {
  readonly files: readonly File[];
  readonly onClose: () => void;
}

const fields = z.object({ name: z.string().trim(), license: z.string().trim() });

export const ImportDictionaryDialog = ({ files, onClose }: ImportDictionaryDialogProps) => {
  const queryClient = useQueryClient();
  const [share, setShare] = useState<number>();
  const leaving = useRef<AbortController>(undefined);
  useEffect(() => () => leaving.current?.abort(), []);
  const form = useForm({ initial: { name: '', license: '' }, schema: fields });
  const importing = useMutation({
    mutationFn: (facts: z.output<typeof fields>) => {
      leaving.current = new AbortController();
      return upload(createDictionaryImport, facts, files, { signal: leaving.current.signal, onProgress: setShare });
    },
    meta: { claims: true },
    onSuccess: onClose,
    onError: () => setShare(undefined),
    onSettled: () => queryClient.invalidateQueries({ queryKey: dictionariesQuery().queryKey }),
  });
  const bytes = files.reduce((sum, { size }) => sum + size, 0);
  const isTooLarge = bytes > LIMITS.dictionaryBytes;
  const handleSubmit = form.handleSubmit((facts) => {
    if (!importing.isPending && !isTooLarge) importing.mutate(facts);
  });
  return (
    <ModalDialog title={text.dialogTitle} onClose={onClose}>
      <Stack as="form" gap={16} noValidate onSubmit={handleSubmit}>
        <Facts items={files.map((file) => [file.name, clientsText.size(file.size)])} />
        {isTooLarge ? (
          <Text as="p" role="alert" tone="accent">
            {text.tooLarge(LIMITS.dictionaryBytes / 1_048_576)}
          </Text>
        ) : null}
        <TextField label={text.name} hint={text.nameHint} maxLength={LIMITS.dictionaryNameChars} {...form.register('name')} />
        <TextAreaField
          label={text.license}
          hint={text.licenseHint}
          rows={3}
          maxLength={LIMITS.dictionaryLicenseChars}
          {...form.register('license')}
        />
        {share === undefined ? null : (
          <Stack gap={8}>
            <p role="status">{share < 1 ? text.sent(Math.floor(share * 100)) : text.storing}</p>
            <ProgressLine value={share} />
          </Stack>
        )}
        {importing.error === null ? null : (
          <Text as="p" role="alert" tone="accent">
            {importing.error.message}
          </Text>
        )}
        <DialogActions cancelLabel={text.cancel} submitLabel={text.submit} isBusy={importing.isPending || isTooLarge} onCancel={onClose} />
      </Stack>
    </ModalDialog>
  );
};
