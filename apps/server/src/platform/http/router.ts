/** Ties operations of the contract to handlers: reads and checks the input, asks who calls, checks the answer, writes the envelope. */
import { randomUUID } from 'node:crypto';
import {
  CodedError,
  deviceCode,
  type Envelope,
  type ErrorCode,
  errorSentence,
  OP_ID_HEADER,
  type Operation,
  type ParsedInputOf,
  SUCCESS,
} from '@shufang/contract';
import type { FastifyInstance, FastifyReply, FastifyRequest, FastifySchema } from 'fastify';
import { z } from 'zod';
import type { Authenticate, CallContext, ReaderContext } from './call-context.ts';
import type { CallPolicy } from './call-policy.ts';
import type { CallReach } from './call-reach.ts';
import { checkText } from './check-text.ts';
import { chineseIssue, describeIssue } from './chinese-issues.ts';
import { describeOperation } from './describe-operation.ts';
import { OP_ID_FORMAT, type RepeatedRequests } from './repeated-requests.ts';
import { whileSent } from './while-sent.ts';

z.config({ localeError: chineseIssue });

export type Handler<O extends Operation> = (input: ParsedInputOf<O>, context: ReaderContext) => Promise<Answer<O>>;
export type AnonymousHandler<O extends Operation> = (input: ParsedInputOf<O>, context: CallContext) => Promise<Answer<O>>;

export type FileHandler<O extends Operation> = (
  input: ParsedInputOf<O>,
  context: ReaderContext,
  http: { readonly request: FastifyRequest; readonly reply: FastifyReply },
) => Promise<unknown>;

/** The payload, or the payload with a sentence to show the person (writes only). */
export type Answer<O extends Operation> = z.input<O['output']> | Said<O>;
export interface Said<O extends Operation> {
  readonly payload: z.input<O['output']>;
  readonly say: string;
}

export interface Router {
  /** For operations whose audience is `reader`. */
  handle<O extends Operation>(operation: O, handler: Handler<O>): void;
  /** For operations anyone may call; `context.reader` is present when a valid session came along. */
  handleAnyone<O extends Operation>(operation: O, handler: AnonymousHandler<O>): void;
  /** For calls answered by a file of somebody's: kept by no cache on its way. `send` answers what it has sent, or throws a coded error. */
  handleFile<O extends Operation>(operation: O, send: FileHandler<O>): void;
  /**
   * Streams and uploads: the route is registered by `register`; `callContext` answers who calls, or throws a coded error where the
   * policy does not admit them to the call its schema names; `once` is for calls made by hand that a repetition must not do again.
   */
  raw(register: (fastify: FastifyInstance, callContext: (request: FastifyRequest) => Promise<ReaderContext>, once: Once) => void): void;
  readonly operations: readonly Operation[];
}

/** Runs `work`, or answers as the first time where the caller repeats itself under one `X-Op-Id` (`repeated-requests.ts`). */
export type Once = (
  operation: Operation,
  request: FastifyRequest,
  context: CallContext,
  input: unknown,
  work: () => Promise<Envelope>,
) => Promise<Envelope>;

export interface RouterOptions {
  readonly authenticate: Authenticate;
  /** Asked at every call. */
  readonly policy: CallPolicy;
  /** Asked at every call of the desk: how far the caller reaches. */
  readonly reach: CallReach;
  /** Origins the web client may be served from; the first is the public one. */
  readonly appOrigins: readonly string[];
  /** Absent: names of calls (`X-Op-Id`) mean nothing. */
  readonly repeats?: RepeatedRequests;
}

const header = (request: FastifyRequest, name: string): string | undefined => {
  const value = request.headers[name];
  return Array.isArray(value) ? value[0] : value;
};

const envelopeFor = (operation: Operation, code: Envelope['code'], message: string, payload: unknown): Envelope =>
  operation.style === 'centerUser' ? { code, message, payload, payLoad: payload } : { code, message, payload };

/** The envelope of a refusal; used by the router and by the server's own error handler. */
export const refusal = (error: CodedError): Envelope => ({ code: error.code, message: error.message, payload: null });

const codeOfIssue = (operation: Operation, error: z.ZodError): ErrorCode => {
  const message = error.issues[0]?.message;
  return operation.errors.includes('account.phoneInvalid') && message === errorSentence('account.phoneInvalid')
    ? 'account.phoneInvalid'
    : 'request.invalid';
};

/** Checks what a caller sent; for calls made by hand too. Throws `request.invalid`, and `account.phoneInvalid` where the operation knows it. */
export const checkInput = <O extends Operation>(operation: O, raw: unknown): ParsedInputOf<O> => {
  if (!operation.checksOwnText) checkText(raw);
  const parsed = operation.input.safeParse(raw);
  if (!parsed.success) throw new CodedError(codeOfIssue(operation, parsed.error), { reason: describeIssue(parsed.error) });
  return parsed.data as ParsedInputOf<O>;
};

/** GET: what stands in the path, and the query beside it. */
const sentInput = ({ method }: Operation, { query, params, body }: FastifyRequest): unknown =>
  method === 'GET' ? { ...(query as object), ...(params as object) } : (body ?? {});

const callNameOf = (schema: FastifySchema | undefined): string | undefined => {
  const { operationId } = (schema ?? {}) as { operationId?: unknown };
  return typeof operationId === 'string' ? operationId : undefined;
};

const isSaid = (answer: unknown): answer is Said<Operation> =>
  typeof answer === 'object' && answer !== null && 'say' in answer && 'payload' in answer && Object.keys(answer).length === 2;

