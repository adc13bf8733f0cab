/** An institution's name, domain, and how its people sign in. */
import { type DeskInstitution, saveInstitution, signInProtocol } from '@shufang/contract';
import { DialogActions, ModalDialog, SelectField, TextAreaField, TextField } from '@shufang/ui';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type SubmitEvent, useState } from 'react';
import { call } from '../../platform/api/client.ts';
import { chineseDates } from '../../platform/chinese-dates.ts';
import { deskInstitutionsText as text } from '../../platform/messages/zh-cn/desk-institutions.ts';
import styles from './desk-institutions.module.css';

export interface PlatformFacts {
  readonly metadataUrl?: string | undefined;
  readonly redirectUri: string;
}

interface InstitutionDialogProps {
  /** Absent: a new one. */
  readonly institution: DeskInstitution | undefined;
  readonly platform: PlatformFacts;
  readonly onClose: () => void;
}

const day = chineseDates({ dateStyle: 'medium' });

export const InstitutionDialog = ({ institution, platform, onClose }: InstitutionDialogProps) => {
  const queryClient = useQueryClient();
  const [name, setName] = useState(institution?.name ?? '');
  const [domain, setDomain] = useState(institution?.domain ?? '');
  const [mailDomains, setMailDomains] = useState(institution?.mailDomains.join(' ') ?? '');
  const [protocol, setProtocol] = useState(institution?.protocol ?? 'none');
  const [metadata, setMetadata] = useState('');
  const [issuer, setIssuer] = useState(institution?.issuer ?? '');
  const [clientId, setClientId] = useState(institution?.clientId ?? '');
  const [clientSecret, setClientSecret] = useState('');
  const [isTried, setTried] = useState(false);
  const saving = useMutation({
    mutationFn: () =>
      call(saveInstitution, {
        ...(institution === undefined ? {} : { id: institution.id }),
        name: name.trim(),
        domain: domain.trim(),
        mailDomains: mailDomains.split(/[\s,，、;；@]+/).filter((one) => one !== ''),
        protocol,
        issuer: issuer.trim(),
        clientId: clientId.trim(),
        ...(metadata.trim() === '' ? {} : { metadata }),
        ...(clientSecret === '' ? {} : { clientSecret }),
      }),
    onSuccess: () => {
      onClose();
      return queryClient.invalidateQueries({ queryKey: ['institution'] });
    },
  });
  const handleSubmit = (event: SubmitEvent): void => {
    event.preventDefault();
    setTried(true);
    if (name.trim() !== '' && !saving.isPending) saving.mutate();
  };
  return (
    <ModalDialog title={institution === undefined ? text.create : text.editOf(institution.name)} onClose={onClose}>
      <form className={styles.form} noValidate onSubmit={handleSubmit}>
        <TextField
          label={text.name}
          maxLength={100}
          value={name}
          onChange={setName}
          fault={isTried && name.trim() === '' ? text.nameNeeded : undefined}
        />
        <TextField label={text.domain} hint={text.domainHint} maxLength={120} value={domain} onChange={setDomain} />
        <TextField label={text.mailDomains} hint={text.mailDomainsHint} maxLength={600} value={mailDomains} onChange={setMailDomains} />
        <SelectField
          label={text.protocol}
          options={signInProtocol.options.map((value) => ({ value, label: text.protocols[value] }))}
          value={protocol}
          onChange={(value) => setProtocol(signInProtocol.catch('none').parse(value))}
        />
        {protocol === 'carsi' ? (
          <>
            <TextAreaField
              label={text.metadata}
              hint={text.metadataHint}
              rows={4}
              maxLength={200_000}
              value={metadata}
              onChange={setMetadata}
            />
            <div>
              {institution === undefined || institution.entityId === '' ? null : (
                <p className={styles.small}>{text.metadataKept(institution.entityId)}</p>
              )}
              {institution?.certificates.map(({ fingerprint, endsAt }) => (
                <p key={fingerprint} className={styles.small}>
                  {text.certificate(day.format(endsAt))}
                </p>
              ))}
              <p className={styles.small}>
                {platform.metadataUrl === undefined ? text.platformCarsiOff : text.platformCarsi(platform.metadataUrl)}
              </p>
            </div>
          </>
        ) : null}
        {protocol === 'oidc' ? (
          <>
            <TextField label={text.issuer} hint={text.issuerHint} maxLength={300} value={issuer} onChange={setIssuer} />
            <TextField label={text.clientId} maxLength={200} value={clientId} onChange={setClientId} />
            <TextField
              label={text.clientSecret}
              hint={institution?.hasClientSecret === true ? text.secretKept : undefined}
              maxLength={500}
              value={clientSecret}
              onChange={setClientSecret}
            />
            <p className={styles.small}>{text.platformRedirect(platform.redirectUri)}</p>
          </>
        ) : null}
        <DialogActions cancelLabel={text.cancel} submitLabel={text.save} isBusy={saving.isPending} onCancel={onClose} />
      </form>
    </ModalDialog>
  );
};
