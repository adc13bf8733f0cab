/** What the operator writes in the form, and what of it goes to the server. */
import { type AccessModel, type BookLevel, LIMITS } from '@shufang/contract';
import { z } from 'zod';
import { importText } from '../../platform/messages/zh-cn/import.ts';
import type { ImportFields } from './uploads.ts';

export interface FormValues {
  readonly publish: boolean;
  readonly access: AccessModel;
  /** As typed, in yuan. */
  readonly price: string;
  readonly trialChapters: string;
  readonly categories: readonly string[];
  /** Empty: as the file has it. */
  readonly publisher: string;
  /** Empty: none. */
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

/** Yuan with at most two decimals, as fen. Counted in text: 39.80 × 100 is not a whole number for a computer. */
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

export interface FieldFaults {
  readonly price?: string;
  readonly trialChapters?: string;
}

/** The fields of the call, or what is wrong with which field. */
export const readForm = (values: FormValues): { fields: ImportFields } | { faults: FieldFaults } => {
  const price = values.access === 'paid' ? priceFen.safeParse(values.price) : undefined;
  const trial = trialChapters.safeParse(values.trialChapters);
  if (price?.success === false || !trial.success) {
    return {
      faults: {
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
