/** The color of the badge for each state of a sample. */
import type { SampleStatus } from '@shufang/contract';

export const SAMPLE_TONES: Readonly<Record<SampleStatus, 'plain' | 'good' | 'wait' | 'stop'>> = {
  submitted: 'wait',
  approved: 'good',
  shipped: 'good',
  received: 'plain',
  rejected: 'stop',
  canceled: 'plain',
};
