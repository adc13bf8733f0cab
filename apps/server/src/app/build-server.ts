/** Puts the slices together on an open platform and gives the HTTP server. Used by the process and by tests alike. */
import { frameAssets } from '@shufang/reading-engine/assets';
import type { FastifyInstance } from 'fastify';
import { type Account, createAccount } from '../features/account/account.ts';
import { createAuthenticator } from '../features/account/authenticate.ts';
import { networkOfAddress } from '../features/account/budgets.ts';
import { findPeople } from '../features/account/find-people.ts';
import { registerPeopleRoutes } from '../features/account/people-routes.ts';
import { callPolicy } from '../features/account/policy.ts';
import { registerProfileRoutes } from '../features/account/profile-routes.ts';
import { createCallReach, reachWith } from '../features/account/reach.ts';
import { registerAccountRoutes } from '../features/account/routes.ts';
import { createSessionWatch } from '../features/account/session-watch.ts';
import { findSessionStanding } from '../features/account/sessions.ts';
import { registerAnnotationRoutes } from '../features/annotation/routes.ts';
import { createAnnotationSync } from '../features/annotation/sync-annotations.ts';
import { createReviewCardSync } from '../features/annotation/sync-review-cards.ts';
import { registerApplicationRoutes } from '../features/application/routes.ts';
import { registerAuditRoutes } from '../features/audit/routes.ts';
import { registerBookshelfRoutes } from '../features/bookshelf/routes.ts';
import { SERVER_DEVICE } from '../features/bookshelf/set-shelf.ts';
import { createFavoriteSync, createShelfGroupSync, createShelfItemSync } from '../features/bookshelf/sync-shelf.ts';
import { registerCatalogPictures, registerCurationRoutes } from '../features/catalog/curation-routes.ts';
import { registerBookDeskRoutes } from '../features/catalog/desk-routes.ts';
import { readDocumentText } from '../features/catalog/document-text.ts';
import { findBook, findBooks } from '../features/catalog/find-books.ts';
import { findBookCards } from '../features/catalog/find-cards.ts';
import { collectionExists, findCollectionCards } from '../features/catalog/get-collection.ts';
import { listStandingCards } from '../features/catalog/list-books.ts';
import { registerMaterialRoutes } from '../features/catalog/material-routes.ts';
import type { Personal } from '../features/catalog/personal-marks.ts';
import { registerRatingRoutes } from '../features/catalog/rating-routes.ts';
import { registerCatalogRoutes } from '../features/catalog/routes.ts';
import { registerSearchReportRoutes } from '../features/catalog/search-report-routes.ts';
import { createSearchWords } from '../features/catalog/search-words.ts';
import { registerCommerceAdminRoutes } from '../features/commerce/admin-routes.ts';
import { createRightsOf } from '../features/commerce/rights-of.ts';
import { registerCommerceRoutes } from '../features/commerce/routes.ts';
import { registerDeskRoutes } from '../features/desk/routes.ts';
import { registerErrataRoutes } from '../features/errata/routes.ts';
import { findOwnPicture } from '../features/files/find-picture.ts';
import { registerFileRoutes } from '../features/files/routes.ts';
import { takeAvatar } from '../features/files/take-avatar.ts';
import { registerHelpRoutes } from '../features/help/routes.ts';
import { registerInstitutionAdminRoutes } from '../features/institution/admin-routes.ts';
import { registerCarsiPages, registerLocalIdentityPage } from '../features/institution/identity-pages.ts';
import { membershipsOf } from '../features/institution/memberships.ts';
import { offerSignIn } from '../features/institution/offer-sign-in.ts';
import { registerInstitutionRoutes } from '../features/institution/routes.ts';
import { charsOfVersion, isInReadingOrder } from '../features/media/publication/read-publication.ts';
import { registerMediaRoutes } from '../features/media/routes.ts';
import { registerCoverRoute } from '../features/media/serve-cover.ts';
import { registerNoticeRoutes } from '../features/notice/routes.ts';
import { registerOrderAdminRoutes } from '../features/orders/admin-routes.ts';
import { registerLocalPayPage } from '../features/orders/local-pay-page.ts';
import { registerPaymentNotifications } from '../features/orders/notifications.ts';
import { registerOrderRoutes } from '../features/orders/routes.ts';
import { createContentAddresses, EVERY_BOOK } from '../features/reading/content-addresses.ts';
import { registerContentOrigin } from '../features/reading/content-origin.ts';
import { openDocuments, openDocumentsIn } from '../features/reading/open-chapters.ts';
import { findPreferences } from '../features/reading/preferences.ts';
import { createPreferencesSync } from '../features/reading/preferences-sync.ts';
import { findProgress, findProgressOfBooks, listRecentProgress } from '../features/reading/progress.ts';
import { createProgressSync } from '../features/reading/progress-sync.ts';
import { createReadingPace } from '../features/reading/reading-pace.ts';
import { registerReadingRoutes } from '../features/reading/routes.ts';
import { registerReleaseRoutes } from '../features/release/routes.ts';
import { pushChanges } from '../features/sync/push-changes.ts';
import { registerSyncRoutes } from '../features/sync/routes.ts';
import { createAliyunSlider } from '../gateways/captcha/aliyun-slider.ts';
import { createLocalCaptcha } from '../gateways/captcha/local-captcha.ts';
import type { MailGateway } from '../gateways/mail/mail-gateway.ts';
import { createOutboxMail } from '../gateways/mail/outbox-mail.ts';
import { createSmtpMail } from '../gateways/mail/smtp-mail.ts';
import { createOutbox } from '../gateways/outbox/outbox.ts';
import { createAliyunSms } from '../gateways/sms/aliyun-sms.ts';
import { createOutboxSms } from '../gateways/sms/outbox-sms.ts';
import type { SmsGateway } from '../gateways/sms/sms-gateway.ts';
import { unavailableSms } from '../gateways/sms/unavailable-sms.ts';
import { createWechatApi } from '../gateways/wechat/wechat-api.ts';
import type { Config } from '../platform/config.ts';
import { createHttpServer } from '../platform/http/create-http-server.ts';
import { createRepeatedRequests } from '../platform/http/repeated-requests.ts';
import { createRouter } from '../platform/http/router.ts';
import { allowedAppOrigins } from './app-origins.ts';
import { applicationParts } from './application-parts.ts';
import { bookDeskParts } from './book-desk-parts.ts';
import { commerceParts } from './commerce-parts.ts';
import { deskOwners } from './desk-owners.ts';
import { deskWorkParts } from './desk-work-parts.ts';
import { fileParts } from './file-parts.ts';
import { fileUses } from './file-uses.ts';
import { findFirstAnswers } from './first-answers.ts';
import { firstScreenFile, firstScreens } from './first-screen.ts';
import { registerHealth } from './health.ts';
import { helpParts } from './help-parts.ts';
import { importParts } from './import-parts.ts';
import { institutionParts } from './institution-parts.ts';
import { materialParts } from './material-parts.ts';
import type { Platform } from './open-platform.ts';
import { orderDeskParts } from './order-desk-parts.ts';
import { orderParts } from './order-parts.ts';
import { scopeDirectory } from './scope-directory.ts';
import { deriveKey } from './secrets.ts';
import { serveWebClient, webClientFolder } from './serve-web-client.ts';
import { todoParts } from './todo-parts.ts';

