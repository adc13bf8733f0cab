/** How a call stands in the OpenAPI document: input, envelope, error codes, whether it needs a session. Describes; checks nothing. */
import { COMMON_ERRORS, DEVICE_CODE_HEADER, deviceCode, type ErrorCode, OP_ID_HEADER, type Operation, SUCCESS } from '@shufang/contract';
import type { FastifySchema } from 'fastify';
import { z } from 'zod';
import { OP_ID_FORMAT } from './repeated-requests.ts';

/** Bytes of a file, as the document says it. */
export const fileBytes = z.string().meta({ format: 'binary' });

const envelopeSchema = (operation: Operation): z.ZodType => {
  const codes = [SUCCESS, ...new Set([...COMMON_ERRORS, ...operation.errors])] as [string, ...string[]];
  const shape = { code: z.enum(codes), message: z.string(), payload: operation.output.nullable() };
  return operation.style === 'centerUser' ? z.object({ ...shape, payLoad: operation.output.nullable() }) : z.object(shape);
};

/** The envelope of a call that has no payload in it: what a stream or a file answers when it refuses. */
export const refusalSchema = (errors: readonly ErrorCode[] = []): z.ZodType =>
  z.object({ code: z.enum([...new Set([...COMMON_ERRORS, ...errors])]), message: z.string(), payload: z.null() });

/** Where anyone may call, a session is welcome and not needed. */
const securityOf = (audience: Operation['audience']): Record<string, string[]>[] =>
  audience === 'anyone' ? [{}, { session: [] }] : [{ session: [] }];

/** What stands in the path (`:name`) and what in the query. */
const describeAddress = ({ path, input }: Operation): FastifySchema => {
  const inPath = new Set(Array.from(path.matchAll(/:(\w+)/g), ([, name = '']) => name));
  if (inPath.size === 0 || !(input instanceof z.ZodObject)) return { querystring: input };
  const fields = Object.entries<z.ZodType>(input.shape);
  const part = (isInPath: boolean) => z.object(Object.fromEntries(fields.filter(([name]) => inPath.has(name) === isInPath)));
  return { params: part(true), querystring: part(false) };
};

/** The headers that change what a call does; all may be left out. */
const headersOf = ({ method, repeatsSafely }: Operation): z.ZodType =>
  z.object({
    [DEVICE_CODE_HEADER]: deviceCode.optional().meta({ description: '会话所在的设备类型，缺省为 web' }),
    ...(method === 'POST' && !repeatsSafely
      ? {
          [OP_ID_HEADER]: z
            .string()
            .regex(OP_ID_FORMAT)
            .optional()
            .meta({ description: '这次操作的名字：一天内以同一名字重发，只生效一次，得到第一次的回答' }),
        }
      : {}),
  });

/** `form`: the body when it is a form with a file in it, instead of the operation's own input. */
export const describeOperation = (operation: Operation, form?: z.ZodType): FastifySchema => ({
  summary: operation.summary,
  operationId: operation.name,
  security: securityOf(operation.audience),
  headers: headersOf(operation),
  ...(operation.method === 'GET'
    ? describeAddress(operation)
    : {
        body: form ?? operation.input,
        consumes: form === undefined ? ['application/json', 'application/x-www-form-urlencoded'] : ['multipart/form-data'],
      }),
  response: { 200: envelopeSchema(operation) },
});

/** A call for a signed-in reader that answers `type` instead of the envelope when it goes well. */
export const describeStream = (call: { summary: string; operationId: string; type: string; description: string }): FastifySchema => ({
  summary: call.summary,
  operationId: call.operationId,
  security: securityOf('reader'),
  response: {
    200: {
      description: call.description,
      content: { [call.type]: { schema: z.string() }, 'application/json': { schema: refusalSchema() } },
    },
  },
});

/** A file anyone may fetch. */
export const describeFile = (call: { summary: string; operationId: string; type: string }): FastifySchema => ({
  summary: call.summary,
  operationId: call.operationId,
  response: {
    200: { description: call.summary, content: { [call.type]: { schema: fileBytes } } },
    404: { description: '没有这个文件', content: { 'application/json': { schema: refusalSchema(['request.notFound']) } } },
  },
});
