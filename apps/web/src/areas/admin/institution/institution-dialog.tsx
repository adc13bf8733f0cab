/** Dialog that edits the name, the domain and the sign-in method of an institution. */
import { type AdminInstitution, institutionProtocol, saveInstitution, settingsKinds, signInProtocol } from '@shufang/contract';
import { Column, DialogActions, ModalDialog, SelectField, Text, TextAreaField, TextField } from '@shufang/ui';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { z } from 'zod';
import { call } from '../../../platform/api/client.ts';
import { chineseDates } from '../../../platform/chinese-dates.ts';
import { useForm } from '../../../platform/forms/use-form.ts';
import { adminInstitutionsText as text } from '../../../platform/messages/zh-cn/admin-institutions.ts';

export interface PlatformFacts {
  readonly metadataUrl?: string | undefined;
  readonly redirectUri: string;
}

interface InstitutionDialogProps {
  /** The institution to edit; undefined when a new one is created. */
  readonly institution: AdminInstitution | undefined;
  readonly platform: PlatformFacts;
  readonly onClose: () => void;
}

const institutionFields = z.object({
  name: z.string().trim().min(1, text.nameNeeded),
  domain: z.string().trim(),
  mailDomains: z.string(),
  protocol: signInProtocol,
  metadata: z.string(),
  issuer: z.string().trim(),
  clientId: z.string().trim(),
  clientSecret: z.string(),
});

const day = chineseDates({ dateStyle: 'medium' });

export const InstitutionDialog = ({ institution, platform, onClose }: InstitutionDialogProps) => {
  const queryClient = useQueryClient();
  const form = useForm({
    initial: () => ({
      name: institution?.name ?? '',
      domain: institution?.domain ?? '',
      mailDomains: institution?.mailDomains.join(' ') ?? '',
      protocol: institution?.protocol ?? ('none' as const),
      metadata: '',
      issuer: institution?.issuer ?? '',
      clientId: institution?.clientId ?? '',
      clientSecret: '',
    }),
    schema: institutionFields,
  });
  const protocol = form.register('protocol');
  const { data: chosen } = institutionProtocol.safeParse(protocol.value);
  const settings = chosen && settingsKinds[chosen];
  const saving = useMutation({
    mutationFn: ({ metadata, clientSecret, mailDomains, ...facts }: z.output<typeof institutionFields>) =>
      call(saveInstitution, {
        ...(institution === undefined ? {} : { id: institution.id }),
        ...facts,
        mailDomains: mailDomains.split(/[\s,，、;；@]+/).filter((one) => one !== ''),
        ...(metadata.trim() === '' ? {} : { metadata }),
        ...(clientSecret === '' ? {} : { clientSecret }),
      }),
    onSuccess: () => {
      onClose();
      return queryClient.invalidateQueries({ queryKey: ['institution'] });
    },
  });
  const handleSubmit = form.handleSubmit((facts) => {
    if (!saving.isPending) saving.mutate(facts);
  });
  return (
    <ModalDialog title={institution === undefined ? text.create : text.editOf(institution.name)} onClose={onClose}>
      <Column as="form" gap={20} noValidate onSubmit={handleSubmit}>
        <TextField label={text.name} maxLength={100} error={form.errors.name?.message} {...form.register('name')} />
        <TextField label={text.domain} hint={text.domainHint} maxLength={120} {...form.register('domain')} />
        <TextField label={text.mailDomains} hint={text.mailDomainsHint} maxLength={600} {...form.register('mailDomains')} />
        <SelectField
          label={text.protocol}
          options={signInProtocol.options.map((value) => ({ value, label: text.protocols[value] }))}
          {...protocol}
        />
        {settings === 'metadata' ? (
          <>
            <TextAreaField label={text.metadata} hint={text.metadataHint} rows={4} maxLength={200_000} {...form.register('metadata')} />
            <div>
              {institution === undefined || institution.entityId === '' ? null : (
                <Text as="p" block size={13} tone="faint" weight={400} breakWords>
                  {text.currentMetadata(institution.entityId)}
                </Text>
              )}
              {institution?.certificates.map(({ fingerprint, endsAt }) => (
                <Text key={fingerprint} as="p" block size={13} tone="faint" weight={400} breakWords>
                  {text.certificate(day.format(endsAt))}
                </Text>
              ))}
              <Text as="p" block size={13} tone="faint" weight={400} breakWords>
                {platform.metadataUrl === undefined ? text.platformCarsiOff : text.platformCarsi(platform.metadataUrl)}
              </Text>
            </div>
          </>
        ) : null}
        {settings === 'client' ? (
          <>
            <TextField label={text.issuer} hint={text.issuerHint} maxLength={300} {...form.register('issuer')} />
            <TextField label={text.clientId} maxLength={200} {...form.register('clientId')} />
            <TextField
              label={text.clientSecret}
              hint={institution?.hasClientSecret === true ? text.secretStored : undefined}
              maxLength={500}
              {...form.register('clientSecret')}
            />
            <Text as="p" block size={13} tone="faint" weight={400} breakWords>
              {text.platformRedirect(platform.redirectUri)}
            </Text>
          </>
        ) : null}
        <DialogActions cancelLabel={text.cancel} submitLabel={text.save} isBusy={saving.isPending} onCancel={onClose} />
      </Column>
    </ModalDialog>
  );
};
