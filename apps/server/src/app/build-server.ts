/** Puts the slices together on an open platform and gives the HTTP server. Used by the process and by tests alike. */
import { frameAssets } from '@shufang/reading-engine/assets';
import type { FastifyInstance } from 'fastify';
import { type Account, createAccount } from '../features/account/account.ts';
import { createAuthenticator } from '../features/account/authenticate.ts';
import { networkOfAddress } from '../features/account/budgets.ts';
import { callPolicy } from '../features/account/policy.ts';
import { registerProfileRoutes } from '../features/account/profile-routes.ts';
import { registerAccountRoutes } from '../features/account/routes.ts';
import { createSessionWatch } from '../features/account/session-watch.ts';
import { findSessionStanding } from '../features/account/sessions.ts';
import { registerAnnotationRoutes } from '../features/annotation/routes.ts';
import { createAnnotationSync } from '../features/annotation/sync-annotations.ts';
import { findBook } from '../features/catalog/find-books.ts';
import { findBookCards } from '../features/catalog/find-cards.ts';
import type { Personal } from '../features/catalog/personal-marks.ts';
import { registerCatalogRoutes } from '../features/catalog/routes.ts';
import { CODE_KEY_PURPOSE } from '../features/commerce/code-hash.ts';
import { createRightsOf } from '../features/commerce/rights-of.ts';
import { registerCommerceRoutes } from '../features/commerce/routes.ts';
import { registerFileRoutes } from '../features/files/routes.ts';
import { takeAvatar } from '../features/files/take-avatar.ts';
import { isInReadingOrder } from '../features/media/publication/read-publication.ts';
import { registerMediaRoutes } from '../features/media/routes.ts';
import { registerCoverRoute } from '../features/media/serve-cover.ts';
import { createContentAddresses, EVERY_BOOK } from '../features/reading/content-addresses.ts';
import { registerContentOrigin } from '../features/reading/content-origin.ts';
import { firstClosedDocument } from '../features/reading/open-chapters.ts';
import { findPreferences } from '../features/reading/preferences.ts';
import { createPreferencesSync } from '../features/reading/preferences-sync.ts';
import { findProgress, findProgressOfBooks, listRecentProgress } from '../features/reading/progress.ts';
import { createProgressSync } from '../features/reading/progress-sync.ts';
import { createReadingPace } from '../features/reading/reading-pace.ts';
import { registerReadingRoutes } from '../features/reading/routes.ts';
import { registerReleaseRoutes } from '../features/release/routes.ts';
import { registerSyncRoutes } from '../features/sync/routes.ts';
import { createAliyunSlider } from '../gateways/captcha/aliyun-slider.ts';
import { createLocalCaptcha } from '../gateways/captcha/local-captcha.ts';
import { createOutbox } from '../gateways/outbox/outbox.ts';
import { createAliyunSms } from '../gateways/sms/aliyun-sms.ts';
import { createOutboxSms } from '../gateways/sms/outbox-sms.ts';
import type { SmsGateway } from '../gateways/sms/sms-gateway.ts';
import { unavailableSms } from '../gateways/sms/unavailable-sms.ts';
import { createWechatApi } from '../gateways/wechat/wechat-api.ts';
import type { Config } from '../platform/config.ts';
import type { CallContext } from '../platform/http/call-context.ts';
import { createHttpServer } from '../platform/http/create-http-server.ts';
import { createRepeatedRequests } from '../platform/http/repeated-requests.ts';
import { createRouter } from '../platform/http/router.ts';
import { allowedAppOrigins } from './app-origins.ts';
import { fileParts } from './file-parts.ts';
import { registerHealth } from './health.ts';
import { importParts } from './import-parts.ts';
import type { Platform } from './open-platform.ts';
import { deriveKey } from './secrets.ts';
import { serveWebClient, webClientFolder } from './serve-web-client.ts';

const smsGatewayOf = ({ smsProvider, aliyunSms }: Config, outboxFolder: string): SmsGateway => {
  if (smsProvider === 'outbox') return createOutboxSms(createOutbox(outboxFolder, 'sms'));
  return aliyunSms === undefined ? unavailableSms : createAliyunSms(aliyunSms);
};

/** The account slice as the process and the command line use it. */
export const assembleAccount = (platform: Platform): Account => {
  const { config } = platform;
  const outboxFolder = `${config.dataDir}/outbox`;
  return createAccount({
    db: platform.db,
    clock: platform.clock,
    events: platform.events,
    limiter: platform.limiter,
    sms: smsGatewayOf(config, outboxFolder),
    wechat: config.wechat && createWechatApi(config.wechat),
    captcha: createLocalCaptcha(config.mode === 'demo' ? createOutbox(outboxFolder, 'captcha') : undefined),
    hostedSlider: config.aliyunCaptcha && createAliyunSlider(config.aliyunCaptcha, platform.clock),
    secret: deriveKey(platform.secret, 'account'),
    smsSystemPerHour: config.smsPerHour,
    log: platform.log,
  });
};

