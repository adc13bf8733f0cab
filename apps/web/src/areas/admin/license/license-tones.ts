/** Colors of the states of licenses. */
import type { LicenseState } from '@shufang/contract';

export const LICENSE_TONES: Readonly<Record<LicenseState, 'plain' | 'good' | 'wait' | 'stop'>> = {
  draft: 'plain',
  active: 'good',
  expiring: 'wait',
  upcoming: 'plain',
  suspended: 'stop',
  expired: 'plain',
};
