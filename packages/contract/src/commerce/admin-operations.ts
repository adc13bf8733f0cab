/** Calls of those who make codes, judge claims and sell to institutions. */
import { z } from 'zod';
import { licenceMode } from '../institution/licence-mode.ts';
import { LIMITS } from '../limits.ts';
import { pageLimit } from '../page-limit.ts';
import { entityId } from '../publication/id.ts';
import { operation } from '../wire/operation.ts';
import { claimStatus, codeClaim } from './operations.ts';

const page = {
  cursor: z.string().max(128).optional(),
  limit: pageLimit(),
};

/** `teacher`: in a book for teachers, which it opens. `authentication`: in a teachers' guide; it makes a verified teacher and opens no book. */
export const codePurpose = z.enum(['printedBook', 'teacher', 'sample', 'gift', 'sales', 'authentication']);
export type CodePurpose = z.output<typeof codePurpose>;
export type BookCodePurpose = Exclude<CodePurpose, 'authentication'>;
export const opensBook = (purpose: CodePurpose): purpose is BookCodePurpose => purpose !== 'authentication';
export const batchState = z.enum(['requested', 'approved', 'exported', 'rejected', 'void']);
export type BatchState = z.output<typeof batchState>;

/** A batch as the desk sees it. Names are those of the people today; a batch of the command line has none. */
export const codeBatch = z.object({
  id: z.string(),
  bookId: z.string(),
  bookTitle: z.string(),
  purpose: codePurpose,
  state: batchState,
  count: z.number().int(),
  printing: z.string(),
  boxSize: z.number().int(),
  termDays: z.number().int().optional(),
  validFrom: z.number().int(),
  validUntil: z.number().int().optional(),
  rebindLimit: z.number().int(),
  requestedBy: z.string(),
  decidedBy: z.string(),
  exportedBy: z.string(),
  /** Why it was refused or made void. */
  answer: z.string(),
  createdAt: z.number().int(),
  decidedAt: z.number().int().optional(),
  exportedAt: z.number().int().optional(),
  codes: z.object({ free: z.number().int(), bound: z.number().int(), released: z.number().int(), void: z.number().int() }),
  /** May the person who looks decide it: not who asked for it. */
  mine: z.boolean(),
});
export type CodeBatchView = z.output<typeof codeBatch>;

export const listCodeBatches = operation({
  name: 'listCodeBatches',
  method: 'GET',
  path: '/api/admin/code/batch/list',
  summary: '激活码批次',
  input: z.object({ state: batchState.optional(), ...page }),
  output: z.object({ items: z.array(codeBatch), next: z.string().optional() }),
});

/** Codes in one box of the printer's. */
const boxSize = z.coerce.number().int().min(1).max(LIMITS.codeBoxMax);
const codeBox = z.object({ box: z.number().int(), from: z.number().int(), to: z.number().int() });
export type CodeBox = z.output<typeof codeBox>;

/** An editor asks for codes; there are none before somebody else approves. */
export const requestCodeBatch = operation({
  name: 'requestCodeBatch',
  method: 'POST',
  path: '/api/admin/code/batch/request',
  summary: '申请激活码批次',
  input: z
    .object({
      bookId: entityId,
      purpose: codePurpose,
      count: z.coerce.number().int().min(1, '数量至少为 1').max(LIMITS.codesPerBatch, `一批最多 ${LIMITS.codesPerBatch} 个`),
      printing: z.string().trim().max(60).default(''),
      boxSize: boxSize.default(LIMITS.codeBoxDefault),
      termDays: z.coerce.number().int().min(1).max(LIMITS.codeTermDaysMax).optional(),
      /** First and last moment a code can be bound, UTC ms; absent: from now on, and without end. */
      validFrom: z.coerce.number().int().optional(),
      validUntil: z.coerce.number().int().optional(),
      rebindLimit: z.coerce.number().int().min(0).max(LIMITS.codeRebindMax).default(1),
    })
    .refine(
      ({ purpose, termDays, rebindLimit }) => opensBook(purpose) || (termDays === undefined && rebindLimit === 0),
      '教师认证码没有权限天数，也不能转让',
    ),
  output: z.object({ batch: codeBatch }),
  errors: ['catalog.bookNotFound'],
});