const smsGatewayOf = ({ smsProvider, aliyunSms }: Config, outboxFolder: string): SmsGateway => {
  if (smsProvider === 'outbox') return createOutboxSms(createOutbox(outboxFolder, 'sms'));
  return aliyunSms === undefined ? unavailableSms : createAliyunSms(aliyunSms);
};

const mailGatewayOf = ({ mail }: Config, outboxFolder: string): MailGateway | undefined => {
  if (mail.provider === 'smtp') return createSmtpMail(mail.smtp);
  return mail.provider === 'outbox' ? createOutboxMail(createOutbox(outboxFolder, 'mail')) : undefined;
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
    mail: mailGatewayOf(config, outboxFolder),
    wechat: config.wechat && createWechatApi(config.wechat),
    captcha: createLocalCaptcha(config.mode === 'demo' ? createOutbox(outboxFolder, 'captcha') : undefined),
    hostedSlider: config.aliyunCaptcha && createAliyunSlider(config.aliyunCaptcha, platform.clock),
    secret: deriveKey(platform.secret, 'account'),
    smsSystemPerHour: config.smsPerHour,
    mailSystemPerHour: config.mail.perHour,
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
  const reach = createCallReach({ db, clock, owners: deskOwners });
  const router = createRouter(fastify, { authenticate: createAuthenticator(account), policy: callPolicy, reach, appOrigins, repeats });
  const scopes = scopeDirectory(db.orm);
  registerAccountRoutes(router, account, scopes);
  registerPeopleRoutes(router, { ...account, scopes });
  registerProfileRoutes(router, account, takeAvatar);
  const isSessionAlive = createSessionWatch(account);

  const institutions = institutionParts(platform, account);
  const rights = createRightsOf({ db, clock, membershipsOf: (on, reader) => membershipsOf({ db: on, clock }, reader) });
  const personal: Personal = {
    ownedSince: (userId) => rights.ownedBy(userId),
    recentProgress: (userId, limit) => listRecentProgress(db.orm, userId, limit),
    progressOf: async (userId, bookIds) =>
      new Map(
        [...(await findProgressOfBooks(db.orm, userId, bookIds))].flatMap(([bookId, progress]) => {
          const { totalProgression } = progress.locator.locations;
          return totalProgression === undefined ? [] : [[bookId, totalProgression] as const];
        }),
      ),
    rightOf: (asker, book) => rights.one(asker, book),
    rightsOf: (asker, books) => rights.many(asker, books),
    licencesFor: (asker) => rights.licencesFor(asker),
    institutionSignInFor: async ({ reader }, book) => offerSignIn(institutions, await rights.licenseesOf(book), reader),
  };
  const places = {
    bookExists: async (bookId: string) => (await findBook(db.orm, bookId)) !== undefined,
    collectionExists: (id: string) => collectionExists(db.orm, id),
    isInReadingOrder: (versionId: string, href: string) => isInReadingOrder(db.orm, versionId, href),
    charsOf: (versionId: string) => charsOfVersion(db.orm, versionId),
  };

  registerInstitutionRoutes(router, institutions);
  registerInstitutionAdminRoutes(router, institutions, { db, clock });
  registerCarsiPages(fastify, institutions);
  registerLocalIdentityPage(fastify, institutions);

  const commerce = commerceParts(platform, account);
  registerMediaRoutes(router, importParts(platform));
  const words = createSearchWords({ db: db.orm, clock, log: platform.log, key: deriveKey(platform.secret, 'search-words') });
  fastify.addHook('onClose', words.settle);
  registerCatalogRoutes(router, {
    db: db.orm,
    clock,
    personal,
    openDocuments,
    openDocumentsIn,
    publicUrl: commerce.publicUrl,
    words,
  });
  registerSearchReportRoutes(router, { db, clock, limiter: platform.limiter, key: deriveKey(platform.secret, 'search-reports') });
  registerCurationRoutes(router, { db, clock, findPicture: (ownerId, fileId) => findOwnPicture(db.orm, ownerId, fileId, clock.now()) });
  registerCatalogPictures(fastify, { db, objects });
  const readersSay = { db, clock, personal, findPeople: (userIds: readonly string[]) => findPeople(db.orm, userIds) };
  registerRatingRoutes(router, {
    ...readersSay,
    hasOpened: async (userId, bookId) => (await findProgress(db.orm, userId, bookId)) !== undefined,
  });
  registerErrataRoutes(router, readersSay);
  registerBookDeskRoutes(router, bookDeskParts(platform));
  registerMaterialRoutes(router, materialParts(platform, personal));
  registerCoverRoute(fastify, { objects, isCover: async (bookId, sha256) => (await findBook(db.orm, bookId))?.cover?.sha256 === sha256 });
  registerCommerceRoutes(router, {
    ...commerce,
    rights,
    findBookCards: (asker, bookIds) => findBookCards({ db: db.orm, personal }, asker, bookIds),
  });
  registerCommerceAdminRoutes(router, commerce);

  const orders = orderParts(platform);
  registerOrderRoutes(router, { ...orders, rightOf: personal.rightOf, rightsOf: personal.rightsOf });
  registerOrderAdminRoutes(router, orderDeskParts(platform, orders));
  await registerPaymentNotifications(fastify, orders);
  if (orders.localPay !== undefined) {
    registerLocalPayPage(fastify, { localPay: orders.localPay, now: () => clock.now(), host: new URL(config.publicUrl).host });
  }

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
    keepPlaces: (userId) => rights.keepPlaces(userId),
    knownBooks: async (bookIds) => new Set((await findBooks(db.orm, bookIds)).map(({ id }) => id)),
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

  const sync = {
    db,
    events,
    clock,
    handlers: [
      createAnnotationSync(places),
      createReviewCardSync(),
      createProgressSync(places),
      createPreferencesSync(),
      createShelfItemSync(places),
      createShelfGroupSync(),
      createFavoriteSync(places),
    ],
  };
  registerSyncRoutes(router, { ...sync, log: platform.log, findSession: (sid) => findSessionStanding(account, sid) });
  registerBookshelfRoutes(router, {
    db,
    clock,
    bookExists: places.bookExists,
    ...todoParts(platform, rights),
    recentProgress: personal.recentProgress,
    standingCards: async (context, bookIds) =>
      new Map((await listStandingCards({ db: db.orm, personal }, context, bookIds)).map((card) => [card.book.id, card])),
    collectionCards: (_, ids) => findCollectionCards(db.orm, ids),
    push: async (userId, ops) => (await pushChanges(sync, userId, { deviceId: SERVER_DEVICE, ops }, platform.log)).results,
  });
  registerAnnotationRoutes(router, {
    db,
    clock,
    findReadVersion: async (bookId) => (await findBook(db.orm, bookId))?.currentVersionId,
    readDocument: (versionId, href) => readDocumentText(db.orm, versionId, href),
    // Lists of one's own marks: where one sits does not matter to them.
    findBookCards: (userId, bookIds) =>
      findBookCards({ db: db.orm, personal }, { reader: { userId, sid: '', roles: [] }, address: '' }, bookIds),
  });

  registerFileRoutes(router, fastify, {
    ...fileParts(platform),
    usesOf: fileUses,
    ticketSecret: deriveKey(platform.secret, 'download-ticket'),
    originOf: addresses.originOf,
    acceptsTokenInPath: config.tokenInDownloadPath,
    isSessionAlive,
    isHostOf: (host, fileId) => [EVERY_BOOK, fileId].includes(addresses.bookOfHost(host) ?? ''),
  });
  registerReleaseRoutes(router, fastify, { db, clock, objects, limiter: platform.limiter, networkOf: networkOfAddress });

  registerHelpRoutes(router, helpParts(platform, account));
  registerApplicationRoutes(router, applicationParts(platform, account));
  registerNoticeRoutes(router, { db, clock });
  registerDeskRoutes(router, { work: deskWorkParts(platform), reachWith: (reader, call) => reachWith(platform, reader, call) });
  registerAuditRoutes(router, { db: db.orm, findPeople: (userIds) => findPeople(db.orm, userIds) });

  registerHealth(fastify, platform);
  serveWebClient(fastify, {
    folder: webClientFolder,
    contentUrl: config.contentUrl,
    framedOrigins: account.wechat ? [account.wechat.pageOrigin] : [],
    sources: account.hostedSlider?.sources,
    findFirstAnswers: (request) => findFirstAnswers(fastify, request),
    makeFirstScreen: firstScreens(firstScreenFile, (error) => fastify.log.error({ err: error }, 'no first screen could be made')),
  });
  return fastify;
};
