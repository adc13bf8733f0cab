/** How an admin operation treats a caller whose roles are limited to a publisher or an institution. See docs/decisions/0014. */
import type { ErrorCode } from '../errors.ts';

/** Kinds of objects an admin operation may name, each with the error for an object that does not exist or lies outside the access scope. */
export const SCOPED_OBJECT_ERRORS = {
  book: 'catalog.bookNotFound',
  claim: 'activationCode.claimNotFound',
  codeBatch: 'activationCode.batchNotFound',
  collection: 'catalog.collectionNotFound',
  erratum: 'errata.notFound',
  import: 'import.notFound',
  institution: 'institution.notFound',
  invoice: 'orders.invoiceNotFound',
  license: 'license.notFound',
  rating: 'catalog.ratingNotFound',
  refund: 'orders.refundNotFound',
  shortLink: 'catalog.shortLinkUnknown',
} as const satisfies Readonly<Record<string, ErrorCode>>;

export type ScopedObject = keyof typeof SCOPED_OBJECT_ERRORS;

/**
 * `platform`: a caller with a limited role is refused (`platformOnly`). `filtered`: the use case filters by `context.accessScope`, in
 * lists, counts and files alike. An object: the named input fields must identify objects in the access scope, otherwise their not-found
 * error is thrown; the use case filters as well where it returns more than that object.
 */
export type OperationScope = 'platform' | 'filtered' | Readonly<Record<string, ScopedObject>>;
