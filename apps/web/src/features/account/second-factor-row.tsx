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
import { type FormEvent, useState } from 'react';
import { ApiError } from '../../platform/api/api-error.ts';
import { call } from '../../platform/api/client.ts';
import { broadcast } from '../../platform/events/broadcasts.ts';
import { secondFactorText } from '../../platform/messages/zh-cn/second-factor.ts';
import { QrCode } from '../../platform/qr/qr-code.tsx';
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

interface StepProps {
  readonly onClose: () => void;
  readonly onCodes: (codes: readonly string[]) => void;
}

const EnableDialog = ({ onClose, onCodes }: StepProps) => {
  const [code, setCode] = useState('');
  const [error, setError] = useState<string>();
  const started = useQuery({
    queryKey: ['account', 'second-factor', 'start'],
    queryFn: () => call(startSecondFactor, {}),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    retry: false,
    meta: { claims: true },
  });
  const confirming = useMutation({
    mutationFn: (typed: string) => call(confirmSecondFactor, { code: typed }),
    onSuccess: ({ recoveryCodes }) => onCodes(recoveryCodes),
    onError: (failure) => setError(failure instanceof ApiError ? failure.message : secondFactorText.failed),
    meta: { claims: true },
  });
  const handleSubmit = (event: FormEvent): void => {
    event.preventDefault();
    const typed = code.trim();
    setError(typed === '' ? secondFactorText.needCode : undefined);
    if (typed !== '') confirming.mutate(typed);
  };
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
        <SecondFactorCodeField value={code} onChange={setCode} error={error} />
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
  const [code, setCode] = useState('');
  const [error, setError] = useState<string>();
  const changing = useMutation({
    mutationFn: async ({ typed, renew }: { typed: string; renew: boolean }) => {
      if (renew) return (await call(renewRecoveryCodes, { code: typed })).recoveryCodes;
      queryClient.setQueryData(secondFactorQuery().queryKey, await call(disableSecondFactor, { code: typed }));
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
    onError: (failure) => {
      setCode('');
      setError(failure instanceof ApiError ? failure.message : secondFactorText.failed);
    },
    meta: { claims: true },
  });
  const change = (renew: boolean): void => {
    const typed = code.trim();
    setError(typed === '' ? secondFactorText.needCode : undefined);
    if (typed !== '') changing.mutate({ typed, renew });
  };
  return (
    <ModalDialog title={secondFactorText.manageTitle} onClose={onClose}>
      <Column
        as="form"
        gap={16}
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          change(true);
        }}
      >
        <p>{secondFactorText.manageLead}</p>
        <SecondFactorCodeField value={code} onChange={setCode} error={error} />
        <Cluster gap={12} justify="end" marginTop={8}>
          <button type="button" className={buttonClass('quiet')} disabled={changing.isPending} onClick={() => change(false)}>
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
