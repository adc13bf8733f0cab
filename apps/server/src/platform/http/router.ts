/**
 * Registers operations of the contract with handlers: validates input and output, authenticates and authorizes the caller, writes the JSON
 * response (`Envelope`: code, message and payload).
 */
import { randomUUID } from 'node:crypto';
import type { FastifyCompressOptions } from '@fastify/compress';
import {
  CLIENT_KEY_HEADER,
  CodedError,
  DEVICE_CREDENTIAL_HEADER,
  deviceCode,
  type Envelope,
  type ErrorCode,
  errorSentence,
  OP_ID_HEADER,
  type Operation,
  type ParsedInputOf,
  SUCCESS,
} from '@shufang/contract';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import type { Authorization, AuthorizedOperation } from './authorization.ts';
import type { Authenticate, CallContext, ReaderContext, SignedInReader } from './call-context.ts';
import { checkText } from './check-text.ts';
import { chineseIssue, describeIssue } from './chinese-issues.ts';
import { describeOperation } from './describe-operation.ts';
import { CLIENT_KEY_FORMAT, type IdempotentRequests, OP_ID_FORMAT } from './idempotent-requests.ts';
import { rejectOnDisconnect } from './reject-on-disconnect.ts';

z.config({ localeError: chineseIssue });

export type Handler<O extends Operation> = (input: ParsedInputOf<O>, context: ReaderContext) => Promise<HandlerResult<O>>;
export type AnonymousHandler<O extends Operation> = (input: ParsedInputOf<O>, context: CallContext) => Promise<HandlerResult<O>>;

export type FileHandler<O extends Operation> = (
  input: ParsedInputOf<O>,
  context: ReaderContext,
  http: { readonly request: FastifyRequest; readonly reply: FastifyReply },
) => Promise<unknown>;

/** The result of a handler: the payload, or the payload with a message for the user (only of operations that write). */
export type HandlerResult<O extends Operation> = z.input<O['output']> | ResultWithMessage<O>;
export interface ResultWithMessage<O extends Operation> {
  readonly payload: z.input<O['output']>;
  readonly say: string;
}

/**
 * Returns a large payload as the UTF-8 bytes of its JSON, encoded outside the event loop; the buffers are sent one after the other. The
 * handler guarantees that the payload fits the contract.
 */
export type EncodedHandler<O extends Operation> = (input: ParsedInputOf<O>, context: CallContext) => Promise<readonly Uint8Array[]>;

export interface Router {
  /** Registers a handler of an operation that requires a signed-in user. */
  handle<O extends Operation>(operation: O, handler: Handler<O>): void;
  /**
   * Registers a handler of an idempotent operation whose response has several megabytes: validating and encoding it in the server process
   * would block the event loop. `context.reader` is present if the operation requires a signed-in user.
   */
  handleEncoded<O extends Operation>(operation: O, handler: EncodedHandler<O>): void;
  /** Registers a handler of an operation open to everyone; `context.reader` is present with a valid session. */
  handleAnyone<O extends Operation>(operation: O, handler: AnonymousHandler<O>): void;
  /** Registers an operation that returns a private file, which no cache may store. `send` returns the reply, or throws a coded error. */
  handleFile<O extends Operation>(operation: O, send: FileHandler<O>): void;
  /**
   * Registers a stream or an upload, whose route `register` adds itself. `callContext` returns the context of an authorized caller and
   * throws a coded error otherwise; `once` runs a call that must not be repeated.
   */
  raw(register: (fastify: FastifyInstance, callContext: ReaderContextOf, once: Once) => void): void;
  readonly operations: readonly Operation[];
}

/** Returns the context of the caller. Throws a coded error if nobody is signed in or the operation is not allowed. */
export type ReaderContextOf = (
  operation: AuthorizedOperation & { readonly acceptsUploadToken?: boolean },
  request: FastifyRequest,
) => Promise<ReaderContext>;

