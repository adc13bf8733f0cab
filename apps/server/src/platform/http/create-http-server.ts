/** The bare HTTP server: limits, parsers, headers, errors in the envelope, OpenAPI, health and metrics. Knows no feature. */
import formbody from '@fastify/formbody';
import multipart from '@fastify/multipart';
import swagger from '@fastify/swagger';
import swaggerUi from '@fastify/swagger-ui';
import { LIMITS } from '@shufang/contract';
import Fastify, {
  type FastifyBaseLogger,
  type FastifyError,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  LogController,
} from 'fastify';
import { jsonSchemaTransform, jsonSchemaTransformObject } from 'fastify-type-provider-zod';
import type { Logger } from '../logger.ts';
import { answerFor, plainEnvelope } from './error-answers.ts';
import { makeRequestId } from './router.ts';
import { answerUnreadableRequest, HEADERS_CHECK_MS, KEEP_ALIVE_MS, limitServer } from './server-limits.ts';
import { type BodyPace, watchRequestBodies } from './watch-request-bodies.ts';

export interface HttpServerOptions {
  readonly log: Logger;
  readonly trustedProxies: readonly string[];
  /** True for hosts that serve book content only; no call of the application answers there. */
  readonly isContentHost: (host: string) => boolean;
  /** True for hosts the application may be asked under; others get 421, which stops DNS rebinding. */
  readonly isAppHost: (host: string) => boolean;
  /** Whom to ask about this installation; stands in the description of the calls. */
  readonly operatorContact?: string;
  /** How fast bodies must come; the limits of the contract unless told. */
  readonly bodyPace?: BodyPace;
}

/** The page is ours and its scripts are files; it styles itself inline and shows pictures of its own as data. */
const DOCS_POLICY =
  "default-src 'self'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; object-src 'none'; base-uri 'none'; frame-ancestors 'none'";

/** Routes of the content origin begin so, and no other route does. */
const CONTENT_ROUTE = '/~';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** True: the address holds a secret, so the pattern of the route stands for it in the log. */
    addressIsSecret?: boolean;
  }
}

/** The QR code beside an activation code leads to `/q/<code>`: longer than a short code, and worth the book. */
const PRINTED_CODE = /^(\/q\/).{17,}$/s;

/** Addresses of book content and of people's files carry a ticket; queries carry what people typed. */
const loggedAddress = (request: FastifyRequest): string => {
  const { url, config } = request.routeOptions;
  return url !== undefined && (url.startsWith(CONTENT_ROUTE) || config.addressIsSecret === true)
    ? url
    : request.url.replace(/\?.*$/s, '').replace(PRINTED_CODE, '$1…');
};

export const createHttpServer = async (options: HttpServerOptions): Promise<FastifyInstance> => {
  const fastify = Fastify({
    loggerInstance: options.log as unknown as FastifyBaseLogger,
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: makeRequestId,
    bodyLimit: LIMITS.bodyBytes,
    // Bodies are timed by `watchRequestBodies`: this one cannot tell an upload from any other call.
    requestTimeout: 0,
    http: { connectionsCheckingInterval: HEADERS_CHECK_MS, maxHeaderSize: LIMITS.headerBytes },
    clientErrorHandler: answerUnreadableRequest,
    frameworkErrors: (error, _request, reply: FastifyReply) => {
      const { status, body } = answerFor(error);
      void reply.code(status).header('x-content-type-options', 'nosniff').send(body);
    },
    connectionTimeout: 0,
    keepAliveTimeout: KEEP_ALIVE_MS,
    forceCloseConnections: 'idle',
    trustProxy: options.trustedProxies.length > 0 ? [...options.trustedProxies] : false,
    routerOptions: { maxParamLength: 4096 },
  });
  limitServer(fastify.server, options.trustedProxies);
  watchRequestBodies(fastify, options.bodyPace);

  // Before any plugin: its routes take only the hooks that are there when it comes.
  fastify.addHook('onRequest', async (request, reply) => {
    void reply.header('x-content-type-options', 'nosniff').header('x-request-id', request.id);
    // By the route and not by the address: one route has many spellings.
    const isContent = request.routeOptions.url?.startsWith(CONTENT_ROUTE) === true;
    if (options.isContentHost(request.host)) {
      if (!isContent) await reply.code(404).type('text/plain; charset=utf-8').send('没有找到');
      return;
    }
    if (isContent) {
      await reply.code(404).send(plainEnvelope('request.notFound'));
      return;
    }
    if (!options.isAppHost(request.host)) {
      await reply.code(421).send(plainEnvelope('request.invalid', { reason: '请使用平台公布的网址访问' }));
    }
  });
  fastify.addHook('onResponse', async (request, reply) => {
    request.log.info(
      {
        method: request.method,
        url: loggedAddress(request),
        status: reply.statusCode,
        ms: Math.round(reply.elapsedTime),
        address: request.ip,
      },
      'request',
    );
  });

  // The contract's schemas are checked by the router, once; here they only feed the OpenAPI document.
  fastify.setValidatorCompiler(() => (value) => ({ value }));
  fastify.setSerializerCompiler(() => (value) => JSON.stringify(value));

  await fastify.register(formbody, { bodyLimit: LIMITS.bodyBytes });
  await fastify.register(multipart, {
    // One byte more than the largest file: who takes it says in words how large it may be.
    limits: { files: 1, fields: 16, fieldSize: 65_536, fileSize: LIMITS.epubBytes + 1 },
    throwFileSizeLimit: true,
  });
  await fastify.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: {
        title: '书房 API',
        version: '0.1.0',
        description: '所有接口返回 { code, message, payload }；code 为 success 或错误码，见 docs/errors.md。',
        ...(options.operatorContact === undefined ? {} : { contact: { name: options.operatorContact } }),
      },
      components: {
        securitySchemes: { session: { type: 'apiKey', in: 'header', name: 'Authorization', description: 'dp-token <token>' } },
      },
    },
    transform: jsonSchemaTransform,
    transformObject: jsonSchemaTransformObject,
  });
  await fastify.register(swaggerUi, {
    routePrefix: '/docs',
    staticCSP: DOCS_POLICY,
    theme: { title: '书房 API' },
    uiConfig: { validatorUrl: null },
  });
  fastify.get('/openapi.json', { schema: { hide: true } }, () => fastify.swagger());

  fastify.setErrorHandler(async (error: FastifyError | Error, request, reply) => {
    const { status, body } = answerFor(error);
    const facts = { err: error, url: loggedAddress(request) };
    // Somebody who hangs up in the middle of a body, or is hung up on, is no fault of ours.
    if (request.raw.readableAborted) request.log.info(facts, 'request broke off');
    else if (status >= 500) request.log.error(facts, 'request failed');
    await reply.code(status).send(body);
  });
  fastify.setNotFoundHandler(async (_request, reply) => {
    await reply.code(404).send(plainEnvelope('request.notFound'));
  });
  return fastify;
};
