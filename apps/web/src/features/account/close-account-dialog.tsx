/** Asks for the account to be erased: says what that means, and has the person prove to hold the number. */
import './mantine-sign-in.css';
import { zodResolver } from '@hookform/resolvers/zod';
import { closeAccount, type UserInfo } from '@shufang/contract';
import { buttonClass, ModalDialog } from '@shufang/ui';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useForm } from 'react-hook-form';
import { useNavigate } from 'react-router';
import { z } from 'zod';
import { call } from '../../platform/api/client.ts';
import { broadcast } from '../../platform/events/broadcasts.ts';
import { accountText } from '../../platform/messages/zh-cn/account.ts';
import { userCenterText } from '../../platform/messages/zh-cn/user-center.ts';
import { endSession } from '../../platform/session/session.ts';
import { CaptchaField } from './captcha-field.tsx';
import { showAtField } from './field-errors.ts';
import { SmsCodeField } from './sms-code-field.tsx';
import { useCaptcha } from './use-captcha.ts';
import { useCodeToMe } from './use-code-to-me.ts';
import styles from './user-center.module.css';

const form = z.object({ captchaTxt: z.string().trim(), smsCode: z.string().trim().min(1, userCenterText.needCode) });
type Form = z.output<typeof form>;

export const CloseAccountDialog = ({ user, onClose }: { user: UserInfo; onClose: () => void }) => {
  const navigate = useNavigate();
  const queryClient = useQueryClient();
  const captcha = useCaptcha();
  const fields = useForm<Form>({ resolver: zodResolver(form), defaultValues: { captchaTxt: '', smsCode: '' } });
  const { errors } = fields.formState;
  const code = useCodeToMe(captcha, { sent: () => fields.setFocus('smsCode'), failure: (error) => showAtField(fields, error) });
  const closing = useMutation({
    mutationFn: ({ smsCode }: Form) => call(closeAccount, { code: smsCode }),
    onSuccess: async ({ closesAt }) => {
      // The page that needs a session goes first: it would ask for one.
      await navigate('/');
      endSession();
      queryClient.clear();
      broadcast('toast', { kind: 'info', text: userCenterText.closing(closesAt), timeoutMs: 10_000 });
    },
    onError: (error) => showAtField(fields, error),
  });
  const handleSend = (): void => {
    const captchaTxt = fields.getValues('captchaTxt').trim();
    if (captchaTxt === '') return fields.setError('captchaTxt', { message: accountText.needCaptcha }, { shouldFocus: true });
    fields.clearErrors('captchaTxt');
    fields.setValue('captchaTxt', '');
    code.send(captchaTxt);
  };
  return (
    <ModalDialog title={userCenterText.closeTitle} onClose={onClose}>
      <form className={styles.dialogForm} noValidate onSubmit={fields.handleSubmit((values) => closing.mutate(values))}>
        <ul className={styles.warnings}>
          {userCenterText.closeWarning.map((line) => (
            <li key={line}>{line}</li>
          ))}
        </ul>
        <p className={styles.hint}>{userCenterText.closeExportFirst}</p>
        <CaptchaField field={fields.register('captchaTxt')} error={errors.captchaTxt?.message} captcha={captcha} />
        <SmsCodeField
          field={fields.register('smsCode')}
          error={errors.smsCode?.message}
          seconds={code.seconds}
          isSending={code.isSending}
          onSend={handleSend}
          sentTo={code.isSent ? user.tel : undefined}
        />
        <div className={styles.dialogActions}>
          <button type="button" className={buttonClass('quiet')} onClick={onClose}>
            {userCenterText.cancel}
          </button>
          <button type="submit" className={buttonClass()} disabled={closing.isPending}>
            {userCenterText.closeConfirm}
          </button>
        </div>
      </form>
    </ModalDialog>
  );
};
