/** What goes outside when a request fails before or beside its operation: a status and the envelope, never a detail of the fault. */
import { CodedError, type Envelope, errorSentence } from '@shufang/contract';
import type { FastifyError } from 'fastify';
import { refusal } from './router.ts';

export type HttpFault = 'request.invalid' | 'request.tooLarge' | 'request.notFound' | 'request.tooMany' | 'internal';

export const plainEnvelope = (code: HttpFault, details: Record<string, string> = {}): Envelope => ({
  code,
  message: errorSentence(code, details),
  payload: null,
});

/** Turns any error that left a handler into status and envelope. Our own faults say nothing outside; the log has everything. */
export const answerFor = (error: FastifyError | Error): { status: number; body: Envelope } => {
  if (error instanceof CodedError) return { status: error.code === 'internal' ? 500 : 200, body: refusal(error) };
  const status = 'statusCode' in error && typeof error.statusCode === 'number' ? error.statusCode : 500;
  if (status === 413) return { status, body: plainEnvelope('request.tooLarge') };
  if (status === 429) return { status, body: plainEnvelope('request.tooMany') };
  if (status === 415) return { status, body: plainEnvelope('request.invalid', { reason: '不支持的内容类型，请使用 JSON 或表单提交' }) };
  if (status >= 400 && status < 500) return { status, body: plainEnvelope('request.invalid', { reason: '请求的格式有误' }) };
  return { status: 500, body: plainEnvelope('internal') };
};