/** Runs `work`, or returns the first response for a repeated `X-Op-Id` (`idempotent-requests.ts`). */
export type Once = (
  operation: Operation,
  request: FastifyRequest,
  context: CallContext,
  input: unknown,
  work: () => Promise<Envelope>,
) => Promise<Envelope>;

export interface RouterOptions {
  readonly authenticate: Authenticate;
  readonly authorization: Authorization;
  /** Origins the web client may be served from; the first is the public one. */
  readonly appOrigins: readonly string[];
  /**
   * Returns the private address of this machine under which the client of this request was loaded, as a further origin; undefined if there
   * is none.
   */
  readonly furtherOriginOf?: (request: FastifyRequest) => string | undefined;
  /** The store of responses by idempotency key (`X-Op-Id`); if it is absent, idempotency keys are ignored. */
  readonly idempotentRequests?: IdempotentRequests;
}

/** Returns the origin under which the client of the request was loaded, or else the public one. */
export const appOriginOf = (
  { appOrigins, furtherOriginOf }: Pick<RouterOptions, 'appOrigins' | 'furtherOriginOf'>,
  request: FastifyRequest,
): string => {
  const origin = `${request.protocol}://${request.host}`;
  return appOrigins.includes(origin) ? origin : (furtherOriginOf?.(request) ?? appOrigins[0] ?? origin);
};

/** Compression of responses from 1 KB on. */
const COMPRESSION = { threshold: 1_024, encodings: ['br', 'gzip'] } satisfies FastifyCompressOptions;

const header = (request: FastifyRequest, name: string): string | undefined => {
  const value = request.headers[name];
  return Array.isArray(value) ? value[0] : value;
};

const envelopeFor = (operation: Operation, code: Envelope['code'], message: string, payload: unknown): Envelope =>
  operation.style === 'centerUser' ? { code, message, payload, payLoad: payload } : { code, message, payload };

/** Returns the JSON of a successful response around an encoded payload. */
const encodedEnvelope = (payload: readonly Uint8Array[]): Buffer =>
  Buffer.concat([Buffer.from(`{"code":"${SUCCESS}","message":"","payload":`), ...payload, Buffer.from('}')]);

/** Returns the response to an error. Used by the router and by the server's error handler. */
export const refusal = (error: CodedError): Envelope => ({ code: error.code, message: error.message, payload: null });

const codeOfIssue = (operation: Operation, error: z.ZodError): ErrorCode => {
  const message = error.issues[0]?.message;
  return operation.errors.includes('account.phoneInvalid') && message === errorSentence('account.phoneInvalid')
    ? 'account.phoneInvalid'
    : 'request.invalid';
};

/** Validates input. Throws `request.invalid`, and `account.phoneInvalid` if the operation declares it. */
export const checkInput = <O extends Operation>(operation: O, raw: unknown): ParsedInputOf<O> => {
  if (!operation.validatesOwnText) checkText(raw);
  const parsed = operation.input.safeParse(raw);
  if (!parsed.success) throw new CodedError(codeOfIssue(operation, parsed.error), { reason: describeIssue(parsed.error) });
  return parsed.data as ParsedInputOf<O>;
};

/** Returns the input of a request: the query or the body, with the path parameters. */
const requestInput = ({ method, path }: Operation, { query, params, body }: FastifyRequest): unknown => {
  const sent = method === 'GET' ? query : (body ?? {});
  return path.includes('/:') ? { ...(sent as object), ...(params as object) } : sent;
};

/** Whether the result of a use case carries a message for the user. */
export const hasMessage = (result: unknown): result is ResultWithMessage<Operation> =>
  typeof result === 'object' && result !== null && 'say' in result && 'payload' in result && Object.keys(result).length === 2;

