/** Sample copies: a verified teacher asks for a book before adopting it, in print or digital (product.md §6.4, §7.5). */
import { z } from 'zod';
import { PHONE_PATTERN } from '../account/phone.ts';
import { LIMITS } from '../limits.ts';
import { entityId } from '../publication/id.ts';

export const sampleForm = z.enum(['print', 'digital']);

export type SampleForm = z.output<typeof sampleForm>;

/**
 * State of the sample of one book. submitted -> approved -> shipped -> received; submitted -> rejected or canceled. A digital sample ends
 * with `approved`, which opens the book at once.
 */
export const sampleStatus = z.enum(['submitted', 'approved', 'shipped', 'received', 'rejected', 'canceled']);

export type SampleStatus = z.output<typeof sampleStatus>;

const line = (what: string, max: number) => z.string().trim().min(1, `请填写${what}`).max(max, `${what}最多 ${max} 个字`);

/** Where a printed sample is sent. */
export const shippingAddress = z.object({
  receiver: line('收件人', LIMITS.sampleReceiverChars),
  phone: z.string().trim().regex(PHONE_PATTERN, '手机号码格式错误'),
  province: line('省份', 20),
  city: line('城市', 30),
  address: line('详细地址', LIMITS.sampleAddressChars),
});

export type ShippingAddress = z.output<typeof shippingAddress>;

/** What a teacher enters. The address is required for printed samples only. */
export const sampleApplication = z
  .object({
    bookIds: z
      .array(entityId)
      .min(1, '请选择图书')
      .max(LIMITS.samplesPerRequestMax, `一次最多申请 ${LIMITS.samplesPerRequestMax} 种`)
      .refine((ids) => new Set(ids).size === ids.length, '同一本书只能申请一次'),
    form: sampleForm,
    course: line('课程', LIMITS.sampleCourseChars),
    term: line('学期', LIMITS.sampleTermChars),
    students: z.coerce
      .number('请填写学生人数')
      .int('学生人数须为整数')
      .min(1, '请填写学生人数')
      .max(LIMITS.sampleStudentsMax, `学生人数最多 ${LIMITS.sampleStudentsMax} 人`),
    /** Why the teacher asks for the sample, and how the book would be used. */
    plan: line('申请理由', LIMITS.samplePlanChars),
    shipping: shippingAddress.optional(),
  })
  .refine(({ form, shipping }) => form === 'digital' || shipping !== undefined, { message: '请填写收件地址', path: ['shipping'] });

/** A sample as its teacher sees it. */
export const sample = z.object({
  id: entityId,
  status: sampleStatus,
  form: sampleForm,
  book: z.object({ id: entityId, title: z.string(), isbn: z.string().optional() }),
  course: z.string(),
  term: z.string(),
  students: z.number().int(),
  plan: z.string(),
  /** Absent for a digital sample, and after the request was refused or withdrawn. */
  shipping: shippingAddress.optional(),
  /** Reason of a refusal, or a remark of the operator. */
  reply: z.string(),
  /** How a printed sample was sent. */
  shipment: z.object({ carrier: z.string(), trackingNo: z.string(), shippedAt: z.number().int() }).optional(),
  /** End of the right to read a digital sample, UTC ms. */
  endsAt: z.number().int().optional(),
  createdAt: z.number().int(),
  decidedAt: z.number().int().optional(),
  receivedAt: z.number().int().optional(),
});

export type Sample = z.output<typeof sample>;

/** A sample in the admin area. */
export const adminSample = sample.extend({
  /** The teacher; absent if the account no longer exists. `verified`: name, institution and department of the verification. */
  teacher: z
    .object({
      userId: z.string(),
      name: z.string(),
      tel: z.string(),
      verified: z.object({ name: z.string(), institution: z.string(), department: z.string() }).optional(),
    })
    .optional(),
});

export type AdminSample = z.output<typeof adminSample>;

export const sampleCounts = z.object({
  submitted: z.number().int(),
  approved: z.number().int(),
  shipped: z.number().int(),
  received: z.number().int(),
  rejected: z.number().int(),
  canceled: z.number().int(),
});

/** How many samples the teacher may still ask for. */
export const sampleQuota = z.object({ used: z.number().int(), max: z.number().int(), resetsAt: z.number().int() });

export type SampleQuota = z.output<typeof sampleQuota>;

/** Filters of the admin list and of its export. */
export const sampleFilter = {
  status: sampleStatus.default('submitted'),
  form: sampleForm.optional(),
  bookId: entityId.optional(),
  /** Part of the book's title, the course, or the receiver. */
  q: z.string().trim().max(60).default(''),
};

/** Ids of the samples of a batch. */
export const sampleIds = z
  .array(entityId)
  .min(1, '请选择样书申请')
  .max(LIMITS.samplesPerBatchMax, `一次最多 ${LIMITS.samplesPerBatchMax} 份`);
