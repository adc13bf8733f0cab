/** The last failed calls of this page, for the diagnostics of a help ticket. Stored in memory only. */
import { LIMITS, type TicketDiagnostics } from '@shufang/contract';
import type { ApiError } from '../api/api-error.ts';

type CallError = TicketDiagnostics['failedCalls'][number];

const errors: CallError[] = [];

/** Codes of expected errors, which are not recorded: sign-in required, wrong captcha, invalid input. */
const EXPECTED: ReadonlySet<string> = new Set(['requestLogin', 'account.captchaWrong', 'account.sliderWrong', 'request.invalid']);

export const recordCallError = ({ operationName, code, kind, requestId }: ApiError, at: number = Date.now()): void => {
  if (code !== undefined && EXPECTED.has(code)) return;
  errors.push({ operation: operationName.slice(0, 60), code: code ?? kind, traceId: requestId ?? '', at });
  if (errors.length > LIMITS.ticketErrors) errors.shift();
};

/** Returns the failed calls, the newest last. */
export const recentCallErrors = (): readonly CallError[] => errors;
