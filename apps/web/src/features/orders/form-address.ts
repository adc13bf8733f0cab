import type { PaymentStart } from '@shufang/contract';

/**
 * Returns the payment URL of Alipay with the signed fields. Alipay also accepts a form, but our content security policy (`form-action`)
 * forbids forms to other origins.
 */
export const addressOf = ({ action, fields }: Extract<PaymentStart, { kind: 'form' }>): string => {
  const address = new URL(action);
  for (const [name, value] of Object.entries(fields)) address.searchParams.set(name, value);
  return address.href;
};
