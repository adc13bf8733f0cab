import { rawOperation } from '../wire/operation.ts';
import { ALIPAY_NOTIFY_PATH } from './order-fields.ts';

/** Webhook of Alipay. Called without a session; each notification is signed. */
export const notifyAlipay = rawOperation({
  name: 'notifyAlipay',
  method: 'POST',
  path: ALIPAY_NOTIFY_PATH,
  summary: '支付宝结果通知',
  permission: 'browse',
});
