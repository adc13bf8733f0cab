/** Schema of the import form, and the conversion of its values to the fields of the request. */
import { accessModel, bookLevel, LIMITS } from '@shufang/contract';
import { z } from 'zod';
import { anyOf } from '../../../platform/forms/chosen.ts';
import { importText } from '../../../platform/messages/zh-cn/import.ts';
import { fenOf } from '../../../platform/records/fen.ts';
import type { ImportFields } from './uploads.ts';

export const importForm = z
  .object({
    files: anyOf<readonly File[]>().refine((files) => files.length > 0, importText.needFile),
    publish: z.boolean(),
    access: accessModel,
    /** Price of the book in yuan, as typed. */
    price: z.string(),
    trialChapters: z
      .string()
      .trim()
      .regex(/^\d{1,4}$/, importText.trialWrong)
      .transform(Number)
      .refine((count) => count <= LIMITS.trialChaptersMax, importText.trialWrong),
    categories: anyOf<readonly string[]>(),
    /** Publisher of the book; if empty, the server uses the publisher named in the file. */
    publisher: z.string().trim(),
    /** Level of the book; empty if no level is selected. */
    level: z.union([bookLevel, z.literal('')]),
  })
  .refine(({ access, price }) => access !== 'paid' || (fenOf(price) ?? 0) > 0, {
    path: ['price'],
    error: importText.priceWrong,
    // The price is validated even if other fields are invalid, so that all errors are shown together.
    when: () => true,
  });
export type FormValues = z.input<typeof importForm>;

export const EMPTY_FORM: FormValues = {
  files: [],
  publish: true,
  access: 'free',
  price: '',
  trialChapters: '2',
  categories: [],
  publisher: '',
  level: '',
};

/** Returns the fields of the request. */
export const requestFieldsOf = (values: z.output<typeof importForm>): ImportFields => {
  const { publish, access, trialChapters, categories, publisher, level } = values;
  const priceFen = access === 'paid' ? fenOf(values.price) : undefined;
  return {
    publish,
    access,
    ...(priceFen === undefined ? {} : { priceFen }),
    trialChapters,
    ...(categories.length === 0 ? {} : { category: categories.join(',') }),
    ...(publisher === '' ? {} : { publisher }),
    ...(level === '' ? {} : { level }),
  };
};
