/** Signing in through one's institution (CARSI or OpenID Connect), being tied to it, and being on its list. */
import { z } from 'zod';
import { smsCodeText } from '../account/fields.ts';
import { phone } from '../account/phone.ts';
import { loginResult } from '../account/session.ts';
import { LIMITS } from '../limits.ts';
import { entityId } from '../publication/id.ts';
import { operation } from '../wire/operation.ts';
import { licenceMode } from './licence-mode.ts';

const base = '/api/auth/carsi';

/** Where identity providers bring people back to: the same page as for WeChat. States of institutions begin with `INSTITUTION_STATE`. */
export const INSTITUTION_RETURN_PATH = '/lesson/connect/dispatch';
export const INSTITUTION_STATE = 'i.';

/** Where an institution's provider posts its signed answer (SAML). */
export const CARSI_ANSWER_PATH = `${base}/acs`;
/** What this platform says of itself to the federation. */
export const CARSI_METADATA_PATH = `${base}/metadata`;
/** Where the federation's list of institutions brings people back to. */
export const CARSI_DISCOVERED_PATH = `${base}/discovered`;
/** The page that plays an institution in demos and tests. */
export const LOCAL_IDENTITY_PATH = '/local-identity';

export const institutionProtocol = z.enum(['carsi', 'oidc']);
export type InstitutionProtocol = z.output<typeof institutionProtocol>;

export const namedInstitution = z.object({ id: z.string(), name: z.string() });

/** Institutions one can sign in through, by name, pinyin, initials or domain; without a word the first ones by name. */
export const searchInstitutions = operation({
  name: 'searchInstitutions',
  method: 'GET',
  path: '/api/institution/search',
  summary: '查找可登录的机构',
  audience: 'anyone',
  input: z.object({ q: z.string().trim().max(60, '最多 60 个字').default('') }),
  output: z.object({
    items: z.array(namedInstitution.extend({ domain: z.string() })),
    /** There are more than are shown. */
    more: z.boolean(),
    /** The federation's own list of institutions can be opened instead. */
    discovery: z.boolean(),
  }),
});

/**
 * Begins. `proofHash`: SHA-256 of 128 random bits the browser keeps; only who shows them again may finish. Without `institutionId` the
 * federation's list of institutions asks. Signed in with `bind`, the person is tied instead of signed in. `url` is for the whole window.
 */
export const startInstitution = operation({
  name: 'startInstitution',
  method: 'GET',
  path: `${base}/start`,
  summary: '发起机构登录',
  audience: 'anyone',
  input: z.object({
    institutionId: entityId.optional(),
    proofHash: z.string().regex(/^[\w-]{43}$/),
    returnTo: z.string().max(2000).default('/'),
    bind: z
      .enum(['0', '1'])
      .default('0')
      .transform((value) => value === '1'),
  }),
  output: z.object({ url: z.string(), state: z.string(), expiresAt: z.number().int() }),
  errors: ['institution.notFound', 'institution.signInOff'],
});

/**
 * Ends it with what the provider brought back. `signedIn`: a known person; `newcomer`: choose an account with `bindInstitution`;
 * `bound`: the signed-in caller is tied now and has the institution's right in this session.
 */
export const finishInstitution = operation({
  name: 'finishInstitution',
  method: 'POST',
  path: `${base}/finish`,
  summary: '完成机构登录',
  audience: 'anyone',
  input: z.object({
    state: z.string().min(1).max(64),
    /** What stands in the address the browser came back to: `code` and, where the provider says who it is, `iss`. */
    code: z.string().min(1).max(4096),
    issuer: z.string().max(500).optional(),
    proof: z.string().regex(/^[\w-]{22}$/),
  }),
  output: z.discriminatedUnion('outcome', [
    z.object({ outcome: z.literal('signedIn'), login: loginResult, institution: z.string(), returnTo: z.string() }),
    z.object({ outcome: z.literal('newcomer'), ticket: z.string(), institution: z.string(), returnTo: z.string() }),
    z.object({ outcome: z.literal('bound'), institution: z.string(), returnTo: z.string() }),
  ]),
  errors: ['institution.signInOff', 'institution.signInFailed', 'institution.notMember', 'institution.linkTaken', 'account.frozen'],
});

/**
 * Ties who the ticket stands for to the account of a number (SMS type `binding`), made when there is none; or, without a number, to a new
 * account that has none. Signs in. `terms`: the version of the terms the person agreed to.
 */
export const bindInstitution = operation({
  name: 'bindInstitution',
  method: 'POST',
  path: `${base}/bind`,
  summary: '机构身份绑定账号',
  audience: 'anyone',
  input: z
    .object({
      ticket: z.string().min(1).max(64),
      terms: z.number().int(),
      tel: phone.optional(),
      code: smsCodeText.optional(),
    })
    .refine(({ tel, code }) => (tel === undefined) === (code === undefined), '请填写手机号和验证码'),
  output: loginResult,
  errors: [
    'account.phoneInvalid',
    'account.smsCodeWrong',
    'account.tooManyFailures',
    'account.frozen',
    'account.consentOutdated',
    'institution.signInFailed',
    'institution.linkTaken',
  ],
});

/** What ties the person to an institution. */
export const myInstitution = namedInstitution.extend({
  /** Tied by a sign-in; absent: on its list only. */
  link: z.object({ protocol: institutionProtocol, since: z.number().int() }).optional(),
  /** The modes in force for this very session. */
  active: z.array(licenceMode),
  /** When the first of them ends; absent: none has an end. */
  activeUntil: z.number().int().optional(),
});
export type MyInstitution = z.output<typeof myInstitution>;

export const listMyInstitutions = operation({
  name: 'listMyInstitutions',
  method: 'GET',
  path: '/api/my/institutions',
  summary: '我的机构',
  input: z.object({}),
  output: z.object({ items: z.array(myInstitution) }),
});

/** Unties: the institution's right ends in every session at once. Refused to who could then not sign in any more. */
export const unbindInstitution = operation({
  name: 'unbindInstitution',
  method: 'POST',
  path: `${base}/unbind`,
  summary: '解除机构绑定',
  input: z.object({ institutionId: entityId }),
  output: z.object({ items: z.array(myInstitution) }),
  errors: ['account.phoneMissing'],
});

/** Claims one's place on the institution's list by student number and name. One account a place; wrong tries are counted. */
export const joinInstitution = operation({
  name: 'joinInstitution',
  method: 'POST',
  path: '/api/institution/join',
  summary: '凭学号加入机构',
  input: z.object({
    institutionId: entityId,
    studentNo: z.string().trim().min(1, '请填写学号或工号').max(LIMITS.studentNoChars, '学号过长'),
    name: z.string().trim().min(1, '请填写姓名').max(60, '姓名过长'),
  }),
  output: z.object({ items: z.array(myInstitution) }),
  errors: ['institution.notOnList', 'institution.placeTaken', 'account.tooManyFailures'],
});
