/** Dialog that requests erasure of the account: explains the consequences and verifies the phone number. */
import { closeAccount, type UserInfo } from '@shufang/contract';
import { buttonClass, Cluster, Column, ModalDialog, Stack, Text } from '@shufang/ui';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from 'react-router';
import { z } from 'zod';
import { call } from '../../platform/api/client.ts';
import { broadcast } from '../../platform/events/broadcasts.ts';
import { useForm } from '../../platform/forms/use-form.ts';
import { userCenterText } from '../../platform/messages/zh-cn/user-center.ts';
import { endSession } from '../../platform/session/session.ts';
import { CaptchaField } from './captcha-field.tsx';
import { showFailure } from './field-errors.ts';
import { PassedCheck } from './passed-check.tsx';
import { SmsCodeField } from './sms-code-field.tsx';
import { useCaptchaProof } from './use-captcha-proof.ts';
import { useCodeToMe } from './use-code-to-me.ts';
import styles from './user-center.module.css';

const form = z.object({ captchaTxt: z.string().trim(), smsCode: z.string().trim().min(1, userCenterText.needCode) });
type Form = z.output<typeof form>;

export const CloseAccountDialog = ({ user, onClose }: { user: UserInfo; onClose: () => void }) => {
  const navigate = useNavigate();
  const queryClient = useQueryClient();
  const fields = useForm({ initial: () => ({ captchaTxt: '', smsCode: '' }), schema: form });
  const { errors } = fields;
  const proof = useCaptchaProof(fields);
  const code = useCodeToMe(proof, { sent: () => fields.setFocus('smsCode'), failure: (error) => showFailure(fields, error) });
  const closing = useMutation({
    mutationFn: ({ smsCode }: Form) => call(closeAccount, { code: smsCode }),
    meta: { claims: true },
    onSuccess: async ({ closesAt }) => {
      // Navigates to the home page before the session ends, because this page requires a session and would otherwise open the sign-in
      // dialog.
      await navigate('/');
      endSession();
      queryClient.clear();
      broadcast('toast', { kind: 'info', text: userCenterText.closing(closesAt), timeoutMs: 10_000 });
    },
    onError: (error) => showFailure(fields, error),
  });
  const handleSend = (): void => {
    const captchaTxt = proof.take();
    if (captchaTxt !== undefined) code.send(captchaTxt);
  };
  return (
    <ModalDialog title={userCenterText.closeTitle} onClose={onClose}>
      <Column as="form" gap={16} noValidate onSubmit={fields.handleSubmit((values) => closing.mutate(values))}>
        <Stack as="ul" gap={6} className={styles.warnings}>
          {userCenterText.closeWarning.map((line) => (
            <li key={line}>{line}</li>
          ))}
        </Stack>
        <Text as="p" size={13} tone="faint">
          {userCenterText.closeExportFirst}
        </Text>
        {proof.isPassed ? (
          <PassedCheck />
        ) : (
          <CaptchaField field={fields.register('captchaTxt')} error={errors.captchaTxt?.message} captcha={proof.captcha} />
        )}
        <SmsCodeField
          field={fields.register('smsCode')}
          error={errors.smsCode?.message}
          seconds={code.seconds}
          isSending={code.isSending}
          onSend={handleSend}
          sentTo={code.isSent ? user.tel : undefined}
        />
        <Cluster gap={12} justify="end" marginTop={8}>
          <button type="button" className={buttonClass('quiet')} onClick={onClose}>
            {userCenterText.cancel}
          </button>
          <button type="submit" className={buttonClass('danger')} disabled={closing.isPending}>
            {userCenterText.closeConfirm}
          </button>
        </Cluster>
      </Column>
    </ModalDialog>
  );
};
