/** Applications to become a verified teacher or an author, and their review. Sources: product.md §6.1 TeacherAuthentication, §7.3. */
import { z } from 'zod';
import { memberKind } from '../institution/admin-institution.ts';
import { institutionProtocol } from '../institution/institution-protocol.ts';
import { LIMITS } from '../limits.ts';
import { entityId } from '../publication/id.ts';

export const applicationKind = z.enum(['teacher', 'author']);

export type ApplicationKind = z.output<typeof applicationKind>;

/**
 * State of an application. `none`: never submitted. `pending`: waits for an editor, can still be changed. `rejected`: with a reason for
 * each wrong field, can be resubmitted. `expired`: approved, but no longer valid. `revoked`: an editor ended the approval.
 */
export const applicationState = z.enum(['none', 'pending', 'approved', 'rejected', 'expired', 'revoked']);

export type ApplicationState = z.output<typeof applicationState>;

const boundedText = (name: string, max: number, min = 1) =>
  z
    .string()
    .trim()
    .min(min, min === 1 ? `请填写${name}` : `${name}至少 ${min} 个字`)
    .max(max, `${name}最多 ${max} 个字`);

/** How a teacher whom no institution confirms proves the affiliation. */
export const teacherProofMethod = z.enum(['certificate']);

/** Application form of a teacher. Never contains an identity card number. */
export const teacherForm = z.object({
  realName: boundedText('姓名', 30),
  /** Official name of the school where the teacher works. */
  institution: boundedText('任教学校', 60),
  department: boundedText('院系或部门', 60),
  /** Professional title or position of the teacher (职称、职务). */
  title: boundedText('职称或职务', 30),
  subjects: z.array(boundedText('任教学科', 30)).min(1, '请填写任教学科').max(10, '任教学科最多 10 项'),
  method: teacherProofMethod.default('certificate'),
});

export type TeacherForm = z.output<typeof teacherForm>;

/** Application form of an author. */
export const authorForm = z.object({
  realName: boundedText('姓名', 30),
  institution: boundedText('工作单位', 60),
  title: boundedText('职称或职务', 30),
  /** Title of the planned or published book. */
  bookTitle: boundedText('拟编写的教材', 60),
  /** Subject and audience of the planned book, and earlier publications of the author. */
  about: boundedText('编写说明', 1_000, 20),
});

export type AuthorForm = z.output<typeof authorForm>;

/** Reasons for a rejection, by the name of the field. */
export const fieldReasons = z.record(z.string(), z.string());

export const proofFile = z.object({ id: z.string(), name: z.string(), mediaType: z.string(), sizeBytes: z.number().int() });

export type ProofFile = z.output<typeof proofFile>;

/** Source of an institution's confirmation: its member list, or a sign-in through it. */
export const voucherSource = z.enum(['roster', ...institutionProtocol.options]);

export type VoucherSource = z.output<typeof voucherSource>;

/** An institution that confirms the user's teaching affiliation. An application that names it is approved immediately without proofs. */
export const voucher = z.object({ institution: z.string(), via: voucherSource });

export type Voucher = z.output<typeof voucher>;

/** Other ways of immediate verification: a code of a teachers' guide, or a mailbox of an institution. */
export const instantProof = z.enum(['code', 'mail']);

export type InstantProof = z.output<typeof instantProof>;

const applicationStatus = <Form extends z.ZodType>(form: Form) =>
  z.object({
    state: applicationState,
    /** The form that was submitted last; absent if `state` is `none`, or if no form was required. */
    form: form.optional(),
    /** Files that prove the applicant's statements; deleted some time after the decision, or by the user. */
    proofs: z.array(proofFile),
    fieldReasons,
    /** The editor's reply to the application as a whole. */
    reply: z.string(),
    submittedAt: z.number().int().optional(),
    decidedAt: z.number().int().optional(),
    /** End of the approval, UTC ms; present also while a renewal is pending. */
    validUntil: z.number().int().optional(),
    /** Whether the form can be submitted, changed or renewed now. */
    maySubmit: z.boolean(),
    /** Institutions that confirm the user's affiliation; empty for users who cannot apply as a teacher. */
    vouchers: z.array(voucher),
    /** Ways of immediate verification open to the user; empty for users who cannot apply as a teacher, and after a revocation. */
    waysAtOnce: z.array(instantProof),
    /** Number of working days within which an application is decided. */
    reviewDays: z.number().int(),
  });

export const teacherApplicationStatus = applicationStatus(teacherForm);

export type TeacherApplicationStatus = z.output<typeof teacherApplicationStatus>;

export const authorApplicationStatus = applicationStatus(authorForm);

export type AuthorApplicationStatus = z.output<typeof authorApplicationStatus>;

export const proofIds = z.array(entityId).max(LIMITS.applicationProofsMax, `证明材料最多 ${LIMITS.applicationProofsMax} 个文件`);

/** An institution's data about an applicant, compared with the form. */
export const institutionAffiliation = z.object({
  via: voucherSource,
  institution: z.string(),
  /**
   * Affiliation of the applicant according to the institution. `kind`: from its member list; `affiliation`: eduPerson affiliation from a
   * sign-in.
   */
  kind: memberKind.optional(),
  affiliation: z.string().optional(),
  /** Name of the applicant on the institution's member list; absent if the list does not contain them. */
  name: z.string().optional(),
  /** Time of the applicant's last sign-in through the institution, UTC ms; absent if there was none. */
  seenAt: z.number().int().optional(),
  /** Whether the match is certain: by phone number or sign-in, and not by staff number and name, which others may know. */
  isProven: z.boolean(),
  isTeaching: z.boolean(),
  fitsInstitution: z.boolean(),
  fitsName: z.boolean(),
  /** Whether the last sign-in through the institution is recent enough to count. */
  isRecent: z.boolean(),
});

export type InstitutionAffiliation = z.output<typeof institutionAffiliation>;

/** An application in the admin area. */
export const applicationRecord = z.object({
  id: entityId,
  kind: applicationKind,
  state: applicationState.exclude(['none']),
  applicant: z.object({ userId: z.string(), name: z.string(), tel: z.string() }),
  /** The submitted form; absent if the application was approved without one. */
  form: z.union([teacherForm, authorForm]).optional(),
  /** Data of institutions about the applicant; empty unless it is a pending teacher application. */
  affiliations: z.array(institutionAffiliation),
  proofs: z.array(proofFile),
  fieldReasons,
  reply: z.string(),
  submittedAt: z.number().int(),
  decidedAt: z.number().int().optional(),
  validUntil: z.number().int().optional(),
});

export type ApplicationRecord = z.output<typeof applicationRecord>;

export const operatorReasonText = z.string().trim().max(LIMITS.operatorReasonChars);
