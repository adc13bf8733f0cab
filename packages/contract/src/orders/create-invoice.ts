import { z } from 'zod';
import { LIMITS } from '../limits.ts';
import { operation } from '../wire/operation.ts';
import { invoiceRequest, invoiceTitleType, orderNo } from './order.ts';

const TAX_NO = /^[0-9A-Z]{15,20}$/;

/** Requests an invoice for one or several paid orders. A company must give its tax number. */
export const createInvoice = operation({
  name: 'createInvoice',
  method: 'POST',
  path: '/api/invoice/create',
  summary: '申请发票',
  permission: 'buy',
  input: z
    .object({
      orderNos: z.preprocess(
        (value) => (typeof value === 'string' ? value.split(',') : value),
        z.array(orderNo).min(1).max(LIMITS.invoiceOrdersMax, `一张发票最多合并 ${LIMITS.invoiceOrdersMax} 个订单`),
      ),
      titleType: invoiceTitleType,
      title: z.string().trim().min(1, '请填写发票抬头').max(100, '抬头不能超过 100 个字'),
      taxNo: z.string().trim().toUpperCase().regex(TAX_NO, '税号须为 15 至 20 位数字或大写字母').optional(),
      email: z.email('邮箱格式有误').max(200).optional(),
    })
    .refine(({ titleType, taxNo }) => titleType === 'personal' || taxNo !== undefined, { message: '单位发票须填写税号', path: ['taxNo'] }),
  output: invoiceRequest,
  errors: ['orders.notFound', 'orders.invoiceRefused'],
});
