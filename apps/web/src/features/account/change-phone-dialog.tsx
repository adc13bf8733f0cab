/**
 * Dialog that changes the phone number in two steps: the user verifies the old number, then the new one, each with a captcha and an SMS
 * code.
 */
import { changePhone, maskPhone, sendSmsCode, type UserInfo } from '@shufang/contract';
import { buttonClass, Cluster, Column, ModalDialog, Text } from '@shufang/ui';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { flushSync } from 'react-dom';
import { Link } from 'react-router';
import { z } from 'zod';
import { isRefusal } from '../../platform/api/api-error.ts';
import { call } from '../../platform/api/client.ts';
import { broadcast } from '../../platform/events/broadcasts.ts';
import { useForm } from '../../platform/forms/use-form.ts';
import { userCenterText } from '../../platform/messages/zh-cn/user-center.ts';
import { useResendCountdown } from '../../platform/session/use-resend-countdown.ts';
import { CaptchaField } from './captcha-field.tsx';
import { showFailure } from './field-errors.ts';
import { PassedCheck } from './passed-check.tsx';
import { PhoneField } from './phone-field.tsx';
import { cacheUserInfo } from './profile-queries.ts';
import { phoneMeantBy } from './remembered-phone.ts';
import { typedPhone } from './sign-in-checks.ts';
import { SmsCodeField } from './sms-code-field.tsx';
import { useCaptchaProof } from './use-captcha-proof.ts';
import { useCodeToMe } from './use-code-to-me.ts';

const form = z.object({
  captchaTxt: z.string().trim(),
  oldCode: z.string().trim(),
  tel: typedPhone,
  smsCode: z.string().trim().min(1, userCenterText.needCode),
});
/** Form of a user who has a phone number already: an SMS code sent to the old number is required. */
const formFrom = z.object({ ...form.shape, oldCode: form.shape.oldCode.min(1, userCenterText.needCode) });
type Form = z.output<typeof form>;

export const ChangePhoneDialog = ({ user, onClose }: { user: UserInfo; onClose: () => void }) => {
  const queryClient = useQueryClient();
  const fields = useForm({
    initial: () => ({ captchaTxt: '', oldCode: '', tel: '', smsCode: '' }),
    schema: user.tel === '' ? form : formFrom,
  });
  const { errors } = fields;
  const proof = useCaptchaProof(fields);
  const [step, setStep] = useState<'old' | 'new'>(user.tel === '' ? 'new' : 'old');
  const handleFailure = (error: unknown): void => {
    // The server verifies both SMS codes in the last step, so if the code of the old number is wrong, the form returns to the first step.
    if (isRefusal(error, 'account.oldCodeWrong')) {
      flushSync(() => {
        setStep('old');
        proof.restart();
      });
    }
    showFailure(fields, error);
  };
  const oldCode = useCodeToMe(proof, { sent: () => fields.setFocus('oldCode'), failure: handleFailure });
  const countdown = useResendCountdown(phoneMeantBy(fields.values.tel));
  const sending = useMutation({
    meta: { claims: true },
    mutationFn: (input: { tel: string; captchaTxt: string }) =>
      call(sendSmsCode, { ...input, captchaKey: proof.captcha.key ?? '', type: 'binding' }),
    onSuccess: ({ resendAt }) => {
      countdown.begin(resendAt);
      proof.pass();
      fields.setFocus('smsCode');
    },
    onError: handleFailure,
    onSettled: proof.captcha.refresh,
  });
  const changing = useMutation({
    meta: { claims: true },
    mutationFn: ({ oldCode, tel, smsCode }: Form) => call(changePhone, { ...(oldCode === '' ? {} : { oldCode }), tel, code: smsCode }),
    onSuccess: (saved) => {
      cacheUserInfo(queryClient, saved);
      broadcast('toast', { kind: 'success', text: userCenterText.phoneChanged });
      onClose();
    },
    onError: handleFailure,
  });

  const handleSendOld = (): void => {
    const captchaTxt = proof.take();
    if (captchaTxt !== undefined) oldCode.send(captchaTxt);
  };
  const handleNext = (): void => {
    if (!fields.validateField('oldCode')) return;
    fields.clearErrors();
    flushSync(() => {
      setStep('new');
      proof.restart();
    });
    fields.setFocus('tel');
  };
  const handleSubmit = (event: FormEvent): void => {
    event.preventDefault();
    if (step === 'old') handleNext();
    else fields.handleSubmit((values) => changing.mutate(values))();
  };
  const handleSendNew = (): void => {
    if (!fields.validateField('tel')) return;
    const captchaTxt = proof.take();
    if (captchaTxt !== undefined) sending.mutate({ tel: phoneMeantBy(fields.getValues().tel), captchaTxt });
  };
  const sentTo = sending.isSuccess && countdown.seconds > 0 ? maskPhone(sending.variables.tel) : undefined;
  return (
    <ModalDialog title={user.tel === '' ? userCenterText.addPhone : userCenterText.changePhone} onClose={onClose}>
      <Column as="form" gap={16} noValidate onSubmit={handleSubmit}>
        <p role="status">
          {user.tel === ''
            ? userCenterText.addPhoneLead
            : step === 'old'
              ? userCenterText.changePhoneOld(user.tel)
              : userCenterText.changePhoneNew}
        </p>
        {step === 'new' ? <PhoneField label={userCenterText.newPhone} field={fields.register('tel')} error={errors.tel?.message} /> : null}
        {proof.isPassed ? (
          <PassedCheck />
        ) : (
          <CaptchaField field={fields.register('captchaTxt')} error={errors.captchaTxt?.message} captcha={proof.captcha} />
        )}
        {step === 'old' ? (
          <SmsCodeField
            label={userCenterText.oldPhoneCode}
            field={fields.register('oldCode')}
            error={errors.oldCode?.message}
            seconds={oldCode.seconds}
            isSending={oldCode.isSending}
            onSend={handleSendOld}
            sentTo={oldCode.isSent ? user.tel : undefined}
          />
        ) : (
          <SmsCodeField
            label={userCenterText.newCode}
            field={fields.register('smsCode')}
            error={errors.smsCode?.message}
            seconds={countdown.seconds}
            isSending={sending.isPending}
            onSend={handleSendNew}
            sentTo={sentTo}
          />
        )}
        {step === 'new' ? null : (
          <Text as="p" size={13} tone="faint">
            {userCenterText.lostPhone}
            <Text to="/helper/contact" as={Link} tone="accent" underline>
              {userCenterText.contact}
            </Text>
          </Text>
        )}
        <Cluster gap={12} justify="end" marginTop={8}>
          <button type="button" className={buttonClass('quiet')} onClick={onClose}>
            {userCenterText.cancel}
          </button>
          <button type="submit" className={buttonClass()} disabled={changing.isPending}>
            {step === 'old' ? userCenterText.next : userCenterText.confirm}
          </button>
        </Cluster>
      </Column>
    </ModalDialog>
  );
};
