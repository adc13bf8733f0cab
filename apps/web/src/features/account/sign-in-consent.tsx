/** The line about consent to the terms in the sign-in panel. The terms open in a dialog above the panel, so that no input is lost. */
import { buttonClass, ModalDialog, Text } from '@shufang/ui';
import type { MouseEvent } from 'react';
import { accountText } from '../../platform/messages/zh-cn/account.ts';
import { signInText } from '../../platform/messages/zh-cn/sign-in.ts';
import { termsText } from '../../platform/messages/zh-cn/terms.ts';
import { TermsArticle } from '../../platform/terms/terms-article.tsx';
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
      <Text as="p" size={13} tone="faint" marginTop={16} className={styles.consent}>
        {isSignUp ? signInText.signUpConsent : accountText.consent}
        <a href="/helper/terms" className={styles.link} onClick={handleOpen}>
          {accountText.terms}
        </a>
      </Text>
      {isOpen ? (
        <ModalDialog title={termsText.title} onClose={onClose}>
          <TermsArticle />
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
