/** Ties the calls about a person's own profile, and leaving, to their use cases. */
import { closeAccount as closeOperation, keepAccount as keepOperation, setUserInfo as setOperation } from '@shufang/contract';
import type { Router } from '../../platform/http/router.ts';
import type { Account } from './account.ts';
import { closeAccount, keepAccount } from './close-account.ts';
import { setUserInfo, type TakeAvatar } from './set-user-info.ts';

const DAY = new Intl.DateTimeFormat('zh-CN', { timeZone: 'Asia/Shanghai', dateStyle: 'long' });

export const registerProfileRoutes = (router: Router, account: Account, takeAvatar: TakeAvatar): void => {
  router.handle(setOperation, async (input, { reader }) => ({
    payload: await setUserInfo({ ...account, takeAvatar }, reader.userId, input),
    say: '个人信息已保存',
  }));
  router.handle(closeOperation, async ({ code }, { reader, address }) => {
    const payload = await closeAccount(account, reader.userId, { code, address });
    return { payload, say: `账号将于${DAY.format(payload.closesAt)}注销，在此之前登录并撤销即可保留` };
  });
  router.handle(keepOperation, async (_input, { reader }) => ({
    payload: await keepAccount(account, reader.userId),
    say: '已撤销注销，账号恢复正常',
  }));
};