/** A refusal becomes the answer; a fault of ours goes on to the server's error handler. */
const refusalOf = (operation: Operation, error: unknown): Envelope => {
  if (!(error instanceof CodedError) || error.code === 'internal') throw error;
  return envelopeFor(operation, error.code, error.message, null);
};

/** What the use case answers, checked by the contract. */
const answerOf = async <O extends Operation>(operation: O, run: () => Promise<Answer<O>>): Promise<Envelope> => {
  try {
    const answer = await run();
    const payload = operation.output.parse(isSaid(answer) ? answer.payload : answer);
    return envelopeFor(operation, SUCCESS, isSaid(answer) ? answer.say : '', payload);
  } catch (error) {
    return refusalOf(operation, error);
  }
};

/** The name of the caller's wish, where it counts. */
const opIdOf = (operation: Operation, request: FastifyRequest): string | undefined => {
  const opId = header(request, OP_ID_HEADER);
  if (opId === undefined || operation.method !== 'POST' || operation.repeatsSafely) return undefined;
  if (!OP_ID_FORMAT.test(opId))
    throw new CodedError('request.invalid', { reason: `${OP_ID_HEADER} 有误：应为 16 至 64 个字母、数字、- 或 _` });
  return opId;
};

export const createRouter = (fastify: FastifyInstance, options: RouterOptions): Router => {
  const operations: Operation[] = [];

  /** `audience` of the call: where anyone may call, a dead token makes the caller anonymous, so that nobody is kept from signing in again. */
  const contextFor = async (request: FastifyRequest, audience: Operation['audience']): Promise<CallContext> => {
    const device = deviceCode.safeParse(header(request, 'x-device-code') ?? 'web');
    if (!device.success) throw new CodedError('request.invalid', { reason: '设备类型有误' });
    const authentication = await options.authenticate(header(request, 'authorization'), device.data);
    if (authentication.kind === 'refused' && audience !== 'anyone') throw new CodedError(authentication.code);
    const deviceId = header(request, 'x-device-id');
    const origin = `${request.protocol}://${request.host}`;
    return {
      reader: authentication.kind === 'reader' ? authentication.reader : undefined,
      bounds: undefined,
      deviceCode: device.data,
      deviceId: deviceId !== undefined && /^[0-9a-z]{6,32}$/.test(deviceId) ? deviceId : undefined,
      address: request.ip,
      userAgent: (header(request, 'user-agent') ?? '').slice(0, 300),
      requestId: request.id,
      appOrigin: options.appOrigins.includes(origin) ? origin : (options.appOrigins[0] ?? origin),
      log: request.log as CallContext['log'],
    };
  };

  /** The context with its bounds. Throws where the caller is not admitted at all, or has a part and the call is about the whole. */
  const admitted = async <C extends CallContext>(callName: string, context: C): Promise<C> => {
    const { reader } = context;
    if (!options.policy.admits(callName, reader?.roles)) throw new CodedError(reader === undefined ? 'requestLogin' : 'forbidden');
    return { ...context, bounds: await options.reach.boundsOf(callName, reader) };
  };

  /** Calls made by hand are known to the policy by the `operationId` of their description. */
  const admittedReader = async (request: FastifyRequest): Promise<ReaderContext> => {
    const context = await contextFor(request, 'reader');
    if (context.reader === undefined) throw new CodedError('requestLogin');
    return admitted(callNameOf(request.routeOptions.schema) ?? '', context as ReaderContext);
  };

  fastify.addHook('onRoute', (route) => {
    const needs = options.policy.needs(callNameOf(route.schema) ?? '');
    if (needs !== undefined) Object.assign(route.schema ?? {}, { 'x-permission': needs });
  });

  const once: Once = async (operation, request, context, input, work) => {
    const opId = opIdOf(operation, request);
    return opId === undefined || options.repeats === undefined
      ? work()
      : options.repeats.answerOnce({ operation, opId, input, context }, work);
  };

  const onceWhileSent: Once = (operation, request, context, input, work) =>
    once(operation, request, context, input, () => whileSent(request, work));

  const register = <O extends Operation>(
    operation: O,
    run: (input: ParsedInputOf<O>, context: CallContext) => Promise<Answer<O>>,
  ): void => {
    operations.push(operation);
    fastify.route({
      method: operation.method,
      url: operation.path,
      schema: describeOperation(operation),
      handler: async (request: FastifyRequest, reply: FastifyReply) => {
        void reply.header('cache-control', 'no-store');
        try {
          const context = await admitted(operation.name, await contextFor(request, operation.audience));
          const input = checkInput(operation, sentInput(operation, request));
          await options.reach.requireWithin(operation.name, context.bounds, input);
          return await once(operation, request, context, input, () => answerOf(operation, () => run(input, context)));
        } catch (error) {
          return refusalOf(operation, error);
        }
      },
    });
  };

  return {
    handle: (operation, handler) => register(operation, (input, context) => handler(input, context as ReaderContext)),
    handleAnyone: (operation, handler) => register(operation, handler),
    handleFile: (operation, send) => {
      fastify.route({
        method: operation.method,
        url: operation.path,
        schema: describeOperation(operation),
        handler: async (request, reply) => {
          void reply.header('cache-control', 'private, no-store');
          const context = await admittedReader(request);
          return send(checkInput(operation, sentInput(operation, request)), context, { request, reply });
        },
      });
    },
    raw: (registerRaw) => registerRaw(fastify, admittedReader, onceWhileSent),
    operations,
  };
};

/** Request ids are shown to people as the trace number of an error card. */
export const makeRequestId = (): string => randomUUID();
