/** The HTTP server without features: limits, parsers, headers, errors as JSON responses, OpenAPI, health and metrics. */
import compress from '@fastify/compress';
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
import { allowDesktopOrigin, varyByOrigin } from './desktop-origin.ts';
import { errorResponseFor, plainEnvelope } from './error-responses.ts';
import { HTTP_LIMITS } from './limits.ts';
import { loggedPath } from './logged-path.ts';
import { makeRequestId } from './router.ts';
import { type ConnectionsOf, HEADERS_CHECK_MS, KEEP_ALIVE_MS, limitServer, respondToUnreadableRequest } from './server-limits.ts';
import { type BodyTimeouts, watchRequestBodies } from './watch-request-bodies.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Whether the route is served for every host name. */
    isForAnyHost?: boolean;
  }
}

export interface HttpServerOptions {
  readonly log: Logger;
  readonly trustedProxies: readonly string[];
  /** Whether the host serves book content only and no operations. */
  readonly isContentHost: (request: FastifyRequest) => boolean;
  /** Whether the host belongs to the application; requests to other hosts get status 421, which prevents DNS rebinding. */
  readonly isAppHost: (request: FastifyRequest) => boolean;
  /** Returns the page that a browser shows for an unknown host; programs get a JSON response instead. */
  readonly unknownHostPage?: (host: string) => string;
  /** Whether the host uses HTTPS; its responses then have the HSTS header. */
  readonly isHttpsHost?: (host: string) => boolean;
  /** Whether `/docs` and `/openapi.json` are served. */
  readonly apiDocs?: boolean;
  /** Contact of the operator, shown in the OpenAPI document. */
  readonly operatorContact?: string;
  /** Maximum number of connections of a client IP; default `HTTP_LIMITS.connectionsPerIp`. */
  readonly connectionsOf?: ConnectionsOf;
  /** Time limits of request bodies; default `HTTP_LIMITS`. */
  readonly bodyTimeouts?: BodyTimeouts;
}

/** CSP of the API documentation: its own scripts, inline styles and data images. */
const DOCS_POLICY =
  "default-src 'self'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; object-src 'none'; base-uri 'none'; frame-ancestors 'none'";

/** CSP of the page for unknown hosts: inline styles only. */
const UNKNOWN_HOST_POLICY = "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/** Returns whether a browser navigates to the URL and therefore gets a page; other clients get JSON. */
const isNavigation = ({ method, headers }: FastifyRequest): boolean => method === 'GET' && headers.accept?.includes('text/html') === true;

/** Prefix of all routes of the content origin; no other route begins with it. */
const CONTENT_ROUTE = '/~';

/**
 * Value of the HSTS header: one year, as browsers' preload lists require. It does not include subdomains, which the operator decides about.
 */
const HSTS = 'max-age=31536000';

/** Returns whether a request has several Host headers; it is rejected, because a proxy and this server could use different ones. */
const hasSeveralHosts = ({ raw }: FastifyRequest): boolean =>
  raw.rawHeaders.filter((name, index) => index % 2 === 0 && name.toLowerCase() === 'host').length > 1;