/** Another person approves, which makes the codes, or refuses with a reason. */
export const decideCodeBatch = operation({
  name: 'decideCodeBatch',
  method: 'POST',
  path: '/api/admin/code/batch/decide',
  summary: '审批激活码批次',
  input: z
    .object({ batchId: z.string().max(64), approve: z.boolean(), answer: z.string().trim().max(200).default('') })
    .refine(({ approve, answer }) => approve || answer !== '', '请写明不通过的原因'),
  output: z.object({ batch: codeBatch }),
  errors: ['commerce.batchNotFound', 'commerce.batchState', 'commerce.batchSamePerson'],
});

/**
 * The codes for the printer, once: afterwards nobody has them but who holds this answer. It is not kept for repetition either; an answer
 * that got lost means a batch to make void and to ask for anew.
 */
export const exportCodeBatch = operation({
  name: 'exportCodeBatch',
  method: 'POST',
  path: '/api/admin/code/batch/export',
  summary: '导出激活码（仅一次）',
  repeatsSafely: true,
  input: z.object({
    batchId: z.string().max(64),
    /** As the printer packs them; absent: as was asked for. At most `LIMITS.codeBoxesMax` boxes. */
    boxSize: boxSize.optional(),
    /** `xlsx`: of at most `LIMITS.codesPerWorkbook` codes. */
    format: z.enum(['csv', 'xlsx']).default('csv'),
  }),
  output: z.object({
    batch: codeBatch,
    fileName: z.string(),
    /** The file: CSV with a byte order mark, or a workbook in base64. Number, box, code, address for the QR code, batch, first and last number of the box. */
    csv: z.string().optional(),
    xlsx: z.string().optional(),
    boxes: z.array(codeBox),
  }),
  errors: ['commerce.batchNotFound', 'commerce.batchState'],
});

/** The boxes of a batch, without its codes: what lies in which, and how many of it are void. */
export const getCodeBoxes = operation({
  name: 'getCodeBoxes',
  method: 'GET',
  path: '/api/admin/code/batch/boxes',
  summary: '批次的箱单',
  input: z.object({ batchId: z.string().max(64) }),
  output: z.object({ batch: codeBatch, boxes: z.array(codeBox.extend({ void: z.number().int() })) }),
  errors: ['commerce.batchNotFound'],
});

/** Makes codes worthless: a whole batch, or the numbers `from` to `to`. `bound`: those in use too, whose right ends; not of teachers' codes, whose approval is taken back by itself. */
export const voidCodes = operation({
  name: 'voidCodes',
  method: 'POST',
  path: '/api/admin/code/void',
  summary: '作废激活码',
  input: z
    .object({
      batchId: z.string().max(64),
      from: z.coerce.number().int().min(1).optional(),
      to: z.coerce.number().int().min(1).optional(),
      bound: z.boolean().default(false),
      reason: z.string().trim().min(1, '请写明作废的原因').max(200),
    })
    .refine(({ from, to }) => (from === undefined) === (to === undefined), '请写明起止序号')
    .refine(({ from = 1, to = 1 }) => from <= to, '起始序号不能大于结束序号'),
  output: z.object({ batch: codeBatch, voided: z.number().int() }),
  errors: ['commerce.batchNotFound', 'commerce.batchState'],
});

/** A claim with who made it, for the desk. `voidedCode`: the fourth group of the code that was made void with the decision. */
export const operatorClaim = codeClaim.extend({
  asker: z.object({ userId: z.string(), name: z.string(), tel: z.string() }).optional(),
  voidedCode: z.string().optional(),
  /** Why the book was ordered out of reading: until it is back the claim can only be refused. */
  removalNotice: z.string().optional(),
});
export type OperatorClaim = z.output<typeof operatorClaim>;

