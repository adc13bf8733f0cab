/**
 * The phone number of the last sign-in on this device, shown only masked. The form field contains the masked text until the user
 * types another number.
 */
import { maskPhone, phone } from '@shufang/contract';
import { storedValue } from '../../platform/session/stored-value.ts';

const storedPhone = storedValue('lastPhone', phone);

export const rememberPhone = (tel: string): void => storedPhone.store(tel);
export const forgetPhone = (): void => storedPhone.remove();

/** Returns the masked number, such as `138****0001`, or an empty string before the first sign-in on this device. */
export const rememberedPhoneMasked = (): string => maskPhone(storedPhone.find() ?? '');

/** Normalizes a typed phone number: removes spaces, hyphens and +86, and converts full-width digits. */
export const plainPhone = (text: string): string =>
  text
    .normalize('NFKC')
    .replaceAll(/[\s\u200B-\u200F\u202A-\u202E-]/g, '')
    .replace(/^(?:\+|00)?86(?=1\d{10}$)/, '');

/** Returns the phone number that the text of the sign-in field stands for; the text may be the masked number. */
export const phoneMeantBy = (text: string): string => {
  const plain = plainPhone(text);
  const remembered = storedPhone.find();
  return remembered !== undefined && plain === maskPhone(remembered) ? remembered : plain;
};
