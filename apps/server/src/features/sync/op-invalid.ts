/** The refusal of one op, in words. */
import { CodedError } from '@shufang/contract';
import type { z } from 'zod';

export const opInvalid = (reason: string): CodedError => new CodedError('sync.opInvalid', { reason });

/** The first thing wrong, with the place in the op. The server's zod messages are Chinese. */
export const describeFieldIssue = (error: z.ZodError): string => {
  const issue = error.issues[0];
  if (issue === undefined) return '格式有误';
  return issue.path.length > 0 ? `${issue.path.join('.')}：${issue.message}` : issue.message;
};
