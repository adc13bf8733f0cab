/**
 * Finishes the sign-in attempt with WeChat's response. Throws `account.wechatOff`, `account.wechatFailed`, `account.wechatTaken`,
 * `account.frozen`, `unavailable`.
 */
import { CodedError } from '@shufang/contract';
import type { UseCase } from '../../../platform/http/register.ts';
import type { Account } from '../account.ts';
import { finishExternalSignIn } from './external-sign-in.ts';
import { providerSignIn } from './provider-sign-in.ts';

export const finishProviderSignIn: UseCase<'finishProviderSignIn', Account> = async (account, caller, input) => {
  if (account.wechat === undefined && account.wechatAccount === undefined) throw new CodedError('account.wechatOff');
  const { identity, returnTo, ...result } = await finishExternalSignIn(account, providerSignIn(account), caller, input);
  if (result.outcome === 'newUser') return { outcome: 'needsPhone', ticket: result.ticket, nickname: identity.nickname, returnTo };
  return { ...result, returnTo };
};
