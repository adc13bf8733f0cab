/**
 * The number of the last sign-in on this device, shown only masked. The form's field holds the masked text as long as nobody
 * types another number over it.
 */
import { maskPhone, phone } from '@shufang/contract';
import { storedValue } from '../../platform/session/stored-value.ts';

const kept = storedValue('lastPhone', phone);

export const rememberPhone = (tel: string): void => kept.store(tel);
export const forgetPhone = (): void => kept.remove();

/** `138****0001`, or empty when nobody signed in here yet. */
export const rememberedPhoneMasked = (): string => maskPhone(kept.find() ?? '');

/** The number in what was typed: spaces, hyphens, full-width digits and +86 are how people type and paste it. */
export const plainPhone = (text: string): string =>
  text
    .normalize('NFKC')
    .replaceAll(/[\s\u200B-\u200F\u202A-\u202E-]/g, '')
    .replace(/^(?:\+|00)?86(?=1\d{10}$)/, '');

/** The number meant by what stands in the field of who signs in here. */
export const phoneMeantBy = (text: string): string => {
  const plain = plainPhone(text);
  const remembered = kept.find();
  return remembered !== undefined && plain === maskPhone(remembered) ? remembered : plain;
};
