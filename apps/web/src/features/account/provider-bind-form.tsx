/** Form for a provider's user who has no account here: links a phone number, which creates or finds the account, and signs in. */
import { bindProvider, type SignInProvider } from '@shufang/contract';
import { call } from '../../platform/api/client.ts';
import { signInText } from '../../platform/messages/zh-cn/sign-in.ts';
import { BindPhoneForm } from './bind-phone-form.tsx';
import { completeSignIn } from './complete-sign-in.ts';
import { clearDraft } from './sign-in-draft.ts';
import { forgetNewUser } from './sign-in-proof.ts';
import { asks, signInThroughSteps } from './sign-in-steps.ts';

interface ProviderBindFormProps {
  readonly provider: SignInProvider;
  /** Sign-in ticket, returned by `finishProviderSignIn`, that proves who the user is at the provider. */
  readonly ticket: string;
  readonly onBound: () => void;
}

export const ProviderBindForm = ({ provider, ticket, onBound }: ProviderBindFormProps) => (
  <BindPhoneForm
    submitLabel={signInText.dispatchBindAction}
    isMain
    bind={(phone) => signInThroughSteps(() => call(bindProvider, { provider, ticket, ...phone, ...asks }))}
    onBound={async (result) => {
      clearDraft();
      forgetNewUser();
      await completeSignIn(result);
      onBound();
    }}
  />
);
