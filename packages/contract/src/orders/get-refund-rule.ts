import { operation } from '../wire/operation.ts';
import { orderByNo, refundRule } from './order-fields.ts';

export const getRefundRule = operation({
  name: 'getRefundRule',
  method: 'GET',
  path: '/api/order/refundRule',
  summary: '能否退款',
  permission: 'ownAccount',
  input: orderByNo,
  output: refundRule,
  errors: ['orders.notFound'],
});
