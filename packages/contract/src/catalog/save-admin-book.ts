import { z } from 'zod';
import { LIMITS } from '../limits.ts';
import { entityId } from '../publication/id.ts';
import { operation } from '../wire/operation.ts';
import { adminBook } from './admin-book.ts';
import { accessModel, bookLevel } from './book-card.ts';
import { bookRole } from './book-role.ts';

/**
 * Returns whether the text is an ISBN-13 without hyphens and with a correct check digit. An ISBN-10 is rejected, because new books have
 * none.
 */
export const isIsbn13 = (text: string): boolean =>
  /^97[89]\d{10}$/.test(text) && [...text].reduce((sum, digit, index) => sum + Number(digit) * (index % 2 === 0 ? 1 : 3), 0) % 10 === 0;

const isbn13 = z
  .string()
  .trim()
  .transform((text) => text.replaceAll(/[\s-]/g, ''))
  .refine((text) => text === '' || isIsbn13(text), 'ISBN 有误：应为 13 位，且校验位相符');

/**
 * Updates the catalog data of a book; omitted fields stay. A contributor's `tel` links the account with this number, `userId` keeps an
 * existing link, neither removes it. A later import does not overwrite these fields. Throws `request.invalid` for a plan without its
 * document.
 */
export const saveAdminBook = operation({
  name: 'saveAdminBook',
  method: 'POST',
  path: '/api/admin/book/save',
  summary: '编辑图书',
  permission: 'publishBook',
  // The use case also requires the new publisher to be in the access scope.
  scope: { bookId: 'book' },
  input: z.object({
    bookId: entityId,
    title: z.string().trim().min(1, '请填写书名').max(120).optional(),
    subtitle: z.string().trim().max(120).optional(),
    isbn: isbn13.optional(),
    publisher: z.string().trim().max(120).optional(),
    placeOfPublication: z.string().trim().max(40, '出版地最多 40 个字').optional(),
    description: z.string().trim().max(5_000).optional(),
    categoryIds: z.array(z.string().max(64)).max(10).optional(),
    /** Education level of the book; null for no specific level. */
    level: bookLevel.nullable().optional(),
    accessModel: accessModel.optional(),
    /** Number of chapters from the start of the book that the trial opens. */
    trialChapters: z.coerce.number().int().min(0).max(LIMITS.trialChaptersMax).optional(),
    /** Keys of the trial chapters, which take precedence over `trialChapters`. An empty list means that there is no trial. */
    trialChosen: z.array(z.string().min(1).max(20)).max(LIMITS.trialChosenMax, `最多选 ${LIMITS.trialChosenMax} 章`).optional(),
    planTag: z.string().trim().max(60, '规划名称最多 60 个字').optional(),
    planProof: z.string().trim().max(120, '文号最多 120 个字').optional(),
    contributors: z
      .array(
        z.object({
          name: z.string().trim().min(1, '请填写姓名').max(60),
          role: bookRole,
          unit: z.string().trim().max(60).default(''),
          userId: z.string().max(64).optional(),
          tel: z
            .string()
            .regex(/^1[3-9]\d{9}$/, '手机号码格式错误')
            .optional(),
        }),
      )
      .max(50)
      .optional(),
    reason: z.string().trim().max(LIMITS.operatorReasonChars).default(''),
  }),
  output: adminBook,
  errors: ['catalog.bookNotFound', 'account.personNotFound'],
});
