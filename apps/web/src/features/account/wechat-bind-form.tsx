/** A person whom WeChat knows and we do not: ties a phone number, which makes or finds their account, and signs in. */
import { bindWechat } from '@shufang/contract';
import { call } from '../../platform/api/client.ts';
import { signInText } from '../../platform/messages/zh-cn/sign-in.ts';
import { BindPhoneForm } from './bind-phone-form.tsx';
import { completeSignIn } from './complete-sign-in.ts';
import { clearDraft } from './sign-in-draft.ts';
import { forgetNewcomer } from './wechat-proof.ts';

interface WechatBindFormProps {
  /** From `finishWechat`. */
  readonly ticket: string;
  readonly onBound: () => void;
}

export const WechatBindForm = ({ ticket, onBound }: WechatBindFormProps) => (
  <BindPhoneForm
    submitLabel={signInText.dispatchBindAction}
    isMain
    bind={(phone) => call(bindWechat, { ticket, ...phone })}
    onBound={async (result) => {
      clearDraft();
      forgetNewcomer();
      await completeSignIn(result);
      onBound();
    }}
  />
);
