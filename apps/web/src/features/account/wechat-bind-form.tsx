/** Form for a WeChat user who has no account here: links a phone number, which creates or finds the account, and signs in. */
import { bindWechat } from '@shufang/contract';
import { call } from '../../platform/api/client.ts';
import { signInText } from '../../platform/messages/zh-cn/sign-in.ts';
import { BindPhoneForm } from './bind-phone-form.tsx';
import { completeSignIn } from './complete-sign-in.ts';
import { clearDraft } from './sign-in-draft.ts';
import { asks, signInThroughSteps } from './sign-in-steps.ts';
import { forgetNewUser } from './wechat-proof.ts';

interface WechatBindFormProps {
  /** Sign-in ticket that stands for the user's WeChat identity, returned by `finishWechat`. */
  readonly ticket: string;
  readonly onBound: () => void;
}

export const WechatBindForm = ({ ticket, onBound }: WechatBindFormProps) => (
  <BindPhoneForm
    submitLabel={signInText.dispatchBindAction}
    isMain
    bind={(phone) => signInThroughSteps(() => call(bindWechat, { ticket, ...phone, ...asks }))}
    onBound={async (result) => {
      clearDraft();
      forgetNewUser();
      await completeSignIn(result);
      onBound();
    }}
  />
);
