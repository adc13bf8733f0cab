/**
 * Navigates this window to a payment provider. Stores the page to which the reader returns afterwards, because the provider knows only the
 * payment page.
 */
import { LIMITS } from '@shufang/contract';
import { z } from 'zod';
import { storedValue } from '../../platform/session/stored-value.ts';

const payBackTo = storedValue('payBackTo', z.object({ no: z.string(), to: z.string() }), LIMITS.orderLifetimeMs);

/** Returns the path to which the reader returns after paying this order, if they left this site for a payment provider. */
export const findBackTo = (no: string): string | undefined => {
  const stored = payBackTo.find();
  return stored?.no === no ? stored.to : undefined;
};

/** Navigates with a referrer, because WeChat opens its payment page only when the referrer is the registered site. */
export const leaveTo = (address: string, no: string, backTo: string | undefined): void => {
  const { protocol } = new URL(address);
  if (protocol !== 'https:' && protocol !== 'http:') throw new Error('a payment page has another scheme');
  if (backTo !== undefined) payBackTo.store({ no, to: backTo });
  const link = document.createElement('a');
  link.href = address;
  link.referrerPolicy = 'origin';
  document.body.append(link);
  link.click();
  link.remove();
};
