/**
 * The phone number field of the sign-in panel. The number of the last sign-in is shown masked, and the user can remove it from the device.
 */
import { type ReactNode, useState } from 'react';
import { signInText } from '../../platform/messages/zh-cn/sign-in.ts';
import { PhoneField } from './phone-field.tsx';
import { forgetPhone, rememberedPhoneMasked } from './remembered-phone.ts';
import styles from './sign-in.module.css';
import type { SignInFields } from './use-sign-in-form.ts';

interface SignInPhoneProps {
  readonly fields: SignInFields;
  /** A link below the field, shown when the server has refused the phone number. */
  readonly children?: ReactNode;
}

export const SignInPhone = ({ fields, children }: SignInPhoneProps) => {
  const [masked, setMasked] = useState(rememberedPhoneMasked);
  const handleOther = (): void => {
    forgetPhone();
    setMasked('');
    fields.setValue('tel', '');
    fields.clearErrors('tel');
    fields.setFocus('tel');
  };
  return (
    <div className={styles.block}>
      <PhoneField field={fields.register('tel')} error={fields.errors.tel?.message} />
      {fields.errors.tel?.type === 'account.frozen' ? (
        <a href="/helper/contact#ask" className={styles.link}>
          {signInText.contactUs}
        </a>
      ) : null}
      {masked !== '' && fields.values.tel === masked ? (
        <button type="button" className={styles.corner} onClick={handleOther}>
          {signInText.otherPhone}
        </button>
      ) : null}
      {children}
    </div>
  );
};
