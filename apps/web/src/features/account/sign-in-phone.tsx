/** The phone number of the panel. The one of the last sign-in stands there masked, is selected as a whole, and can be forgotten. */
import { type ReactNode, useState } from 'react';
import { useWatch } from 'react-hook-form';
import { signInText } from '../../platform/messages/zh-cn/sign-in.ts';
import { PhoneField } from './phone-field.tsx';
import { forgetPhone, rememberedPhoneMasked } from './remembered-phone.ts';
import styles from './sign-in.module.css';
import type { SignInFields } from './use-sign-in-form.ts';

interface SignInPhoneProps {
  readonly fields: SignInFields;
  /** Offered under the field after a refusal about the number. */
  readonly children?: ReactNode;
}

export const SignInPhone = ({ fields, children }: SignInPhoneProps) => {
  const [masked, setMasked] = useState(rememberedPhoneMasked);
  const typed = useWatch({ control: fields.control, name: 'tel' });
  const handleOther = (): void => {
    forgetPhone();
    setMasked('');
    fields.setValue('tel', '');
    fields.clearErrors('tel');
    fields.setFocus('tel');
  };
  return (
    <div className={styles.block}>
      <PhoneField field={fields.register('tel')} error={fields.formState.errors.tel?.message} />
      {fields.formState.errors.tel?.type === 'account.frozen' ? (
        <a href="/helper/contact#ask" className={styles.link}>
          {signInText.contactUs}
        </a>
      ) : null}
      {masked !== '' && typed === masked ? (
        <button type="button" className={styles.corner} onClick={handleOther}>
          {signInText.otherPhone}
        </button>
      ) : null}
      {children}
    </div>
  );
};
