/** Registers health checks, reports of policy violations, the sitemap, and the web client with its server-side rendering. */
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Account } from '../features/account/account.ts';
import { networkOfAddress } from '../features/account/budgets.ts';
import { loadDehydratedState } from './dehydrated-state.ts';
import { registerHealth } from './health.ts';
import type { Platform } from './open-platform.ts';
import { createPageHead } from './page-head.ts';
import { createPageRenderer, serverRendererFile } from './page-renderer.ts';
import { pageSubjects } from './page-subjects.ts';
import { registerPolicyReports } from './policy-reports.ts';
import type { PrivateAddresses } from './private-addresses.ts';
import { serveWebClient, webClientFolder } from './serve-web-client.ts';
import { registerSitemap } from './sitemap.ts';

interface PageOptions {
  readonly account: Account;
  readonly publicUrl: string;
  /** Host names under which the application is served, except those in private networks. */
  readonly appHosts: ReadonlySet<string>;
  readonly privateAddresses: PrivateAddresses;
  /** Returns the URL of the reading engine's frame for a request of a reading page; undefined for other requests. */
  readonly readingFrameOf: (request: FastifyRequest) => Promise<string | undefined>;
  readonly hasPayment: boolean;
}

export const registerPages = (
  fastify: FastifyInstance,
  platform: Platform,
  { account, publicUrl, appHosts, privateAddresses, readingFrameOf, hasPayment }: PageOptions,
): void => {
  const { config, clock, db } = platform;
  const publicHost = new URL(config.publicUrl).host;
  const isPublic = (request: FastifyRequest): boolean => appHosts.has(request.host);
  registerHealth(fastify, platform);
  registerPolicyReports(fastify, { clock, networkOf: networkOfAddress });
  const pageRenderer = createPageRenderer(serverRendererFile, (error) =>
    fastify.log.error({ err: error }, 'a page could not be rendered on the server'),
  );
  registerSitemap(fastify, { db: db.orm, publicUrl, findIndexedPaths: pageRenderer.findIndexedPaths });
  serveWebClient(fastify, {
    folder: webClientFolder,
    contentUrl: config.contentUrl,
    assetsUrl: config.assetsUrl,
    contentOriginFor: (request) => {
      const appOrigin = isPublic(request) ? undefined : privateAddresses.appOriginOf(request);
      return appOrigin === undefined ? undefined : privateAddresses.contentOriginBeside(appOrigin);
    },
    framedOrigins: Object.values(account.providers).flatMap((provider) => provider?.framedOrigin ?? []),
    sources: account.hostedSlider?.sources,
    readingFrameOf,
    loadDehydratedState: (request) => loadDehydratedState(fastify, request, isPublic(request) ? undefined : publicHost),
    renderPage: pageRenderer.render,
    describePage: createPageHead({
      publicUrl,
      findRoute: pageRenderer.findRoute,
      subjects: pageSubjects(platform, hasPayment),
      onFailure: (error) => fastify.log.warn({ err: error }, 'the subject of a page could not be looked up'),
    }),
  });
};