/** Returns why a call is not allowed: nobody is signed in, a second factor is missing, or the roles do not grant the permission. */
const denialOf = (authorization: Authorization, operation: AuthorizedOperation, reader: SignedInReader | undefined): ErrorCode => {
  if (reader === undefined) return 'requestLogin';
  const { roles, withheldRoles = [] } = reader;
  return withheldRoles.length > 0 && authorization.isAllowed(operation, [...roles, ...withheldRoles])
    ? 'account.secondFactorMissing'
    : 'forbidden';
};

/** Returns the response to a coded error; rethrows other errors for the server's error handler. */
const refusalOf = (operation: Operation, error: unknown): Envelope => {
  if (!(error instanceof CodedError) || error.code === 'internal') throw error;
  return envelopeFor(operation, error.code, error.message, operation.refusals[error.code]?.parse(error.payload) ?? null);
};

/** Returns the result of the use case, validated by the contract. */
const runUseCase = async <O extends Operation>(operation: O, run: () => Promise<HandlerResult<O>>): Promise<Envelope> => {
  try {
    const result = await run();
    const payload = operation.output.parse(hasMessage(result) ? result.payload : result);
    return envelopeFor(operation, SUCCESS, hasMessage(result) ? result.say : '', payload);
  } catch (error) {
    return refusalOf(operation, error);
  }
};

/** Returns the idempotency key of the request, if the operation uses it. */
const opIdOf = (operation: Operation, request: FastifyRequest): string | undefined => {
  const opId = header(request, OP_ID_HEADER);
  if (opId === undefined || operation.method !== 'POST' || operation.isIdempotent) return undefined;
  if (!OP_ID_FORMAT.test(opId))
    throw new CodedError('request.invalid', { reason: `${OP_ID_HEADER} 有误：应为 16 至 64 个字母、数字、- 或 _` });
  return opId;
};

/** `Cache-Control` of a response that never changes. */
const IMMUTABLE = 'private, max-age=31536000, immutable';

