/** What signing in agrees to. The terms open over the panel, so that nothing typed is left behind. */
import { buttonClass, ModalDialog } from '@shufang/ui';
import type { MouseEvent } from 'react';
import { accountText } from '../../platform/messages/zh-cn/account.ts';
import { helpText } from '../../platform/messages/zh-cn/help.ts';
import { signInText } from '../../platform/messages/zh-cn/sign-in.ts';
import styles from './sign-in.module.css';

interface SignInConsentProps {
  readonly isSignUp: boolean;
  readonly isOpen: boolean;
  readonly onOpen: () => void;
  readonly onClose: () => void;
}

export const SignInConsent = ({ isSignUp, isOpen, onOpen, onClose }: SignInConsentProps) => {
  const handleOpen = (event: MouseEvent): void => {
    if (event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    onOpen();
  };
  return (
    <>
      <p className={styles.consent}>
        {isSignUp ? signInText.signUpConsent : accountText.consent}
        <a href={`/helper/contact#${helpText.terms.id}`} className={styles.link} onClick={handleOpen}>
          {accountText.terms}
        </a>
      </p>
      {isOpen ? (
        <ModalDialog title={helpText.terms.title} onClose={onClose}>
          <ul className={styles.terms}>
            {helpText.termsItems.map((item) => (
              <li key={item}>{item}</li>
            ))}
          </ul>
          <p className={styles.termsClose}>
            <button type="button" className={buttonClass()} onClick={onClose}>
              {signInText.termsClose}
            </button>
          </p>
        </ModalDialog>
      ) : null}
    </>
  );
};
