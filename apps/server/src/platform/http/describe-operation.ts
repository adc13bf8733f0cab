/** Describes operations in the OpenAPI document: input, JSON response, error codes, session. Validates nothing. */

// The fields `summary`, `consumes` and `security` of a schema are declared by this package.
import '@fastify/swagger';
import {
  CLIENT_KEY_HEADER,
  COMMON_ERRORS,
  DEVICE_CODE_HEADER,
  deviceCode,
  type ErrorCode,
  OP_ID_HEADER,
  type Operation,
  type Permission,
  type RawOperation,
  SUCCESS,
} from '@shufang/contract';
import type { FastifySchema } from 'fastify';
import { z } from 'zod';
import { CLIENT_KEY_FORMAT, OP_ID_FORMAT } from './idempotent-requests.ts';

/** Schema of a file's bytes. */
export const fileBytes = z.string().meta({ format: 'binary' });

const envelopeSchema = (operation: Operation): z.ZodType => {
  const codes = [SUCCESS, ...new Set([...COMMON_ERRORS, ...operation.errors])] as [string, ...string[]];
  const ofRefusals = new Set(Object.values(operation.refusals));
  const payload = (ofRefusals.size === 0 ? operation.output : z.union([operation.output, ...ofRefusals])).nullable();
  const shape = { code: z.enum(codes), message: z.string(), payload };
  return operation.style === 'centerUser' ? z.object({ ...shape, payLoad: payload }) : z.object(shape);
};

/** Returns the schema of a response without payload, for rejected requests of streams and files. */
export const refusalSchema = (errors: readonly ErrorCode[] = []): z.ZodType =>
  z.object({ code: z.enum([...new Set([...COMMON_ERRORS, ...errors])]), message: z.string(), payload: z.null() });

/** Returns the security requirement of an operation; for operations open to everyone, a session is optional. */
const securityOf = (audience: Operation['audience']): Record<string, string[]>[] =>
  audience === 'anyone' ? [{}, { session: [] }] : [{ session: [] }];

/** Splits the input into path parameters (`:name`), undefined if there are none, and the fields of the query or the body. */
const splitInput = ({ path, input }: Operation): { readonly params?: z.ZodType; readonly fields: z.ZodType } => {
  const inPath = new Set(Array.from(path.matchAll(/:(\w+)/g), ([, name = '']) => name));
  if (inPath.size === 0 || !(input instanceof z.ZodObject)) return { fields: input };
  const all = Object.entries<z.ZodType>(input.shape);
  const part = (isInPath: boolean) => z.object(Object.fromEntries(all.filter(([name]) => inPath.has(name) === isInPath)));
  return { params: part(true), fields: part(false) };
};

const describeInput = (operation: Operation, form?: z.ZodType): FastifySchema => {
  const { fields, ...params } = splitInput(operation);
  if (operation.method === 'GET') return { ...params, querystring: fields };
  const consumes = form === undefined ? ['application/json', 'application/x-www-form-urlencoded'] : ['multipart/form-data'];
  return { ...params, body: form ?? fields, consumes };
};

/** Returns the optional headers that affect the operation. */
const headersOf = ({ method, isIdempotent, replay, audience }: Operation): z.ZodType =>
  z.object({
    [DEVICE_CODE_HEADER]: deviceCode.optional().meta({ description: '会话所在的设备类型，缺省为 web' }),
    ...(method === 'POST' && !isIdempotent
      ? {
          [OP_ID_HEADER]: z
            .string()
            .regex(OP_ID_FORMAT)
            .optional()
            .meta({
              description:
                replay === 'never'
                  ? '这次操作的名字：一天内以同一名字重发会被拒绝（request.alreadyUsed），请换一个名字重新操作'
                  : '这次操作的名字：一天内以同一名字重发，只生效一次，得到第一次的回答',
            }),
          ...(replay !== 'never' && audience === 'anyone'
            ? {
                [CLIENT_KEY_HEADER]: z
                  .string()
                  .regex(CLIENT_KEY_FORMAT)
                  .optional()
                  .meta({ description: '只有这个客户端知道的随机值；未登录时没有它，x-op-id 不起作用' }),
              }
            : {}),
        }
      : {}),
  });

/** The description of a route in the OpenAPI document. */
export const describeRaw = (
  operation: Pick<Operation, 'summary' | 'name' | 'permission'>,
): FastifySchema & { readonly 'x-permission': Permission } => ({
  summary: operation.summary,
  operationId: operation.name,
  'x-permission': operation.permission,
});

/** Returns the description of an operation. `form`: the schema of a multipart body, which replaces the operation's input. */
export const describeOperation = (operation: Operation, form?: z.ZodType): FastifySchema => ({
  ...describeRaw(operation),
  security: securityOf(operation.audience),
  headers: headersOf(operation),
  ...describeInput(operation, form),
  response: { 200: envelopeSchema(operation) },
});

/** Returns the description of a call for a signed-in user whose successful response has the media type `type` and is not JSON. */
export const describeStream = (operation: RawOperation, { type, description }: { type: string; description: string }): FastifySchema => ({
  ...describeRaw(operation),
  security: securityOf('reader'),
  response: {
    200: {
      description,
      content: { [type]: { schema: z.string() }, 'application/json': { schema: refusalSchema() } },
    },
  },
});

/** Returns the description of a call that sends a file and needs no session. */
export const describeFile = (operation: RawOperation, type: string): FastifySchema => ({
  ...describeRaw(operation),
  response: {
    200: { description: operation.summary, content: { [type]: { schema: fileBytes } } },
    404: { description: '没有这个文件', content: { 'application/json': { schema: refusalSchema(['request.notFound']) } } },
  },
});
