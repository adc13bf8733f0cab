/**
 * Dialog for the second step of every sign-in method, if the user has set up a second factor: a code of the authenticator app, or a
 * recovery code.
 */
import { type SecondFactorRequired, signInWithSecondFactor } from '@shufang/contract';
import { buttonClass, Cluster, Column, ModalDialog, Text } from '@shufang/ui';
import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { ApiError, isRefusal } from '../../platform/api/api-error.ts';
import { call } from '../../platform/api/client.ts';
import { broadcast } from '../../platform/events/broadcasts.ts';
import { secondFactorText } from '../../platform/messages/zh-cn/second-factor.ts';
import { completeSignIn } from './complete-sign-in.ts';
import { SecondFactorCodeField } from './second-factor-code-field.tsx';
import { SignInCanceled, signInThroughSteps } from './sign-in-steps.ts';
import styles from './user-center.module.css';

export interface SecondFactorDialogProps {
  readonly waiting: SecondFactorRequired;
  readonly onClose: () => void;
}

export const SecondFactorDialog = ({ waiting, onClose }: SecondFactorDialogProps) => {
  const field = useRef<HTMLInputElement>(null);
  const [recovery, setRecovery] = useState(false);
  const [code, setCode] = useState('');
  const [error, setError] = useState<string>();
  useEffect(() => field.current?.focus(), []);
  const signingIn = useMutation({
    mutationFn: (typed: string) => signInThroughSteps(() => call(signInWithSecondFactor, { ticket: waiting.ticket, code: typed })),
    onSuccess: async (result) => {
      onClose();
      await completeSignIn(result);
      if (waiting.returnTo !== undefined) location.assign(waiting.returnTo);
    },
    onError: (failure) => {
      if (failure instanceof SignInCanceled) {
        onClose();
        return;
      }
      if (isRefusal(failure, 'account.signInExpired')) {
        onClose();
        broadcast('toast', { kind: 'error', text: secondFactorText.expired });
        return;
      }
      setCode('');
      setError(failure instanceof ApiError ? failure.message : undefined);
      field.current?.focus();
    },
    meta: { claims: true },
  });
  const handleSubmit = (event: FormEvent): void => {
    event.preventDefault();
    const typed = code.trim();
    if (typed !== '') {
      setError(undefined);
      signingIn.mutate(typed);
      return;
    }
    setError(recovery ? secondFactorText.needRecovery : secondFactorText.needCode);
    field.current?.focus();
  };
  const handleOther = (): void => {
    setRecovery(!recovery);
    setCode('');
    setError(undefined);
    field.current?.focus();
  };
  return (
    <ModalDialog title={secondFactorText.stepTitle} onClose={onClose}>
      <Column as="form" gap={16} noValidate onSubmit={handleSubmit}>
        <p>{recovery ? secondFactorText.recoveryLead : secondFactorText.stepLead}</p>
        <SecondFactorCodeField ref={field} value={code} onChange={setCode} error={error} recovery={recovery} />
        <button type="button" className={styles.textButton} onClick={handleOther}>
          {recovery ? secondFactorText.withApp : secondFactorText.withRecovery}
        </button>
        {recovery ? (
          <Text as="p" size={13} tone="faint">
            {secondFactorText.lost}
          </Text>
        ) : null}
        <Cluster gap={12} justify="end" marginTop={8}>
          <button type="button" className={buttonClass('quiet')} onClick={onClose}>
            {secondFactorText.cancel}
          </button>
          <button type="submit" className={buttonClass()} disabled={signingIn.isPending}>
            {secondFactorText.signIn}
          </button>
        </Cluster>
      </Column>
    </ModalDialog>
  );
};
