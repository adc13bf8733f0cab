/** Responses to requests that fail outside an operation: a status and a JSON response without details of the error. */
import { CodedError, type Envelope, errorSentence } from '@shufang/contract';
import type { FastifyError } from 'fastify';
import { refusal } from './router.ts';

export type HttpErrorCode = 'request.invalid' | 'request.tooLarge' | 'request.notFound' | 'request.tooMany' | 'internal';

export const plainEnvelope = (code: HttpErrorCode, details: Record<string, string> = {}): Envelope => ({
  code,
  message: errorSentence(code, details),
  payload: null,
});

/** Returns the HTTP status and the JSON response for any thrown error. Details of internal errors are only logged. */
export const errorResponseFor = (error: FastifyError | Error): { status: number; body: Envelope } => {
  if (error instanceof CodedError) return { status: error.code === 'internal' ? 500 : 200, body: refusal(error) };
  const status = 'statusCode' in error && typeof error.statusCode === 'number' ? error.statusCode : 500;
  if (status === 413) return { status, body: plainEnvelope('request.tooLarge') };
  if (status === 429) return { status, body: plainEnvelope('request.tooMany') };
  if (status === 415) return { status, body: plainEnvelope('request.invalid', { reason: '不支持的内容类型，请使用 JSON 或表单提交' }) };
  if (status >= 400 && status < 500) return { status, body: plainEnvelope('request.invalid', { reason: '请求的格式有误' }) };
  return { status: 500, body: plainEnvelope('internal') };
};
