/** The second factor in the user's settings: enable by QR code, renew the recovery codes, disable. */
import {
  confirmSecondFactor,
  disableSecondFactor,
  getSecondFactor,
  renewRecoveryCodes,
  type SecondFactorState,
  startSecondFactor,
} from '@shufang/contract';
import { buttonClass, Cluster, Column, Grid, ModalDialog, Text } from '@shufang/ui';
import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { ApiError } from '../../platform/api/api-error.ts';
import { call } from '../../platform/api/client.ts';
import { broadcast } from '../../platform/events/broadcasts.ts';
import { useForm } from '../../platform/forms/use-form.ts';
import { secondFactorText } from '../../platform/messages/zh-cn/second-factor.ts';
import { QrCode } from '../../platform/qr/qr-code.tsx';
import { secondFactorFields } from './second-factor-check.ts';
import { SecondFactorCodeField } from './second-factor-code-field.tsx';
import { SettingRow } from './setting-row.tsx';
import styles from './user-center.module.css';

const secondFactorQuery = () =>
  queryOptions({
    queryKey: ['account', 'second-factor'],
    queryFn: ({ signal }) => call(getSecondFactor, {}, { signal }),
    staleTime: 0,
    meta: { claims: true },
  });

const RecoveryCodes = ({ codes, onClose }: { readonly codes: readonly string[]; readonly onClose: () => void }) => {
  const handleCopy = (): void => {
    void navigator.clipboard
      ?.writeText(codes.join('\n'))
      .then(() => broadcast('toast', { kind: 'success', text: secondFactorText.copied }), reportError);
  };
  return (
    <ModalDialog title={secondFactorText.codesTitle} onClose={onClose}>
      <Column gap={16}>
        <p>{secondFactorText.codesLead}</p>
        <Grid as="ul" gap={[8, 16]} size={15} className={styles.recoveryCodes}>
          {codes.map((code) => (
            <li key={code}>
              <code>{code}</code>
            </li>
          ))}
        </Grid>
        <Cluster gap={12} justify="end" marginTop={8}>
          <button type="button" className={buttonClass('quiet')} onClick={handleCopy}>
            {secondFactorText.copy}
          </button>
          <button type="button" className={buttonClass()} onClick={onClose}>
            {secondFactorText.saved}
          </button>
        </Cluster>
      </Column>
    </ModalDialog>
  );
};

/** Returns the form with the code, and a function that shows the error of a call at its field. */
const useCodeForm = () => {
  const form = useForm({ initial: { code: '' }, schema: secondFactorFields(secondFactorText.needCode) });
  const showError = (error: unknown): void => {
    form.setError('code', { message: error instanceof ApiError ? error.message : secondFactorText.failed });
    form.setFocus('code');
  };
  return { form, showError };
};

interface StepProps {
  readonly onClose: () => void;
  readonly onCodes: (codes: readonly string[]) => void;
}

const EnableDialog = ({ onClose, onCodes }: StepProps) => {
  const { form, showError } = useCodeForm();
  const started = useQuery({
    queryKey: ['account', 'second-factor', 'start'],
    queryFn: () => call(startSecondFactor, {}),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    retry: false,
    meta: { claims: true },
  });
  const confirming = useMutation({
    mutationFn: (fields: { code: string }) => call(confirmSecondFactor, fields),
    onSuccess: ({ recoveryCodes }) => onCodes(recoveryCodes),
    onError: showError,
    meta: { claims: true },
  });
  const handleSubmit = form.handleSubmit((fields) => {
    if (!confirming.isPending) confirming.mutate(fields);
  });
  return (
    <ModalDialog title={secondFactorText.enableTitle} onClose={onClose}>
      <Column as="form" gap={16} noValidate onSubmit={handleSubmit}>
        <p>{secondFactorText.scan}</p>
        {started.data === undefined ? (
          <p role="status">{started.isError ? secondFactorText.failed : secondFactorText.loading}</p>
        ) : (
          <>
            <QrCode text={started.data.uri} label={secondFactorText.qrCode} />
            <Text as="p" size={13} tone="faint">
              {secondFactorText.cannotScan}
              <Text as="code" block tone="ink" marginTop={4} breakWords>
                {started.data.secret.replaceAll(/(.{4})(?=.)/g, '$1 ')}
              </Text>
            </Text>
          </>
        )}
        <SecondFactorCodeField field={form.register('code')} error={form.errors.code?.message} />
        <Cluster gap={12} justify="end" marginTop={8}>
          <button type="button" className={buttonClass('quiet')} onClick={onClose}>
            {secondFactorText.cancel}
          </button>
          <button type="submit" className={buttonClass()} disabled={confirming.isPending || started.data === undefined}>
            {secondFactorText.confirm}
          </button>
        </Cluster>
      </Column>
    </ModalDialog>
  );
};

