import { rawOperation } from '../wire/operation.ts';
import { WECHAT_NOTIFY_PATH } from './order-fields.ts';

/** Webhook of WeChat Pay. Called without a session; each notification is signed. */
export const notifyWechatPay = rawOperation({
  name: 'notifyWechatPay',
  method: 'POST',
  path: WECHAT_NOTIFY_PATH,
  summary: '微信支付结果通知',
  permission: 'browse',
});
