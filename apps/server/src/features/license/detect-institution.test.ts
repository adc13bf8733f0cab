/** Tests of finding the institution through which a caller can read. */
import { expect, it } from 'vitest';
import { payloadOf } from '../../platform/http/testing/use-case-result.ts';
import { testAccess } from '../../testing/test-access.ts';
import { detectInstitution } from './detect-institution.ts';
import type { LicenseInForce } from './license-in-force.ts';

testAccess('detectInstitution', 'everyone');

const license: LicenseInForce = { id: 'license', institution: '甲大学', mode: 'ip', bookIds: undefined, endsAt: 1 };
const detect = (licenses: readonly LicenseInForce[]) =>
  payloadOf(detectInstitution({ licensesFor: async () => licenses }, { reader: undefined, address: '198.51.100.7' } as never, {}));

it('the first license in force names the institution and how it was recognized', async () => {
  expect(await detect([license, { ...license, institution: '乙大学', mode: 'roster' }])).toEqual({ institution: '甲大学', via: 'ip' });
});

it('without a license the response is empty', async () => {
  expect(await detect([])).toEqual({});
});
