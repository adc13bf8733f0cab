/** The question whether a user agrees to the terms as they are now: the user can agree or sign out. Escape does neither. */
import { giveConsent, TERMS_VERSION } from '@shufang/contract';
import { Block, buttonClass, ModalDialog, Row } from '@shufang/ui';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '../../platform/api/client.ts';
import { termsText as text } from '../../platform/messages/zh-cn/terms.ts';
import { TermsArticle } from '../../platform/terms/terms-article.tsx';
import styles from './consent-question.module.css';
import { dropRoles, userInfoQuery } from './queries.ts';
import { useSignOut } from './use-sign-out.ts';

const keepOpen = (): void => undefined;

export const ConsentQuestion = () => {
  const queryClient = useQueryClient();
  const { signOut, signingOut } = useSignOut();
  const agreeing = useMutation({
    mutationFn: () => call(giveConsent, { version: TERMS_VERSION }),
    onSuccess: async (user) => {
      queryClient.setQueryData(userInfoQuery().queryKey, user);
      await dropRoles(queryClient);
    },
  });
  return (
    <ModalDialog title={text.updatedTitle} onClose={keepOpen}>
      <p>{text.updatedLead}</p>
      {/* The text of the terms scrolls, so it must be focusable for users of the keyboard. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
      <Block size={15} marginTop={16} className={styles.text} role="region" aria-label={text.title} tabIndex={0}>
        <TermsArticle />
      </Block>
      <Row gap={12} justify="end" marginTop={24} className={styles.actions}>
        <button type="button" className={buttonClass('quiet')} aria-disabled={signingOut} onClick={signOut}>
          {text.signOut}
        </button>
        <button
          type="button"
          className={buttonClass()}
          aria-disabled={agreeing.isPending}
          onClick={() => {
            if (!agreeing.isPending) agreeing.mutate();
          }}
        >
          {agreeing.isPending ? text.agreeing : text.agree}
        </button>
      </Row>
    </ModalDialog>
  );
};
