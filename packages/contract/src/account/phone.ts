import { z } from 'zod';
import { errorSentences } from '../errors.ts';

/** Mainland mobile number: 1, then 3 to 9, then nine digits (product spec, section 5). */
export const PHONE_PATTERN = /^1[3-9]\d{9}$/;
export const phone = z.string().regex(PHONE_PATTERN, errorSentences['account.phoneInvalid']);

/** `138****0001`: how a number may be shown and logged. */
export const maskPhone = (tel: string): string => tel.replace(/^(\d{3})\d{4}(\d{4})$/, '$1****$2');
