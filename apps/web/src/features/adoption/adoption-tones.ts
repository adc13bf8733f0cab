/** The color of the badge for each state of an adoption list. */
import type { AdoptionStatus } from '@shufang/contract';

export const ADOPTION_TONES: Readonly<Record<AdoptionStatus, 'plain' | 'good' | 'wait' | 'stop'>> = {
  draft: 'plain',
  submitted: 'wait',
  returned: 'stop',
  withdrawn: 'plain',
  confirmed: 'good',
  ordered: 'good',
};