export const buildServer = async (platform: Platform): Promise<FastifyInstance> => {
  const { config, db, clock, events, objects } = platform;
  const appOrigins = allowedAppOrigins(config);
  const appHosts = new Set(appOrigins.map((origin) => new URL(origin).host));
  const addresses = createContentAddresses(config.contentUrl);
  const fastify = await createHttpServer({
    log: platform.log,
    trustedProxies: config.trustedProxies,
    operatorContact: config.operatorContact,
    isContentHost: (host) => addresses.bookOfHost(host) !== undefined,
    isAppHost: (host) => appHosts.has(host),
  });

  const account = assembleAccount(platform);
  const repeats = createRepeatedRequests({
    db,
    clock,
    secret: deriveKey(platform.secret, 'repeated-requests'),
    networkOf: networkOfAddress,
  });
  const router = createRouter(fastify, { authenticate: createAuthenticator(account), policy: callPolicy, appOrigins, repeats });
  registerAccountRoutes(router, account);
  registerProfileRoutes(router, account, takeAvatar);
  const isSessionAlive = createSessionWatch(account);

  const rights = createRightsOf({ db: db.orm, clock });
  const personal: Personal = {
    ownedBookIds: async (userId) => new Set((await rights.ownedBy(userId)).map((entry) => entry.bookId)),
    ownedSince: (userId) => rights.ownedBy(userId),
    recentProgress: (userId, limit) => listRecentProgress(db.orm, userId, limit),
    progressOf: async (userId, bookIds) =>
      new Map(
        [...(await findProgressOfBooks(db.orm, userId, bookIds))].flatMap(([bookId, progress]) => {
          const { totalProgression } = progress.locator.locations;
          return totalProgression === undefined ? [] : [[bookId, totalProgression] as const];
        }),
      ),
    rightOf: (context: CallContext, book) => rights.one(context, book),
    rightsOf: (context: CallContext, books) => rights.many(context, books),
  };
  const places = {
    bookExists: async (bookId: string) => (await findBook(db.orm, bookId)) !== undefined,
    isInReadingOrder: (versionId: string, href: string) => isInReadingOrder(db.orm, versionId, href),
  };

  registerMediaRoutes(router, importParts(platform));
  registerCatalogRoutes(router, { db: db.orm, clock, personal, firstClosed: firstClosedDocument });
  registerCoverRoute(fastify, { objects, isCover: async (bookId, sha256) => (await findBook(db.orm, bookId))?.cover?.sha256 === sha256 });
  registerCommerceRoutes(router, {
    db,
    clock,
    limiter: platform.limiter,
    codeKey: deriveKey(platform.secret, CODE_KEY_PURPOSE),
    networkOf: networkOfAddress,
    rights,
    findBookCards: (userId, bookIds) => findBookCards({ db: db.orm, personal }, userId, bookIds),
  });

  let engine: ReturnType<typeof frameAssets> | undefined;
  const engineAssets = (): ReturnType<typeof frameAssets> => {
    engine ??= frameAssets();
    return engine;
  };
  const ticketSecret = deriveKey(platform.secret, 'content-ticket');
  registerReadingRoutes(router, {
    db: db.orm,
    clock,
    rightsOf: rights,
    addresses,
    ticketSecret,
    engineHash: async () => (await engineAssets()).hash,
    findProgress: (userId, bookId) => findProgress(db.orm, userId, bookId),
    findPreferences: (userId) => findPreferences(db.orm, userId),
  });
  registerContentOrigin(fastify, {
    db: db.orm,
    clock,
    objects,
    addresses,
    ticketSecret,
    engineAssets,
    appOrigins,
    isSessionAlive,
    pace: createReadingPace({ limiter: platform.limiter, clock }),
    networkOf: networkOfAddress,
  });

  registerSyncRoutes(router, {
    db,
    events,
    clock,
    log: platform.log,
    findSession: (sid) => findSessionStanding(account, sid),
    handlers: [createAnnotationSync(places), createProgressSync(places), createPreferencesSync()],
  });
  registerAnnotationRoutes(router, {
    db,
    clock,
    findBookCards: (userId, bookIds) => findBookCards({ db: db.orm, personal }, userId, bookIds),
  });

  registerFileRoutes(router, fastify, {
    ...fileParts(platform),
    ticketSecret: deriveKey(platform.secret, 'download-ticket'),
    originOf: addresses.originOf,
    acceptsTokenInPath: config.tokenInDownloadPath,
    isSessionAlive,
    isHostOf: (host, fileId) => [EVERY_BOOK, fileId].includes(addresses.bookOfHost(host) ?? ''),
  });
  registerReleaseRoutes(router, fastify, { db: db.orm, objects, limiter: platform.limiter, networkOf: networkOfAddress });

  registerHealth(fastify, platform);
  serveWebClient(fastify, {
    folder: webClientFolder,
    contentUrl: config.contentUrl,
    framedOrigins: account.wechat ? [account.wechat.pageOrigin] : [],
    sources: account.hostedSlider?.sources,
  });
  return fastify;
};
