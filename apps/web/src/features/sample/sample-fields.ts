/** Validation of the dialog that asks for samples. The address is validated for printed samples only. */
import { LIMITS, type SampleForm } from '@shufang/contract';
import { z } from 'zod';
import { anyOf } from '../../platform/forms/chosen.ts';
import { samplesText as text } from '../../platform/messages/zh-cn/samples.ts';

/** A book for which a sample is asked. */
export interface SampleBook {
  readonly id: string;
  readonly title: string;
}

const PHONE = /^1[3-9]\d{9}$/;

export const sampleFields = z
  .object({
    books: anyOf<readonly SampleBook[]>().refine((books) => books.length > 0, text.booksNeeded),
    form: anyOf<SampleForm>(),
    course: z.string().trim().min(1, text.courseNeeded),
    term: z.string().trim().min(1, text.termNeeded),
    students: z
      .string()
      .trim()
      .refine((value) => /^\d+$/.test(value) && Number(value) >= 1 && Number(value) <= LIMITS.sampleStudentsMax, text.studentsNeeded),
    plan: z.string().trim().min(1, text.planNeeded),
    receiver: z.string().trim(),
    phone: z.string().trim(),
    province: z.string().trim(),
    city: z.string().trim(),
    address: z.string().trim(),
  })
  .check((context) => {
    const { form, receiver, phone, province, city, address } = context.value;
    if (form !== 'print') return;
    const problems = [
      ['receiver', receiver === '', text.receiverNeeded],
      ['phone', !PHONE.test(phone), text.phoneWrong],
      ['province', province === '', text.provinceNeeded],
      ['city', city === '', text.cityNeeded],
      ['address', address === '', text.addressNeeded],
    ] as const;
    for (const [path, isWrong, message] of problems)
      if (isWrong) context.issues.push({ code: 'custom', input: context.value, path: [path], message });
  });

export type SampleValues = z.input<typeof sampleFields>;
