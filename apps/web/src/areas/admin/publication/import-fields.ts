/** Values of the import form, and their conversion to the fields of the request. */
import { type AccessModel, type BookLevel, LIMITS } from '@shufang/contract';
import { z } from 'zod';
import { importText } from '../../../platform/messages/zh-cn/import.ts';
import type { ImportFields } from './uploads.ts';

export interface FormValues {
  readonly publish: boolean;
  readonly access: AccessModel;
  /** Price of the book in yuan, as typed. */
  readonly price: string;
  readonly trialChapters: string;
  readonly categories: readonly string[];
  /** Publisher of the book; if empty, the server uses the publisher named in the file. */
  readonly publisher: string;
  /** Level of the book; empty if no level is selected. */
  readonly level: BookLevel | '';
}

export const EMPTY_FORM: FormValues = {
  publish: true,
  access: 'free',
  price: '',
  trialChapters: '2',
  categories: [],
  publisher: '',
  level: '',
};

/** Converts yuan with at most two decimals to fen. Works on the text, because 39.80 × 100 is not an integer in floating point. */
const priceFen = z
  .string()
  .trim()
  .regex(/^\d{1,6}(?:\.\d{1,2})?$/)
  .transform((text) => {
    const [yuan = '0', rest = ''] = text.split('.');
    return Number(yuan) * 100 + Number(rest.padEnd(2, '0'));
  })
  .pipe(z.number().min(1).max(LIMITS.priceFenMax));
const trialChapters = z
  .string()
  .trim()
  .regex(/^\d{1,4}$/)
  .transform(Number)
  .pipe(z.number().max(LIMITS.trialChaptersMax));

export interface FieldErrors {
  readonly price?: string;
  readonly trialChapters?: string;
}

/** Returns the fields of the request, or the validation error of each invalid field. */
export const readForm = (values: FormValues): { fields: ImportFields } | { errors: FieldErrors } => {
  const price = values.access === 'paid' ? priceFen.safeParse(values.price) : undefined;
  const trial = trialChapters.safeParse(values.trialChapters);
  if (price?.success === false || !trial.success) {
    return {
      errors: {
        ...(price?.success === false ? { price: importText.priceWrong } : {}),
        ...(trial.success ? {} : { trialChapters: importText.trialWrong }),
      },
    };
  }
  return {
    fields: {
      publish: values.publish,
      access: values.access,
      ...(price ? { priceFen: price.data } : {}),
      trialChapters: trial.data,
      ...(values.categories.length === 0 ? {} : { category: values.categories.join(',') }),
      ...(values.publisher.trim() === '' ? {} : { publisher: values.publisher.trim() }),
      ...(values.level === '' ? {} : { level: values.level }),
    },
  };
};
