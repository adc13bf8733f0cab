import { rawOperation } from '../wire/operation.ts';
import { LOCAL_NOTIFY_PATH } from './order-fields.ts';

/** Webhook of the simulated payment provider. Called without a session; each notification is signed. */
export const notifyLocalPay = rawOperation({
  name: 'notifyLocalPay',
  method: 'POST',
  path: LOCAL_NOTIFY_PATH,
  summary: '演示支付结果通知',
  permission: 'browse',
});