export const createHttpServer = async (options: HttpServerOptions): Promise<FastifyInstance> => {
  const fastify = Fastify({
    loggerInstance: options.log as unknown as FastifyBaseLogger,
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: makeRequestId,
    bodyLimit: LIMITS.bodyBytes,
    // `watchRequestBodies` limits the time of bodies instead, because Node's timeout cannot make an exception for uploads.
    requestTimeout: 0,
    http: { connectionsCheckingInterval: HEADERS_CHECK_MS, maxHeaderSize: HTTP_LIMITS.headerBytes },
    clientErrorHandler: respondToUnreadableRequest,
    frameworkErrors: (error, _request, reply: FastifyReply) => {
      const { status, body } = errorResponseFor(error);
      void reply.code(status).header('x-content-type-options', 'nosniff').send(body);
    },
    connectionTimeout: 0,
    keepAliveTimeout: KEEP_ALIVE_MS,
    forceCloseConnections: 'idle',
    // Without trusted proxies, forwarding headers are ignored.
    trustProxy: [...options.trustedProxies],
    routerOptions: { maxParamLength: 4096 },
  });
  limitServer(fastify.server, options.trustedProxies, options.connectionsOf);
  watchRequestBodies(fastify, options.bodyTimeouts);

  // The hook is added before any plugin, because routes use only hooks that were added before them.
  fastify.addHook('onRequest', async (request, reply) => {
    void reply.header('x-content-type-options', 'nosniff').header('x-request-id', request.id);
    if (hasSeveralHosts(request)) {
      await reply.code(400).send(plainEnvelope('request.invalid', { reason: '请求的格式有误' }));
      return;
    }
    if (options.isHttpsHost?.(request.host) === true) void reply.header('strict-transport-security', HSTS);
    // The pattern of the route is checked and not the URL, because a URL can be spelled in many ways.
    const isContent = request.routeOptions.url?.startsWith(CONTENT_ROUTE) === true;
    if (options.isContentHost(request)) {
      if (!isContent) await reply.code(404).type('text/plain; charset=utf-8').send('没有找到');
      return;
    }
    if (isContent) {
      await reply.code(404).send(plainEnvelope('request.notFound'));
      return;
    }
    if (options.isAppHost(request) || request.routeOptions.config.isForAnyHost === true) {
      if (allowDesktopOrigin(request, reply)) await reply.code(204).send();
      return;
    }
    if (options.unknownHostPage !== undefined && isNavigation(request)) {
      await reply
        .code(421)
        .header('content-security-policy', UNKNOWN_HOST_POLICY)
        .header('cache-control', 'no-store')
        .type('text/html; charset=utf-8')
        .send(options.unknownHostPage(request.host));
    } else {
      await reply.code(421).send(plainEnvelope('request.invalid', { reason: '请使用平台公布的网址访问' }));
    }
  });
  // When the server closes, each connection in use is closed after its response; a keep-alive connection would delay the close.
  let isClosing = false;
  fastify.addHook('preClose', async () => {
    isClosing = true;
  });
  fastify.addHook('onSend', async (request, reply) => {
    varyByOrigin(request, reply);
    if (isClosing) void reply.header('connection', 'close');
  });
  fastify.addHook('onResponse', async (request, reply) => {
    // If the headers were sent before the server began to close, they lack `connection: close`, so the socket is closed here.
    if (isClosing) request.raw.socket.end();
    request.log.info(
      {
        method: request.method,
        url: loggedPath(request),
        status: reply.statusCode,
        ms: Math.round(reply.elapsedTime),
        address: request.ip,
      },
      'request',
    );
  });

  // Fastify's own validation is disabled: the router validates each input by the contract's schemas (`router.ts`), and Fastify uses them
  // only for the OpenAPI document.
  fastify.setValidatorCompiler(() => (value) => ({ value }));
  fastify.setSerializerCompiler(() => (value) => JSON.stringify(value));

  // Compresses the responses of routes that ask for it (`router.ts`). Files of the client and of books are sent by their own routes.
  await fastify.register(compress, { global: false });
  await fastify.register(formbody, { bodyLimit: LIMITS.bodyBytes });
  await fastify.register(multipart, {
    // The limit is one byte above the largest allowed file, so that the use case rejects a larger file with its own message.
    limits: { files: 1, fields: 16, fieldSize: 65_536, fileSize: LIMITS.epubBytes + 1 },
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
  if (options.apiDocs !== false) {
    await fastify.register(swaggerUi, {
      routePrefix: '/docs',
      staticCSP: DOCS_POLICY,
      theme: { title: '书房 API' },
      uiConfig: { validatorUrl: null },
    });
    fastify.get('/openapi.json', { schema: { hide: true } }, () => fastify.swagger());
  }

  fastify.setErrorHandler(async (error: FastifyError | Error, request, reply) => {
    const { status, body } = errorResponseFor(error);
    const facts = { err: error, url: loggedPath(request) };
    // If the client closed the connection in the middle of a body, this is not logged as an error of the server.
    if (request.raw.readableAborted) request.log.info(facts, 'request broke off');
    else if (status >= 500) request.log.error(facts, 'request failed');
    await reply.code(status).send(body);
  });
  fastify.setNotFoundHandler(async (_request, reply) => {
    await reply.code(404).send(plainEnvelope('request.notFound'));
  });
  return fastify;
};
