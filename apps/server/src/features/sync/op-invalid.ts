/** Creates the error of a rejected operation, with its message. */
import { CodedError } from '@shufang/contract';
import type { z } from 'zod';

export const opInvalid = (reason: string): CodedError => new CodedError('sync.opInvalid', { reason });

/** Describes the first validation error and its path in the operation. The server's zod messages are Chinese. */
export const describeFieldIssue = (error: z.ZodError): string => {
  const issue = error.issues[0];
  if (issue === undefined) return '格式有误';
  return issue.path.length > 0 ? `${issue.path.join('.')}：${issue.message}` : issue.message;
};
