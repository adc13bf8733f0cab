/** The desk's part: institutions, how their people sign in, and their lists of members. */
import { z } from 'zod';
import { LIMITS } from '../limits.ts';
import { entityId } from '../publication/id.ts';
import { operation } from '../wire/operation.ts';
import { DOMAIN, mailDomain } from './mail-domain.ts';

/** How people of an institution sign in. `none`: by network or by its list only. */
export const signInProtocol = z.enum(['none', 'carsi', 'oidc']);
export type SignInProtocol = z.output<typeof signInProtocol>;

export const deskInstitution = z.object({
  id: z.string(),
  name: z.string(),
  domain: z.string(),
  /** Whose mailboxes it gives to those who teach there. */
  mailDomains: z.array(z.string()),
  protocol: signInProtocol,
  /** False: chosen, but not filled in, so that nobody can sign in (where the local page plays institutions, it stands in). */
  ready: z.boolean(),
  entityId: z.string(),
  ssoUrl: z.string(),
  /** Of each certificate: SHA-256 and the moment it ends. */
  certificates: z.array(z.object({ fingerprint: z.string(), endsAt: z.number().int() })),
  issuer: z.string(),
  clientId: z.string(),
  hasClientSecret: z.boolean(),
  /** Absent for who sells to it and does not keep its list. */
  members: z.number().int().optional(),
  linked: z.number().int().optional(),
  licences: z.number().int(),
});
export type DeskInstitution = z.output<typeof deskInstitution>;

export const listInstitutions = operation({
  name: 'listInstitutions',
  method: 'GET',
  path: '/api/admin/institution/list',
  summary: '机构',
  input: z.object({ q: z.string().trim().max(60, '最多 60 个字').default(''), cursor: z.string().max(300).optional() }),
  output: z.object({
    items: z.array(deskInstitution),
    next: z.string().optional(),
    /** What the school's own administrators ask for when they let us in. */
    platform: z.object({
      entityId: z.string().optional(),
      metadataUrl: z.string().optional(),
      redirectUri: z.string(),
      local: z.boolean(),
    }),
  }),
});

const domain = z
  .string()
  .trim()
  .toLowerCase()
  .max(120)
  .refine((text) => text === '' || DOMAIN.test(text), '域名格式有误，例如 pku.edu.cn');

/** Without an id a new institution. `metadata`: the provider's metadata (XML) as the federation publishes it; `clientSecret`: absent leaves the kept one. */
export const saveInstitution = operation({
  name: 'saveInstitution',
  method: 'POST',
  path: '/api/admin/institution/save',
  summary: '保存机构',
  input: z.object({
    id: entityId.optional(),
    name: z.string().trim().min(1, '请填写机构名称').max(100, '机构名称最多 100 个字'),
    domain,
    /** Absent leaves those that are kept. Each counts as it stands: its subdomains, where students often are, do not. */
    mailDomains: z
      .array(mailDomain)
      .max(LIMITS.institutionMailDomainsMax, `教师邮箱域名最多 ${LIMITS.institutionMailDomainsMax} 个`)
      .optional(),
    protocol: signInProtocol,
    metadata: z.string().max(LIMITS.idpMetadataChars, '元数据过长').optional(),
    issuer: z
      .string()
      .trim()
      .max(300)
      .refine((text) => text === '' || /^https?:\/\/[^?#\s]+$/.test(text), '颁发者须为网址，例如 https://sso.pku.edu.cn')
      .default(''),
    clientId: z.string().trim().max(200).default(''),
    clientSecret: z.string().trim().max(500).optional(),
  }),
  output: z.object({ institution: deskInstitution }),
  errors: ['institution.notFound', 'institution.nameTaken', 'institution.mailDomainTaken', 'institution.metadataBad'],
});

export const memberKind = z.enum(['student', 'teacher', 'other']);
export type MemberKind = z.output<typeof memberKind>;

/** A place on an institution's list. `phone` is masked. */
export const institutionMember = z.object({
  id: z.string(),
  phone: z.string(),
  studentNo: z.string(),
  name: z.string(),
  kind: memberKind,
  validUntil: z.number().int().optional(),
  /** Somebody has claimed it by student number, or has this number. */
  claimed: z.boolean(),
});
export type InstitutionMember = z.output<typeof institutionMember>;

export const listInstitutionMembers = operation({
  name: 'listInstitutionMembers',
  method: 'GET',
  path: '/api/admin/institution/members',
  summary: '机构名单',
  input: z.object({
    institutionId: entityId,
    q: z.string().trim().max(60, '最多 60 个字').default(''),
    cursor: z.string().max(64).optional(),
  }),
  output: z.object({ items: z.array(institutionMember), next: z.string().optional(), total: z.number().int() }),
  errors: ['institution.notFound'],
});

/**
 * Takes in a list (.xlsx or .csv, base64). Its first row names the columns: 手机号, 学号, 姓名, 身份, 有效期至. Who stands on it already is
 * brought up to date; `replace` takes those away who do not. Nothing is changed when any line is wrong.
 */
export const importInstitutionMembers = operation({
  name: 'importInstitutionMembers',
  method: 'POST',
  path: '/api/admin/institution/members/import',
  summary: '导入机构名单',
  input: z.object({
    institutionId: entityId,
    file: z
      .string()
      .min(1, '请选择文件')
      .max(LIMITS.rosterFileChars, '文件过大')
      .regex(/^[A-Za-z0-9+/]+=*$/, '文件有误'),
    replace: z.boolean().default(false),
  }),
  output: z.object({
    added: z.number().int(),
    changed: z.number().int(),
    removed: z.number().int(),
    /** Lines that cannot be used; then nothing was changed. */
    faults: z.array(z.object({ line: z.number().int(), reason: z.string() })),
  }),
  errors: ['institution.notFound', 'institution.rosterUnreadable', 'institution.rosterTooLong'],
});

export const removeInstitutionMembers = operation({
  name: 'removeInstitutionMembers',
  method: 'POST',
  path: '/api/admin/institution/members/remove',
  summary: '移出机构名单',
  input: z.object({ institutionId: entityId, memberIds: z.array(entityId).min(1).max(500) }),
  output: z.object({ removed: z.number().int() }),
  errors: ['institution.notFound'],
});
