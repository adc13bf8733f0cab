import { z } from 'zod';
import { entityId } from '../publication/id.ts';
import { calendarDay } from '../reading/reading-day.ts';
import { operation } from '../wire/operation.ts';
import { royaltyRate, royaltyReceipt } from './royalty.ts';

/** Returns the rates and receipts of a book. Throws `catalog.bookNotFound`. */
export const getBookRoyalties = operation({
  name: 'getBookRoyalties',
  method: 'GET',
  path: '/api/admin/royalty/book',
  summary: '版税：费率和收款',
  permission: 'manageRoyalties',
  scope: { bookId: 'book' },
  input: z.object({ bookId: entityId }),
  output: z.object({
    title: z.string(),
    /** Every user who can have a rate or has one. `isContributor`: whether the book still names the payee. */
    payees: z.array(z.object({ userId: entityId, name: z.string(), isContributor: z.boolean() })),
    /** Names of contributors without an account, who cannot have a rate. */
    withoutAccount: z.array(z.string()),
    rates: z.array(royaltyRate),
    /** Sales up to this day are settled; their rates are fixed. */
    settledUntil: calendarDay.optional(),
    /** Batches and licenses that can have receipts. */
    sources: z.array(z.object({ source: z.enum(['code', 'license']), refId: z.string(), label: z.string() })),
    receipts: z.array(royaltyReceipt),
  }),
  errors: ['catalog.bookNotFound'],
});
