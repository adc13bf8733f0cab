/** The color of the badge for each state of a royalty statement. */
import type { RoyaltyStatus } from '@shufang/contract';

export const ROYALTY_TONES: Readonly<Record<RoyaltyStatus, 'plain' | 'good' | 'wait' | 'stop'>> = {
  draft: 'plain',
  issued: 'wait',
  disputed: 'stop',
  confirmed: 'good',
  paid: 'good',
};