export const createRouter = (fastify: FastifyInstance, options: RouterOptions): Router => {
  const operations: Operation[] = [];

  /**
   * Returns the context of a request. For operations open to everyone, an expired token makes the caller anonymous, so that users can sign
   * in again, unless the operation rejects it.
   */
  const contextFor = async (
    request: FastifyRequest,
    {
      audience,
      acceptsAccessToken,
      acceptsUploadToken,
      refusesEndedSession,
    }: Pick<Operation, 'audience' | 'acceptsAccessToken'> &
      Partial<Pick<Operation, 'refusesEndedSession'>> & {
        readonly acceptsUploadToken?: boolean | undefined;
      },
  ): Promise<CallContext> => {
    const device = deviceCode.safeParse(header(request, 'x-device-code') ?? 'web');
    if (!device.success) throw new CodedError('request.invalid', { reason: '设备类型有误' });
    const authentication = await options.authenticate(header(request, 'authorization'), device.data, {
      acceptsAccessToken,
      acceptsUploadToken,
    });
    if (authentication.kind === 'refused' && (audience !== 'anyone' || refusesEndedSession === true))
      throw new CodedError(authentication.code);
    const deviceId = header(request, 'x-device-id');
    const clientKey = header(request, CLIENT_KEY_HEADER);
    return {
      reader: authentication.kind === 'reader' ? authentication.reader : undefined,
      accessScope: undefined,
      deviceCode: device.data,
      deviceId: deviceId !== undefined && /^[0-9a-z]{6,32}$/.test(deviceId) ? deviceId : undefined,
      deviceCredentials: (header(request, DEVICE_CREDENTIAL_HEADER) ?? '').split(',').flatMap((part) => part.trim() || []),
      clientKey: clientKey !== undefined && CLIENT_KEY_FORMAT.test(clientKey) ? clientKey : undefined,
      address: request.ip,
      userAgent: (header(request, 'user-agent') ?? '').slice(0, 300),
      requestId: request.id,
      appOrigin: appOriginOf(options, request),
      log: request.log as CallContext['log'],
    };
  };

  const { authorization } = options;

  /**
   * Returns the context with the caller's access scope. Throws if the call is not allowed, or if it concerns the whole platform and the
   * caller's scope is limited.
   */
  const authorize = async <C extends CallContext>(operation: AuthorizedOperation, context: C): Promise<C> => {
    const { reader } = context;
    if (!authorization.isAllowed(operation, reader?.roles)) throw new CodedError(denialOf(authorization, operation, reader));
    return { ...context, accessScope: await authorization.accessScopeOf(operation, reader) };
  };

  const authorizeReader: ReaderContextOf = async (operation, request) => {
    const { acceptsUploadToken } = operation;
    const context = await contextFor(request, { audience: 'reader', acceptsAccessToken: false, acceptsUploadToken });
    if (context.reader === undefined) throw new CodedError('requestLogin');
    return authorize(operation, context as ReaderContext);
  };

  const once: Once = async (operation, request, context, input, work) => {
    const opId = opIdOf(operation, request);
    return opId === undefined || options.idempotentRequests === undefined
      ? work()
      : options.idempotentRequests.runOnce({ operation, opId, input, context }, work);
  };

  const onceWhileConnected: Once = (operation, request, context, input, work) =>
    once(operation, request, context, input, () => rejectOnDisconnect(request, work));

  /**
   * Registers the route of an operation. `respond` receives the validated input of an authorized caller; coded errors that it throws become
   * responses.
   */
  const registerWith = <O extends Operation>(
    operation: O,
    respond: (
      input: ParsedInputOf<O>,
      context: CallContext,
      http: { readonly request: FastifyRequest; readonly reply: FastifyReply },
    ) => Promise<Envelope | Buffer>,
  ): void => {
    operations.push(operation);
    fastify.route({
      method: operation.method,
      url: operation.path,
      schema: describeOperation(operation),
      compress: COMPRESSION,
      handler: async (request: FastifyRequest, reply: FastifyReply) => {
        void reply.header('cache-control', 'no-store');
        try {
          const context = await authorize(operation, await contextFor(request, operation));
          const input = checkInput(operation, requestInput(operation, request));
          await authorization.requireInScope(operation, context.accessScope, input);
          const response = await respond(input, context, { request, reply });
          // `Vary`: the browser does not use the response for another session.
          if (operation.isImmutable && (Buffer.isBuffer(response) || response.code === SUCCESS))
            void reply.header('cache-control', IMMUTABLE).header('vary', 'authorization');
          return response;
        } catch (error) {
          return refusalOf(operation, error);
        }
      },
    });
  };

  const register = <O extends Operation>(
    operation: O,
    run: (input: ParsedInputOf<O>, context: CallContext) => Promise<HandlerResult<O>>,
  ): void =>
    registerWith(operation, (input, context, { request }) =>
      once(operation, request, context, input, () => runUseCase(operation, () => run(input, context))),
    );

  return {
    handle: (operation, handler) => register(operation, (input, context) => handler(input, context as ReaderContext)),
    handleEncoded: (operation, handler) =>
      registerWith(operation, async (input, context, { reply }) => {
        const payload = await handler(input, context);
        void reply.type('application/json; charset=utf-8');
        return encodedEnvelope(payload);
      }),
    handleAnyone: (operation, handler) => register(operation, handler),
    handleFile: (operation, send) => {
      fastify.route({
        method: operation.method,
        url: operation.path,
        schema: describeOperation(operation),
        handler: async (request, reply) => {
          void reply.header('cache-control', 'private, no-store');
          const context = await authorizeReader(operation, request);
          return send(checkInput(operation, requestInput(operation, request)), context, { request, reply });
        },
      });
    },
    raw: (registerRaw) => registerRaw(fastify, authorizeReader, onceWhileConnected),
    operations,
  };
};

/** Returns a random request id. Users see it as the trace number of an error. */
export const makeRequestId = (): string => randomUUID();
