/** Whom an institution knows and we do not: enters with a new account, or ties the one of their number. */
import './mantine-sign-in.css';
import { Button } from '@mantine/core';
import { bindInstitution, type LoginResult } from '@shufang/contract';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../../platform/api/client.ts';
import { institutionText as text } from '../../platform/messages/zh-cn/institutions.ts';
import { BindPhoneForm } from './bind-phone-form.tsx';
import { completeSignIn } from './complete-sign-in.ts';
import choiceStyles from './institution.module.css';
import { forgetInstitutionNewcomer } from './institution-proof.ts';
import { signInOptionsQuery } from './queries.ts';
import { SignInConsent } from './sign-in-consent.tsx';
import { clearDraft } from './sign-in-draft.ts';

interface InstitutionNewcomerProps {
  /** From `finishInstitution`. */
  readonly ticket: string;
  readonly onBound: () => void;
}

export const InstitutionNewcomer = ({ ticket, onBound }: InstitutionNewcomerProps) => {
  const queryClient = useQueryClient();
  const [hasAccount, setHasAccount] = useState(false);
  const [termsOpen, setTermsOpen] = useState(false);
  const bind = async (phone?: { tel: string; code: string }): Promise<LoginResult> => {
    const { termsVersion: terms } = await queryClient.ensureQueryData(signInOptionsQuery());
    return call(bindInstitution, { ticket, terms, ...phone });
  };
  const handleBound = async (result: LoginResult): Promise<void> => {
    clearDraft();
    forgetInstitutionNewcomer();
    await completeSignIn(result);
    onBound();
  };
  const entering = useMutation({ mutationFn: () => bind(), onSuccess: handleBound });
  return (
    <>
      <div className={choiceStyles.choice}>
        <Button size="md" fullWidth loading={entering.isPending} onClick={() => entering.mutate()}>
          {text.enter}
        </Button>
        <p className={choiceStyles.hint}>{text.enterHint}</p>
      </div>
      <div className={choiceStyles.choice}>
        {hasAccount ? (
          <>
            <p>{text.haveAccountLead}</p>
            <BindPhoneForm submitLabel={text.bind} isMain={false} bind={bind} onBound={handleBound} />
          </>
        ) : (
          <Button variant="default" size="md" fullWidth onClick={() => setHasAccount(true)}>
            {text.haveAccount}
          </Button>
        )}
      </div>
      <SignInConsent isSignUp={false} isOpen={termsOpen} onOpen={() => setTermsOpen(true)} onClose={() => setTermsOpen(false)} />
    </>
  );
};
