/** Applications to become a verified teacher or an author, and their review. Sources: product.md §6.1 TeacherAuthentication, §7.3. */
import { z } from 'zod';
import { smsCodeText } from '../account/fields.ts';
import { typedCode } from '../commerce/operations.ts';
import { memberKind } from '../institution/admin-operations.ts';
import { mailAddress } from '../institution/mail-domain.ts';
import { LIMITS } from '../limits.ts';
import { pageLimit } from '../page-limit.ts';
import { entityId } from '../publication/id.ts';
import { operation } from '../wire/operation.ts';

export const applicationKind = z.enum(['teacher', 'author']);
export type ApplicationKind = z.output<typeof applicationKind>;

/**
 * `none`: never asked. `pending`: waits for an editor, can still be changed. `rejected`: with a reason for each wrong field, may be
 * sent again. `expired`: approved once, its time is over. `revoked`: taken back by an editor.
 */
export const applicationState = z.enum(['none', 'pending', 'approved', 'rejected', 'expired', 'revoked']);
export type ApplicationState = z.output<typeof applicationState>;

const words = (name: string, max: number, min = 1) =>
  z
    .string()
    .trim()
    .min(min, min === 1 ? `请填写${name}` : `${name}至少 ${min} 个字`)
    .max(max, `${name}最多 ${max} 个字`);

/** How a teacher shows that they teach where no institution says so (`voucher`). */
export const teacherProofMethod = z.enum(['certificate']);

/** What a teacher says of themselves. Never a number of an identity card. */
export const teacherForm = z.object({
  realName: words('姓名', 30),
  /** Name of the school as it calls itself. */
  institution: words('任教学校', 60),
  department: words('院系或部门', 60),
  /** 职称、职务. */
  title: words('职称或职务', 30),
  subjects: z.array(words('任教学科', 30)).min(1, '请填写任教学科').max(10, '任教学科最多 10 项'),
  method: teacherProofMethod.default('certificate'),
});
export type TeacherForm = z.output<typeof teacherForm>;

/** What a would-be author says. */
export const authorForm = z.object({
  realName: words('姓名', 30),
  institution: words('工作单位', 60),
  title: words('职称或职务', 30),
  /** Title of the book they want to make, or the one they made. */
  bookTitle: words('拟编写的教材', 60),
  /** What it is about, for whom, what they wrote before. */
  about: words('编写说明', 1_000, 20),
});
export type AuthorForm = z.output<typeof authorForm>;

export const teacherField = z.enum(['realName', 'institution', 'department', 'title', 'subjects', 'proofs']);
export type TeacherField = z.output<typeof teacherField>;
export const authorField = z.enum(['realName', 'institution', 'title', 'bookTitle', 'about', 'proofs']);
export type AuthorField = z.output<typeof authorField>;

/** Why a field was not accepted, by the name of the field. */
const fieldReasons = z.record(z.string(), z.string());

export const proofFile = z.object({ id: z.string(), name: z.string(), mediaType: z.string(), sizeBytes: z.number().int() });
export type ProofFile = z.output<typeof proofFile>;

/** How an institution says who belongs to it: by its list, or by what it told when the person signed in through it. */
export const vouchingWay = z.enum(['roster', 'carsi', 'oidc']);
export type VouchingWay = z.output<typeof vouchingWay>;

/** An institution that says the person teaches there: who names it needs no papers and waits for nobody. */
export const voucher = z.object({ institution: z.string(), via: vouchingWay });
export type Voucher = z.output<typeof voucher>;

/** What makes a teacher at once, beside an institution's word for the form: a code of a teachers' guide, or a mailbox of an institution. */
export const wayAtOnce = z.enum(['code', 'mail']);
export type WayAtOnce = z.output<typeof wayAtOnce>;