/** The open ones from the longest waiting on, others by the newest. */
export const listClaims = operation({
  name: 'listClaims',
  method: 'GET',
  path: '/api/admin/code/claim/list',
  summary: '激活码申请',
  input: z.object({ status: claimStatus.default('open'), ...page }),
  output: z.object({ items: z.array(operatorClaim), next: z.string().optional() }),
});

/** A code of the claimed book that the claim may be about. `id` names it without telling it; `last4` is the fourth printed group. */
export const claimedCode = z.object({
  id: z.string(),
  last4: z.string(),
  printing: z.string(),
  serial: z.number().int().optional(),
  status: z.enum(['minted', 'exported', 'bound', 'released']),
  boundAt: z.number().int().optional(),
});
export type ClaimedCode = z.output<typeof claimedCode>;

/** Codes of the claimed book by what the photos show: the whole code, or its fourth group. Void ones are left out. A POST, so that no code stands in an address. */
export const findClaimedCodes = operation({
  name: 'findClaimedCodes',
  method: 'POST',
  path: '/api/admin/code/claim/codes',
  summary: '查找申请涉及的激活码',
  input: z.object({ claimId: z.string().max(64), typed: z.string().trim().min(4, '请输入整个激活码，或第四组的 4 个字符').max(40) }),
  output: z.object({ items: z.array(claimedCode) }),
  errors: ['commerce.claimNotFound'],
});

/**
 * Approving gives the book, for `termDays` or for good, and makes the old code (`codeId`, of `findClaimedCodes`) void where it could be
 * made out; `endBound` ends the right of who had bound it too. Refusing needs a reason.
 */
export const decideClaim = operation({
  name: 'decideClaim',
  method: 'POST',
  path: '/api/admin/code/claim/decide',
  summary: '处理激活码申请',
  input: z
    .object({
      claimId: z.string().max(64),
      approve: z.boolean(),
      answer: z.string().trim().max(200).default(''),
      termDays: z.coerce.number().int().min(1).max(LIMITS.codeTermDaysMax).optional(),
      codeId: z
        .string()
        .regex(/^[0-9a-f]{64}$/)
        .optional(),
      endBound: z.boolean().default(false),
    })
    .refine(({ approve, answer }) => approve || answer !== '', '请写明不通过的原因'),
  output: z.object({ claim: operatorClaim }),
  errors: ['commerce.claimNotFound', 'commerce.claimDecided', 'commerce.claimBookRemoved'],
});

/** A photo of a claim; `photo` from 0. It has no address that could be passed on. */
export const getClaimPhoto = operation({
  name: 'getClaimPhoto',
  method: 'POST',
  path: '/api/admin/code/claim/photo',
  summary: '激活码申请的照片',
  repeatsSafely: true,
  input: z.object({
    claimId: z.string().max(64),
    photo: z.coerce
      .number()
      .int()
      .min(0)
      .max(LIMITS.claimPhotosMax - 1),
  }),
  output: z.object({ mediaType: z.string(), base64: z.string() }),
  errors: ['commerce.claimNotFound', 'file.notFound'],
});

/** `draft`: written down, opens nothing yet. */
export const licenceStatus = z.enum(['draft', 'active', 'suspended']);
const licencePlaces = z.coerce.number().int().min(1, '人数至少为 1').max(LIMITS.licencePlacesMax).optional();

export const licenceScope = z.enum(['all', 'books']);

/** What an institution bought: who reads from these networks reads these books. */
export const institutionLicence = z.object({
  id: z.string(),
  institution: z.string(),
  scope: licenceScope,
  bookIds: z.array(z.string()),
  /** CIDR, IPv4 and IPv6. */
  networks: z.array(z.string()),
  /** What gives the right: the network, a sign-in through the institution, the institution's list. */
  modes: z.array(licenceMode),
  startsAt: z.number().int(),
  endsAt: z.number().int(),
  contractNo: z.string(),
  /** People who may hold a named seat; absent: no limit. */
  seats: z.number().int().optional(),
  /** People who may read at the same time; absent: no limit. */
  concurrent: z.number().int().optional(),
  status: licenceStatus,
});
export type InstitutionLicence = z.output<typeof institutionLicence>;

