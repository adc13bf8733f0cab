import { z } from 'zod';
import { LIMITS } from '../limits.ts';
import { entityId } from '../publication/id.ts';
import { calendarDay } from '../reading/reading-day.ts';
import { operation } from '../wire/operation.ts';
import { royaltyRate } from './royalty.ts';

/**
 * Stores the rate of a contributor, or changes one (`id`). Throws `royalty.notContributor`, `royalty.rateOverlap` if the contributor has
 * another rate in that time, `royalty.rateSum` if the rates of a day exceed the income, `royalty.settled` if sales that it applies to are
 * settled, `royalty.rateNotFound`, `royalty.tooManyRates`.
 */
export const saveRoyaltyRate = operation({
  name: 'saveRoyaltyRate',
  method: 'POST',
  path: '/api/admin/royalty/rate/save',
  summary: '版税：保存费率',
  permission: 'manageRoyalties',
  scope: { bookId: 'book' },
  input: z
    .object({
      bookId: entityId,
      id: entityId.optional(),
      userId: entityId,
      rateBp: z.coerce.number().int().min(1, '费率须大于 0').max(LIMITS.royaltyRateSumMaxBp, '费率不能超过 100%'),
      validFrom: calendarDay,
      validUntil: calendarDay.optional(),
    })
    .refine(({ validFrom, validUntil }) => validUntil === undefined || validFrom <= validUntil, {
      message: '结束日期不能早于开始日期',
      path: ['validUntil'],
    }),
  output: royaltyRate,
  errors: [
    'catalog.bookNotFound',
    'royalty.notContributor',
    'royalty.rateOverlap',
    'royalty.rateSum',
    'royalty.settled',
    'royalty.rateNotFound',
    'royalty.tooManyRates',
  ],
});