const standing = <Form extends z.ZodType>(form: Form) =>
  z.object({
    state: applicationState,
    /** As sent last; absent where `state` is `none`, and where nobody had to send one. */
    form: form.optional(),
    /** Files that show it; gone some time after the decision, or where the person deleted them. */
    proofs: z.array(proofFile),
    fieldReasons,
    /** The editor's words about the whole. */
    answer: z.string(),
    submittedAt: z.number().int().optional(),
    decidedAt: z.number().int().optional(),
    /** Until when what was approved counts; also while a renewal waits. */
    validUntil: z.number().int().optional(),
    /** May be sent, changed, sent again or renewed now. */
    maySubmit: z.boolean(),
    /** Of a teacher who may apply; else empty. */
    vouchers: z.array(voucher),
    /** Of a teacher who may apply; empty also while only an editor may give again what was taken back. */
    waysAtOnce: z.array(wayAtOnce),
    /** Within how many working days the operator answers. */
    reviewDays: z.number().int(),
  });

export const teacherStanding = standing(teacherForm);
export type TeacherStanding = z.output<typeof teacherStanding>;
export const authorStanding = standing(authorForm);
export type AuthorStanding = z.output<typeof authorStanding>;

const proofIds = z.array(entityId).max(LIMITS.applicationProofsMax, `证明材料最多 ${LIMITS.applicationProofsMax} 个文件`);

/** The person's authentication as a teacher. */
export const getAuthentication = operation({
  name: 'getAuthentication',
  method: 'GET',
  path: '/api/my/getAuthentication',
  summary: '教师认证状态',
  input: z.object({}),
  output: teacherStanding,
});

/**
 * Sends it, changes one that waits, sends one that was rejected again, renews one that ends soon. `fileIds`: the person's own files; none
 * are needed where an institution vouches for what was said, which is approved at once, unless an editor took the last approval back.
 */
export const submitAuthentication = operation({
  name: 'submitAuthentication',
  method: 'POST',
  path: '/api/teacher/auth/submit',
  summary: '提交教师认证',
  input: teacherForm.extend({ fileIds: proofIds.default([]) }),
  output: teacherStanding,
  errors: ['application.notOpen', 'file.notFound'],
});

/** Uses up a code of a teachers' guide: the person is a verified teacher at once, and what waited for an editor is decided. */
export const authenticateWithCode = operation({
  name: 'authenticateWithCode',
  method: 'POST',
  path: '/api/teacher/auth/code',
  summary: '用教师认证码认证',
  input: z.object({ code: typedCode('教师认证码') }),
  output: teacherStanding,
  errors: [
    'application.notOpen',
    'application.editorOnly',
    'commerce.codeMistyped',
    'commerce.codeUnknown',
    'commerce.codeForBooks',
    'commerce.codeUsed',
    'commerce.codeUsedUp',
    'commerce.codeVoid',
    'commerce.codeExpired',
    'commerce.codeNotYetValid',
    'commerce.codeTries',
    'catalog.bookNotFound',
  ],
});

/** Sends six digits to an address under a domain of an institution. Only who asked may use them. */
export const sendTeacherMailCode = operation({
  name: 'sendTeacherMailCode',
  method: 'POST',
  path: '/api/teacher/auth/mail/send',
  summary: '发送教师认证的邮件验证码',
  input: z.object({ address: mailAddress }),
  output: z.object({ resendAt: z.number().int() }),
  errors: [
    'application.notOpen',
    'application.editorOnly',
    'application.mailNotListed',
    'account.mailTooSoon',
    'account.mailBudget',
    'account.mailUnavailable',
  ],
});

/** Who has the digits that went to the address holds it: the person is a verified teacher at once. One mailbox speaks for one account. */
export const authenticateWithMail = operation({
  name: 'authenticateWithMail',
  method: 'POST',
  path: '/api/teacher/auth/mail',
  summary: '用学校邮箱认证',
  input: z.object({ address: mailAddress, code: smsCodeText }),
  output: teacherStanding,
  errors: [
    'application.notOpen',
    'application.editorOnly',
    'application.mailNotListed',
    'application.mailTaken',
    'account.mailCodeWrong',
    'account.tooManyFailures',
  ],
});

/** The person's request to become an author. */
export const getAuthorApplication = operation({
  name: 'getAuthorApplication',
  method: 'GET',
  path: '/api/my/getAuthorApplication',
  summary: '作者申请状态',
  input: z.object({}),
  output: authorStanding,
});

export const submitAuthorApplication = operation({
  name: 'submitAuthorApplication',
  method: 'POST',
  path: '/api/author/application/submit',
  summary: '申请成为作者',
  input: authorForm.extend({ fileIds: proofIds.default([]) }),
  output: authorStanding,
  errors: ['application.notOpen', 'file.notFound'],
});

