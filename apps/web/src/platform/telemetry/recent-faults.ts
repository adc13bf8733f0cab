/** The last calls of this page that failed, so that a person who asks for help can send their trace ids along. Kept in memory only. */
import { LIMITS, type TicketDiagnostics } from '@shufang/contract';
import type { ApiError } from '../api/api-error.ts';

type Fault = TicketDiagnostics['faults'][number];

const faults: Fault[] = [];

/** Failures that tell nothing of a fault: the person was asked to sign in, or their captcha was wrong. */
const EXPECTED: ReadonlySet<string> = new Set(['requestLogin', 'account.captchaWrong', 'account.sliderWrong', 'request.invalid']);

export const noteFault = ({ operationName, code, kind, requestId }: ApiError, at: number = Date.now()): void => {
  if (code !== undefined && EXPECTED.has(code)) return;
  faults.push({ operation: operationName.slice(0, 60), code: code ?? kind, traceId: requestId ?? '', at });
  if (faults.length > LIMITS.ticketFaults) faults.shift();
};

/** Newest last. */
export const recentFaults = (): readonly Fault[] => faults;
