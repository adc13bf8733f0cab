/** Ties the WeChat operations of the contract to their use cases. */
import { bindWechat, finishWechat, startWechat, unbindWechat } from '@shufang/contract';
import type { Router } from '../../platform/http/router.ts';
import type { Account } from './account.ts';
import { bindWechat as tieToNumber, unbindWechat as untie } from './bind-wechat.ts';
import { startWechat as beginWalk, finishWechat as endWalk } from './wechat-walk.ts';

export const registerWechatRoutes = (router: Router, account: Account): void => {
  router.handleAnyone(startWechat, (input, context) => beginWalk(account, input, { ...context, userId: context.reader?.userId }));
  router.handleAnyone(finishWechat, (input, context) => endWalk(account, input, { ...context, userId: context.reader?.userId }));
  router.handleAnyone(bindWechat, (input, context) => tieToNumber(account, input, context));
  router.handle(unbindWechat, async (_input, { reader }) => ({ payload: await untie(account, reader.userId), say: '已解除微信绑定' }));
};