/** What an institution says of an applicant, and how it fits what they say themselves. */
export const institutionWord = z.object({
  via: vouchingWay,
  institution: z.string(),
  /** `kind`: by its list; `affiliation`: in the words of eduPerson, as the institution told it. */
  kind: memberKind.optional(),
  affiliation: z.string().optional(),
  /** By its list; absent where it has none. */
  name: z.string().optional(),
  /** When the person signed in through it last. */
  seenAt: z.number().int().optional(),
  /** By the person's own phone number or sign-in; else a line claimed by a staff number and a name, which others may know. */
  isProven: z.boolean(),
  isTeaching: z.boolean(),
  fitsInstitution: z.boolean(),
  fitsName: z.boolean(),
  /** A sign-in long ago says little about today. */
  isRecent: z.boolean(),
});
export type InstitutionWord = z.output<typeof institutionWord>;

/** As an editor sees it. */
export const applicationRecord = z.object({
  id: entityId,
  kind: applicationKind,
  state: applicationState.exclude(['none']),
  applicant: z.object({ userId: z.string(), name: z.string(), tel: z.string() }),
  /** Absent: approved at once, before any was sent. */
  form: z.union([teacherForm, authorForm]).optional(),
  /** Of a teacher who waits; else empty. */
  words: z.array(institutionWord),
  proofs: z.array(proofFile),
  fieldReasons,
  answer: z.string(),
  submittedAt: z.number().int(),
  decidedAt: z.number().int().optional(),
  validUntil: z.number().int().optional(),
});
export type ApplicationRecord = z.output<typeof applicationRecord>;

/** Who has waited longest comes first among those that wait, else the newest decision first. */
export const listApplications = operation({
  name: 'listApplications',
  method: 'GET',
  path: '/api/admin/application/list',
  summary: '认证与申请列表',
  input: z.object({
    state: z.enum(['pending', 'approved', 'rejected', 'revoked']).default('pending'),
    kind: applicationKind.optional(),
    cursor: z.string().max(128).optional(),
    limit: pageLimit(),
  }),
  output: z.object({
    items: z.array(applicationRecord),
    counts: z.object({ pending: z.number().int(), approved: z.number().int(), rejected: z.number().int(), revoked: z.number().int() }),
    nextCursor: z.string().optional(),
  }),
});

const reasonText = z.string().trim().max(LIMITS.operatorReasonChars);

/** `submittedAt` names the text that was read: one the person has changed since is refused, so that nobody decides about what they did not see. */
export const decideApplication = operation({
  name: 'decideApplication',
  method: 'POST',
  path: '/api/admin/application/decide',
  summary: '审核申请',
  input: z
    .object({
      id: entityId,
      submittedAt: z.coerce.number().int(),
      decision: z.enum(['approve', 'reject']),
      /** For a rejection: at least one field, or words about the whole. */
      fieldReasons: z.partialRecord(z.union([teacherField, authorField]), reasonText.min(1)).default({}),
      answer: reasonText.default(''),
    })
    .refine(({ decision, fieldReasons: given, answer }) => decision === 'approve' || answer !== '' || Object.keys(given).length > 0, {
      message: '请写明不通过的原因',
      path: ['answer'],
    }),
  output: applicationRecord,
  errors: ['application.notFound', 'application.decided', 'application.changed'],
});

/** Takes back what was approved; the role goes with it. */
export const revokeApplication = operation({
  name: 'revokeApplication',
  method: 'POST',
  path: '/api/admin/application/revoke',
  summary: '撤销认证',
  input: z.object({ id: entityId, reason: reasonText.min(1, '请写明撤销的原因') }),
  output: applicationRecord,
  errors: ['application.notFound', 'application.decided'],
});

/** The bytes of a proof, for who reviews. Not in the envelope. */
export const readProof = operation({
  name: 'readProof',
  method: 'POST',
  path: '/api/admin/application/proof',
  summary: '查看证明材料',
  input: z.object({ id: entityId, fileId: entityId }),
  output: z.object({}),
  errors: ['application.notFound', 'file.notFound'],
});
