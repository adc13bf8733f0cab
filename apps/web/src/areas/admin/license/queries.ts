/** Queries of institution licenses, with their keys in the query cache. */
import { type LicenseState, listLicenses } from '@shufang/contract';
import { call } from '../../../platform/api/client.ts';
import { recordPagesQuery } from '../../../platform/records/record-pages-query.ts';

export const licensesQuery = (state: LicenseState | undefined, q: string) =>
  recordPagesQuery(['license', 'licenses', state ?? 'all', q], (from, signal) =>
    call(listLicenses, { ...(state && { state }), q, ...from }, { signal }),
  );
