/**
 * Dialog for the second step of every sign-in method, if the user has set up a second factor: a code of the authenticator app, or a
 * recovery code.
 */
import { type SecondFactorRequired, signInWithSecondFactor } from '@shufang/contract';
import { buttonClass, Cluster, Column, ModalDialog, Text } from '@shufang/ui';
import { useMutation } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useState } from 'react';
import { ApiError, isRefusal } from '../../platform/api/api-error.ts';
import { call } from '../../platform/api/client.ts';
import { broadcast } from '../../platform/events/broadcasts.ts';
import { useForm } from '../../platform/forms/use-form.ts';
import { secondFactorText } from '../../platform/messages/zh-cn/second-factor.ts';
import { completeSignIn } from './complete-sign-in.ts';
import { secondFactorFields } from './second-factor-check.ts';
import { SecondFactorCodeField } from './second-factor-code-field.tsx';
import { SignInCanceled, signInThroughSteps } from './sign-in-steps.ts';
import styles from './user-center.module.css';

export interface SecondFactorDialogProps {
  readonly waiting: SecondFactorRequired;
  readonly onClose: () => void;
}

export const SecondFactorDialog = ({ waiting, onClose }: SecondFactorDialogProps) => {
  const [recovery, setRecovery] = useState(false);
  const form = useForm({
    initial: { code: '' },
    schema: secondFactorFields(recovery ? secondFactorText.needRecovery : secondFactorText.needCode),
  });
  const focusField = useEffectEvent(() => form.setFocus('code'));
  useEffect(() => focusField(), []);
  const signingIn = useMutation({
    mutationFn: (code: string) => signInThroughSteps(() => call(signInWithSecondFactor, { ticket: waiting.ticket, code })),
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
      if (failure instanceof ApiError) form.setError('code', { message: failure.message });
      form.setFocus('code');
    },
    meta: { claims: true },
  });
  const handleSubmit = form.handleSubmit(({ code }) => {
    if (!signingIn.isPending) signingIn.mutate(code);
  });
  const handleOther = (): void => {
    setRecovery(!recovery);
    form.reset();
    form.setFocus('code');
  };
  return (
    <ModalDialog title={secondFactorText.stepTitle} onClose={onClose}>
      <Column as="form" gap={16} noValidate onSubmit={handleSubmit}>
        <p>{recovery ? secondFactorText.recoveryLead : secondFactorText.stepLead}</p>
        <SecondFactorCodeField field={form.register('code')} error={form.errors.code?.message} recovery={recovery} />
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
