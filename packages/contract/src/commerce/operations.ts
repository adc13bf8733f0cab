import { z } from 'zod';
import { accessRight, bookCard, boundCode } from '../catalog/operations.ts';
import { licenceMode } from '../institution/licence-mode.ts';
import { LIMITS } from '../limits.ts';
import { entityId } from '../publication/id.ts';
import { operation } from '../wire/operation.ts';

/** As typed; `readActivationCode` makes sense of it. */
export const typedCode = (name: string) => z.string().trim().min(1, `请输入${name}`).max(100, `${name}过长`);

/**
 * How a genuine code stands for the person who asks. `open`: can be bound now. `mine`: bound to this person already. `used`: bound to
 * another, or released as often as its batch allows. `bookClosed`: the book is not on the shelf. `bookRemoved`: it was ordered out of
 * reading. Of neither is the code spent.
 */
export const codeState = z.enum(['open', 'mine', 'used', 'void', 'expired', 'notYetValid', 'bookClosed', 'bookRemoved']);
export type CodeState = z.output<typeof codeState>;

/** Is this code genuine, which book is it of, can it be bound: asked before binding, changes nothing. A code that is not ours is refused and counts as a wrong try. */
export const checkActivationCode = operation({
  name: 'checkActivationCode',
  method: 'POST',
  path: '/api/code/check',
  summary: '查验激活码',
  input: z.object({ code: typedCode('激活码') }),
  output: z.object({
    book: bookCard,
    state: codeState,
    bindable: z.boolean(),
    /** One Chinese line: what binding would give, or why it cannot be bound. */
    reason: z.string(),
    /** How long the right lasts from binding on; absent: for good. */
    termDays: z.number().int().optional(),
    /** First moment it can no longer be bound, UTC ms; absent: no end. */
    validUntil: z.number().int().optional(),
    /** What the person may read of this book already, so that nobody spends a code for nothing. */
    right: accessRight,
  }),
  errors: ['commerce.codeMistyped', 'commerce.codeUnknown', 'commerce.codeForTeachers', 'commerce.codeTries', 'catalog.bookNotFound'],
});

/** Binds a code to the person and opens its book, once. Sent again by the same person it answers the same book and changes nothing. */
export const redeemActivationCode = operation({
  name: 'redeemActivationCode',
  method: 'POST',
  path: '/api/code/redeem',
  summary: '使用激活码',
  input: z.object({ code: typedCode('激活码') }),
  output: z.object({
    book: bookCard,
    right: accessRight,
    boundAt: z.number().int(),
    /** True: this person had bound the code before. */
    repeated: z.boolean(),
  }),
  errors: [
    'commerce.codeMistyped',
    'commerce.codeUnknown',
    'commerce.codeForTeachers',
    'commerce.codeUsed',
    'commerce.codeVoid',
    'commerce.codeExpired',
    'commerce.codeNotYetValid',
    'commerce.codeBookClosed',
    'commerce.codeBookRemoved',
    'commerce.codeTries',
    'catalog.bookNotFound',
  ],
});

/** The codes the person bound and holds. */
export const listMyCodes = operation({
  name: 'listMyCodes',
  method: 'GET',
  path: '/api/my/codes',
  summary: '我的激活码',
  input: z.object({}),
  output: z.object({ items: z.array(boundCode.extend({ book: bookCard })) }),
});

/**
 * Gives a bound code back, so that the next owner of the paper book can bind it: the right it gave ends at once, notes and progress stay.
 * Once a day has passed since it was bound, and as often as its batch allows.
 */
export const releaseActivationCode = operation({
  name: 'releaseActivationCode',
  method: 'POST',
  path: '/api/code/release',
  summary: '转让激活码',
  input: z.object({ codeId: z.string().max(64) }),
  output: z.object({ book: bookCard, right: accessRight }),
  errors: ['commerce.codeNotYours', 'commerce.releaseTooSoon', 'commerce.releaseLimit', 'catalog.bookNotFound'],
});

export const claimReason = z.enum(['smudged', 'secondHand', 'usedByOther', 'lost']);
export type ClaimReason = z.output<typeof claimReason>;
export const claimStatus = z.enum(['open', 'approved', 'rejected']);
export type ClaimStatus = z.output<typeof claimStatus>;

/** A person's request to read a book whose code could not be used. */
export const codeClaim = z.object({
  id: z.string(),
  bookId: z.string(),
  bookTitle: z.string(),
  reason: claimReason,
  partial: z.string(),
  note: z.string(),
  photos: z.number().int(),
  status: claimStatus,
  /** What the reviewer said. */
  answer: z.string(),
  createdAt: z.number().int(),
  decidedAt: z.number().int().optional(),
});
export type CodeClaim = z.output<typeof codeClaim>;

/** Asks for the book with photos of the paper one (`uploadImage`). One claim for a book at a time. */
export const claimCode = operation({
  name: 'claimCode',
  method: 'POST',
  path: '/api/code/claim',
  summary: '激活码无法使用申请',
  input: z.object({
    bookId: entityId,
    reason: claimReason,
    photoIds: z
      .array(z.string().max(64))
      .min(1, '请至少上传 1 张照片')
      .max(LIMITS.claimPhotosMax, `最多上传 ${LIMITS.claimPhotosMax} 张照片`),
    partial: z.string().trim().max(40).default(''),
    note: z.string().trim().max(500, '说明最多 500 个字').default(''),
  }),
  output: z.object({ claim: codeClaim }),
  errors: [
    'catalog.bookNotFound',
    'file.notFound',
    'commerce.claimOpen',
    'commerce.claimBookRemoved',
    'commerce.claimNeedless',
    'commerce.claimTooMany',
  ],
});

/** The person's own claims, the newest first. */
export const listMyClaims = operation({
  name: 'listMyClaims',
  method: 'GET',
  path: '/api/code/claim/list',
  summary: '我的激活码申请',
  input: z.object({}),
  output: z.object({ items: z.array(codeClaim) }),
});

/** The institution whose right is the caller's now, by network, by this session's sign-in, or by its list; absent: none. */
export const detectInstitution = operation({
  name: 'detectInstitution',
  method: 'GET',
  path: '/api/institution/detect',
  summary: '所在机构',
  audience: 'anyone',
  input: z.object({}),
  output: z.object({ institution: z.string().optional(), via: licenceMode.optional() }),
});
