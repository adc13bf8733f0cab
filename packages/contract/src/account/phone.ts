import { z } from 'zod';
import { clientSentences } from '../client-sentences.ts';

/** Pattern of a mobile number of mainland China: 1, then 3 to 9, then nine digits (specification.md §5). */
export const PHONE_PATTERN = /^1[3-9]\d{9}$/;
export const phone = z.string().regex(PHONE_PATTERN, clientSentences['account.phoneInvalid']);

/** Returns a phone number with four digits masked, for display and logs, e.g. `138****0001`. */
export const maskPhone = (tel: string): string => tel.replace(/^(\d{3})\d{4}(\d{4})$/, '$1****$2');
