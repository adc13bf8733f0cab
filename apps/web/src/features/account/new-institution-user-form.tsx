/**
 * Form for a user who signed in through an institution and has no account here: creates an account, or links the account of their phone
 * number.
 */
import { bindInstitution, type LoginResult } from '@shufang/contract';
import { Button, Column, Text } from '@shufang/ui';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../../platform/api/client.ts';
import { institutionText as text } from '../../platform/messages/zh-cn/institutions.ts';
import { BindPhoneForm } from './bind-phone-form.tsx';
import { completeSignIn } from './complete-sign-in.ts';
import choiceStyles from './institution.module.css';
import { forgetNewInstitutionUser } from './institution-proof.ts';
import { signInOptionsQuery } from './queries.ts';
import { SignInConsent } from './sign-in-consent.tsx';
import { clearDraft } from './sign-in-draft.ts';
import { asks, signInThroughSteps } from './sign-in-steps.ts';

interface NewInstitutionUserFormProps {
  /** Sign-in ticket, returned by `finishInstitution`, that proves who the user is at the institution. */
  readonly ticket: string;
  readonly onBound: () => void;
}

export const NewInstitutionUserForm = ({ ticket, onBound }: NewInstitutionUserFormProps) => {
  const queryClient = useQueryClient();
  const [hasAccount, setHasAccount] = useState(false);
  const [termsOpen, setTermsOpen] = useState(false);
  const bind = async (phone?: { tel: string; code: string }): Promise<LoginResult> => {
    const { termsVersion: terms } = await queryClient.ensureQueryData(signInOptionsQuery());
    return signInThroughSteps(() => call(bindInstitution, { ticket, terms, ...phone, ...asks }));
  };
  const handleBound = async (result: LoginResult): Promise<void> => {
    clearDraft();
    forgetNewInstitutionUser();
    await completeSignIn(result);
    onBound();
  };
  const entering = useMutation({ mutationFn: () => bind(), onSuccess: handleBound });
  return (
    <>
      <Column gap={8} className={choiceStyles.choice}>
        <Button size="md" isFullWidth isBusy={entering.isPending} onClick={() => entering.mutate()}>
          {text.enter}
        </Button>
        <Text as="p" size={13} tone="faint">
          {text.enterHint}
        </Text>
      </Column>
      <Column gap={8} className={choiceStyles.choice}>
        {hasAccount ? (
          <>
            <p>{text.haveAccountLead}</p>
            <BindPhoneForm submitLabel={text.bind} isMain={false} bind={bind} onBound={handleBound} />
          </>
        ) : (
          <Button variant="quiet" size="md" isFullWidth onClick={() => setHasAccount(true)}>
            {text.haveAccount}
          </Button>
        )}
      </Column>
      <SignInConsent isSignUp={false} isOpen={termsOpen} onOpen={() => setTermsOpen(true)} onClose={() => setTermsOpen(false)} />
    </>
  );
};
