/** How demo data is made: by the use cases, as users of a class, at a time in the past. */
import type { AssignmentForm } from '@shufang/contract';
import type { ReaderContext } from '../platform/http/call-context.ts';
import { assembleAssignments } from './assemble-assignments.ts';
import type { Platform } from './open-platform.ts';

export interface DemoClass {
  readonly classId: string;
  readonly teacherId: string;
  readonly studentIds: readonly string[];
}

/** Does something at a time in the past, as a user would then. */
export const at = (platform: Platform, time: number) => assembleAssignments({ ...platform, clock: { ...platform.clock, now: () => time } });

export const callerOf = ({ log }: Platform, userId: string): ReaderContext => ({
  reader: { userId, sid: '', roles: [] },
  accessScope: undefined,
  deviceCode: 'web',
  deviceId: undefined,
  deviceCredentials: [],
  clientKey: undefined,
  address: '127.0.0.1',
  userAgent: '',
  requestId: 'demo',
  appOrigin: '',
  log,
});

export const payloadOf = <T>(result: T | { readonly payload: T }): T =>
  typeof result === 'object' && result !== null && 'payload' in result ? result.payload : result;

export const demoForm = (title: string, policy: Partial<AssignmentForm['policy']>): AssignmentForm => ({
  title,
  instructions: '独立完成，可以查书。每题 1 分。',
  policy: {
    openAt: null,
    dueAt: null,
    closeAt: null,
    timeLimitSeconds: null,
    attempts: 1,
    graceSeconds: 0,
    countedAttempt: 'best',
    late: { unitMinutes: 1440, stepBasisPoints: 1000, basis: 'earned', floorBasisPoints: 0, capBasisPoints: 10_000 },
    ...policy,
  },
  release: { score: 'handedIn', answers: 'closed', explanation: 'closed' },
  isShuffled: true,
});