const ManageDialog = ({ onClose, onCodes }: StepProps) => {
  const queryClient = useQueryClient();
  const { form, showError } = useCodeForm();
  const changing = useMutation({
    mutationFn: async ({ code, renew }: { code: string; renew: boolean }) => {
      if (renew) return (await call(renewRecoveryCodes, { code })).recoveryCodes;
      queryClient.setQueryData(secondFactorQuery().queryKey, await call(disableSecondFactor, { code }));
      return undefined;
    },
    onSuccess: (codes) => {
      if (codes !== undefined) {
        onCodes(codes);
        return;
      }
      broadcast('roleChanged');
      onClose();
    },
    onError: showError,
    meta: { claims: true },
  });
  const handlerOf = (renew: boolean) =>
    form.handleSubmit(({ code }) => {
      if (!changing.isPending) changing.mutate({ code, renew });
    });
  return (
    <ModalDialog title={secondFactorText.manageTitle} onClose={onClose}>
      <Column as="form" gap={16} noValidate onSubmit={handlerOf(true)}>
        <p>{secondFactorText.manageLead}</p>
        <SecondFactorCodeField field={form.register('code')} error={form.errors.code?.message} />
        <Cluster gap={12} justify="end" marginTop={8}>
          <button type="button" className={buttonClass('quiet')} disabled={changing.isPending} onClick={handlerOf(false)}>
            {secondFactorText.disable}
          </button>
          <button type="submit" className={buttonClass()} disabled={changing.isPending}>
            {secondFactorText.renew}
          </button>
        </Cluster>
      </Column>
    </ModalDialog>
  );
};

const valueOf = ({ enabled, recoveryCodesLeft }: SecondFactorState): string =>
  enabled ? secondFactorText.on(recoveryCodesLeft) : secondFactorText.off;

export const SecondFactorRow = () => {
  const queryClient = useQueryClient();
  const { data, isError } = useQuery(secondFactorQuery());
  const [isOpen, setOpen] = useState(false);
  const [codes, setCodes] = useState<readonly string[]>();
  const close = (): void => {
    setOpen(false);
    setCodes(undefined);
  };
  const handleCodes = (made: readonly string[]): void => {
    setOpen(false);
    setCodes(made);
    void queryClient.invalidateQueries({ queryKey: secondFactorQuery().queryKey });
    // The server grants operator roles only to users with a second factor, so the roles of this user may have changed.
    broadcast('roleChanged');
  };
  const step = { onClose: close, onCodes: handleCodes };
  return (
    <>
      <SettingRow
        name={secondFactorText.name}
        value={data === undefined ? (isError ? secondFactorText.failed : '') : valueOf(data)}
        hint={data?.required === true && !data.passed ? secondFactorText.missing : undefined}
      >
        {data === undefined ? null : (
          <button type="button" className={styles.textButton} onClick={() => setOpen(true)}>
            {data.enabled ? secondFactorText.manage : secondFactorText.enable}
          </button>
        )}
      </SettingRow>
      {isOpen && data !== undefined ? data.enabled ? <ManageDialog {...step} /> : <EnableDialog {...step} /> : null}
      {codes === undefined ? null : <RecoveryCodes codes={codes} onClose={close} />}
    </>
  );
};
