/** Validation of the dialog of a textbook on an adoption list, and its conversion. */
import { type AdoptionAward, type AdoptionForm, type AdoptionItem, isIsbn13, LIMITS } from '@shufang/contract';
import { z } from 'zod';
import type { ChosenBook } from '../../../features/activation-code/book-picker.tsx';
import { anyOf } from '../../../platform/forms/chosen.ts';
import { adoptionText as text } from '../../../platform/messages/zh-cn/adoption.ts';
import type { ItemInput } from './adoption-input.ts';

const digits = (value: string): string => value.replaceAll(/[\s-]/g, '');

export const itemFields = z.object({
  book: anyOf<ChosenBook | undefined>().refine((book) => book !== undefined, text.bookNeeded),
  courseCode: z.string().trim().min(1, text.courseCodeNeeded),
  course: z.string().trim().min(1, text.courseNeeded),
  classId: z.string(),
  form: anyOf<AdoptionForm>(),
  isbn: z.string().refine((value) => isIsbn13(digits(value)), text.isbnWrong),
  edition: z.string().trim().min(1, text.editionNeeded),
  publisher: z.string().trim(),
  award: anyOf<AdoptionAward>(),
  isMarxist: z.boolean(),
  students: z
    .string()
    .trim()
    .refine((value) => /^\d+$/.test(value) && Number(value) <= LIMITS.adoptionStudentsMax, text.studentsNeeded),
  hasTeacherCopy: z.boolean(),
  price: z
    .string()
    .trim()
    .refine((value) => /^(\d{1,5}(\.\d{1,2})?)?$/.test(value) && Number(value) * 100 <= LIMITS.adoptionPriceMaxFen, text.priceWrong),
  reason: z.string().trim(),
});

export type ItemValues = z.input<typeof itemFields>;
export type ValidItem = z.output<typeof itemFields>;

export const valuesOfItem = (item: AdoptionItem | undefined): ItemValues => ({
  book: item === undefined ? undefined : { id: item.bookId, title: item.bookTitle },
  courseCode: item?.courseCode ?? '',
  course: item?.course ?? '',
  classId: item?.classId ?? '',
  form: item?.form ?? 'print',
  isbn: item?.isbn ?? '',
  edition: item?.edition ?? '',
  publisher: item?.publisher ?? '',
  award: item?.award ?? 'none',
  isMarxist: item?.isMarxist ?? false,
  students: item === undefined ? '' : String(item.students),
  hasTeacherCopy: item?.hasTeacherCopy ?? false,
  price: item?.priceFen === undefined ? '' : (item.priceFen / 100).toFixed(2),
  reason: item?.reason ?? '',
});

export const inputOfValues = ({ book, classId, students, price, isbn, ...rest }: ValidItem): ItemInput => ({
  ...rest,
  bookId: book?.id ?? '',
  isbn: digits(isbn),
  students: Number(students),
  ...(classId === '' ? {} : { classId }),
  ...(price === '' ? {} : { priceFen: Math.round(Number(price) * 100) }),
});