/** How a licence stands today. `expiring`: it ends within 30 days. */
export const licenceState = z.enum(['draft', 'active', 'expiring', 'upcoming', 'suspended', 'expired']);
export type LicenceState = z.output<typeof licenceState>;

const deskLicence = institutionLicence.extend({
  state: licenceState,
  /** Of the first few of its books. */
  titles: z.array(z.string()),
  /** How many seats are held, and how many people read by it now; there where there is a limit. */
  seatsTaken: z.number().int().optional(),
  reading: z.number().int().optional(),
});
export type DeskLicence = z.output<typeof deskLicence>;

/** The expiring ones from the next to end on, others by the last to end. `q`: words of the institution's name or the contract number. */
export const listLicences = operation({
  name: 'listLicences',
  method: 'GET',
  path: '/api/admin/licence/list',
  summary: '机构授权',
  input: z.object({ state: licenceState.optional(), q: z.string().trim().max(60, '最多 60 个字').default(''), ...page }),
  output: z.object({ items: z.array(deskLicence), next: z.string().optional(), counts: z.record(licenceState, z.number().int()) }),
});

/** One network belongs to one institution at a time. */
export const createLicence = operation({
  name: 'createLicence',
  method: 'POST',
  path: '/api/admin/licence/create',
  summary: '登记机构授权',
  input: z
    .object({
      institution: z.string().trim().min(1, '请填写机构名称').max(100, '机构名称最多 100 个字'),
      bookIds: z.array(entityId).max(10_000).default([]),
      networks: z
        .array(z.union([z.cidrv4(), z.cidrv6()], '网段格式有误'))
        .max(200, '最多 200 个网段')
        .default([]),
      modes: z.array(licenceMode).min(1, '请至少选择一种授权方式').max(4).default(['ip']),
      startsAt: z.number().int(),
      endsAt: z.number().int(),
      contractNo: z.string().trim().max(60).default(''),
      seats: licencePlaces,
      concurrent: licencePlaces,
      /** Kept for later: it opens nothing before somebody puts it in force. */
      draft: z.boolean().default(false),
    })
    .refine(({ modes, networks }) => modes.includes('ip') === networks.length > 0, '按网段授权时，请至少填写一个网段')
    .refine(({ startsAt, endsAt }) => startsAt < endsAt, '结束时间须晚于开始时间'),
  output: z.object({ licence: institutionLicence }),
  errors: ['commerce.licenceOverlap', 'catalog.bookNotFound'],
});

/** How many people may read by a licence; absent: no limit. Who reads already goes on: a lower limit shows as places come free. */
export const setLicencePlaces = operation({
  name: 'setLicencePlaces',
  method: 'POST',
  path: '/api/admin/licence/places',
  summary: '机构授权的人数',
  input: z.object({
    licenceId: z.string().max(64),
    seats: licencePlaces,
    concurrent: licencePlaces,
    /** For the log. */
    reason: z.string().trim().max(LIMITS.operatorReasonChars).default(''),
  }),
  output: z.object({ licence: institutionLicence }),
  errors: ['commerce.licenceNotFound'],
});

/** Puts a draft in force, stops a licence, or lets it go on. */
export const setLicenceStatus = operation({
  name: 'setLicenceStatus',
  method: 'POST',
  path: '/api/admin/licence/status',
  summary: '停用或恢复机构授权',
  input: z.object({
    licenceId: z.string().max(64),
    status: z.enum(['active', 'suspended']),
    /** For the log. */
    reason: z.string().trim().max(LIMITS.operatorReasonChars).default(''),
  }),
  output: z.object({ licence: institutionLicence }),
  errors: ['commerce.licenceNotFound', 'commerce.licenceOverlap'],
});
