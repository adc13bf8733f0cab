/** Assembles the slices on a platform that was opened before, and returns the HTTP server. Used by the server process and by tests. */

import type { ScopedObject } from '@shufang/contract';
import type { FastifyInstance } from 'fastify';
import { createAuthenticator } from '../features/account/authenticate.ts';
import { networkOfAddress } from '../features/account/budgets.ts';
import { findListedUsers } from '../features/account/find-users.ts';
import { registerAccountRoutes } from '../features/account/routes.ts';
import { createSessionWatch } from '../features/account/session/session-watch.ts';
import { sealUploadToken } from '../features/account/session/upload-token.ts';
import { findSessionStatus } from '../features/account/sessions.ts';
import { registerLocalWechatPage } from '../features/account/wechat/local-wechat-page.ts';
import { createActivationCodeDependencies } from '../features/activation-code/activation-code-dependencies.ts';
import { listBoundCodes } from '../features/activation-code/release-code.ts';
import { registerActivationCodeRoutes } from '../features/activation-code/routes.ts';
import { activationCodeOwners } from '../features/activation-code/scope-owners.ts';
import { registerAdminRoutes } from '../features/admin/routes.ts';
import { findAdoptedBooks } from '../features/adoption/adopted-books.ts';
import { registerAdoptionRoutes } from '../features/adoption/routes.ts';
import { createAnnotationDependencies } from '../features/annotation/annotation-dependencies.ts';
import { registerAnnotationRoutes } from '../features/annotation/routes.ts';
import { countAnnotationsOf, findLastAnnotationAt } from '../features/annotation/store.ts';
import { registerExamRoutes } from '../features/assignment/exam/routes.ts';
import { registerMarkingRoutes } from '../features/assignment/marking/routes.ts';
import { scoreReader } from '../features/assignment/reading-task.ts';
import { registerAssignmentRoutes } from '../features/assignment/routes.ts';
import { registerAuditRoutes } from '../features/audit/routes.ts';
import { createAuthorization, type OwnerOf, resolveAccess } from '../features/authorization/access-scope.ts';
import { createBookshelfDependencies } from '../features/bookshelf/bookshelf-dependencies.ts';
import { SERVER_DEVICE } from '../features/bookshelf/push-shelf-changes.ts';
import { registerBookshelfRoutes } from '../features/bookshelf/routes.ts';
import { createCatalogDependencies } from '../features/catalog/catalog-dependencies.ts';
import { findBookCards } from '../features/catalog/find-book-cards.ts';
import { findBook } from '../features/catalog/find-books.ts';
import { registerCatalogRoutes } from '../features/catalog/routes.ts';
import { catalogOwners } from '../features/catalog/scope-owners.ts';
import { registerClassroomRoutes } from '../features/classroom/routes.ts';
import { registerAdminDictionaryRoutes, registerDictionaryRoutes } from '../features/dictionary/routes.ts';
import { registerDiscussionRoutes } from '../features/discussion/routes.ts';
import { createAccessRights } from '../features/entitlement/access-rights.ts';
import { registerErrataRoutes } from '../features/errata/routes.ts';
import { ownerOfErratum } from '../features/errata/store.ts';
import { createFileDependencies } from '../features/files/file-dependencies.ts';
import { receiveForm } from '../features/files/receive-form.ts';
import { registerFileRoutes } from '../features/files/routes.ts';
import { findOwnFile, noteUnclaimedObject } from '../features/files/store.ts';
import { takeAvatar } from '../features/files/take-avatar.ts';
import { registerGradebookRoutes } from '../features/gradebook/routes.ts';
import { registerHelpRoutes } from '../features/help/routes.ts';
import { countTicketsOfUser } from '../features/help/store.ts';
import { registerCarsiPages, registerLocalIdentityPage } from '../features/institution/identity-pages.ts';
import { membershipsOf } from '../features/institution/memberships.ts';
import { registerInstitutionRoutes } from '../features/institution/routes.ts';
import { ownerOfInstitution } from '../features/institution/settings-store.ts';
import { ownerOfLicense } from '../features/license/license-store.ts';
import { registerLicenseRoutes } from '../features/license/routes.ts';
import { registerNotificationRoutes } from '../features/notification/routes.ts';
import { findSale } from '../features/orders/prices/price.ts';
import { orderOwners } from '../features/orders/scope-owners.ts';
import { countToPay } from '../features/orders/store.ts';
import { registerCoverRoute } from '../features/publication/get-cover.ts';
import { ownerOfImport } from '../features/publication/import/import-job.ts';
import { temporaryFolderOf, withTemporaryFolder } from '../features/publication/import/temporary-folder.ts';
import { registerPublicationRoutes } from '../features/publication/routes.ts';
import { registerQuestionRoutes } from '../features/question/routes.ts';
import { findChangedSince } from '../features/reading/changes/seen-version.ts';
import { createContentUrls, EVERY_BOOK } from '../features/reading/content-urls.ts';
import { createPersonal } from '../features/reading/create-personal.ts';
import { openDocuments, openDocumentsIn } from '../features/reading/open-chapters.ts';
import { findProgress } from '../features/reading/progress.ts';
import { registerReading } from '../features/reading/register-reading.ts';
import { findUnrecorded } from '../features/reading-time/document-times.ts';
import { registerReadingTimeRoutes } from '../features/reading-time/routes.ts';
import { registerReleaseRoutes } from '../features/release/routes.ts';
import { registerRoyaltyRoutes } from '../features/royalty/routes.ts';
import { registerSampleRoutes } from '../features/sample/routes.ts';
import { createSettingsDependencies, getSettingsInForce } from '../features/settings/platform-settings.ts';
import { registerSettingsRoutes } from '../features/settings/routes.ts';
import { registerSpeechRoutes } from '../features/speech/routes.ts';
import { registerStatisticsRoutes } from '../features/statistics/routes.ts';
import { pushChanges } from '../features/sync/push-changes.ts';
import { registerSyncRoutes } from '../features/sync/routes.ts';
import { listClassRights } from '../features/teaching/class-rights.ts';
import { registerTeachingRoutes } from '../features/teaching/routes.ts';
import { listBooksOfJoinedClasses } from '../features/teaching/store.ts';
import { registerVerificationRoutes } from '../features/verification/routes.ts';
import { createVerificationDependencies } from '../features/verification/verification-dependencies.ts';
import { createHttpDictionary } from '../gateways/dictionary/http-dictionary.ts';
import { createHttpTranslation } from '../gateways/dictionary/http-translation.ts';
import { createHttpSpeech } from '../gateways/speech/http-speech.ts';
import { createHttpServer } from '../platform/http/create-http-server.ts';
import { createIdempotentRequests } from '../platform/http/idempotent-requests.ts';
import { pathOf } from '../platform/http/logged-path.ts';
import { appOriginOf, createRouter } from '../platform/http/router.ts';
import { adminWorkOf } from './admin-work.ts';
import { allowedAppOrigins } from './app-origins.ts';
import { assembleAccount, localWechatOf } from './assemble-account.ts';
import { assembleAssignments } from './assemble-assignments.ts';
import { assembleClassroom } from './assemble-classroom.ts';
import { assembleDiscussion } from './assemble-discussion.ts';
import { assembleInstitutions } from './assemble-institutions.ts';
import { registerOrders } from './assemble-orders.ts';
import { registerPages } from './assemble-pages.ts';
import { assembleReports } from './assemble-reports.ts';
import { assembleSync } from './assemble-sync.ts';
import { dictionaryImportDependenciesOf } from './dictionary-import-dependencies.ts';
import { findFileUses } from './find-file-uses.ts';
import { helpDependenciesOf } from './help-dependencies.ts';
import { importDependenciesOf } from './import-dependencies.ts';
import type { Platform } from './open-platform.ts';
import { personalPagesOf } from './personal-pages.ts';
import { createPrivateAddresses } from './private-addresses.ts';
import { scopeDirectory } from './scope-directory.ts';
import { deriveKey } from './secrets.ts';
import { storageUseOf } from './storage-use.ts';
import { findTeachingWork } from './teaching-work.ts';
import { unknownHostPage } from './unknown-host-page.ts';

/** Functions that find the owners (publishers or institutions) of the objects that admin operations name, by kind of object. */
const SCOPE_OWNERS: Readonly<Record<ScopedObject, OwnerOf>> = {
  ...catalogOwners,
  ...activationCodeOwners,
  ...orderOwners,
  erratum: ownerOfErratum,
  import: ownerOfImport,
  institution: ownerOfInstitution,
  license: ownerOfLicense,
};

export const buildServer = async (platform: Platform): Promise<FastifyInstance> => {
  const { config, db, clock, objects } = platform;
  const appOrigins = allowedAppOrigins(config);
  const appHosts = new Set(appOrigins.map((origin) => new URL(origin).host));
  const privateAddresses = createPrivateAddresses(config);
  const addresses = createContentUrls(config.contentUrl, privateAddresses);
  const usualAddresses = createContentUrls(config.contentUrl);
  const fastify = await createHttpServer({
    log: platform.log,
    trustedProxies: config.trustedProxies,
    operatorContact: config.operatorContact,
    connectionsOf: platform.institutionNetworks.connectionsOf,
    apiDocs: config.apiDocs,
    isHttpsHost: (host) =>
      usualAddresses.bookOfHost(host) === undefined
        ? `https://${host}` === new URL(config.publicUrl).origin
        : config.contentUrl.startsWith('https:'),
    isContentHost: (request) => usualAddresses.bookOfHost(request.host) !== undefined || privateAddresses.isContentRequest(request),
    isAppHost: (request) => appHosts.has(request.host) || privateAddresses.appOriginOf(request) !== undefined,
    unknownHostPage: (host) => unknownHostPage(host, config),
  });

  const account = assembleAccount(platform);
  const idempotentRequests = createIdempotentRequests({
    db,
    clock,
    secret: deriveKey(platform.secret, 'repeated-requests'),
    subnetOf: networkOfAddress,
  });
  const origins = { appOrigins, furtherOriginOf: privateAddresses.appOriginOf };
  const router = createRouter(fastify, {
    authenticate: createAuthenticator(account),
    authorization: createAuthorization({ db, clock, owners: SCOPE_OWNERS }),
    ...origins,
    idempotentRequests,
  });
  registerAccountRoutes(router, {
    ...account,
    scopes: scopeDirectory(db.orm),
    personalPagesOf: (reader) => personalPagesOf(db.orm, reader),
    takeAvatar,
  });
  const isSessionAlive = createSessionWatch(account);

  const institutions = assembleInstitutions(platform, account);
  const rights = createAccessRights({
    db,
    clock,
    listBoundCodes,
    membershipsOf: (on, reader) => membershipsOf({ db: on, clock }, reader),
    listClassRights,
    listBooksOfJoinedClasses,
  });
  const personal = createPersonal(db, { rights, institutions });

  registerInstitutionRoutes(router, institutions);
  registerCarsiPages(fastify, institutions);
  registerLocalIdentityPage(fastify, institutions);
  registerLocalWechatPage(fastify, localWechatOf(platform));

  const codes = createActivationCodeDependencies(platform, (purpose) => deriveKey(platform.secret, purpose), {
    account,
    rights,
    findBookCards: (caller, bookIds) => findBookCards(catalog, caller, bookIds),
    findFile: (ownerId, fileId) => findOwnFile(db.orm, ownerId, fileId, clock.now()),
  });
  registerPublicationRoutes(router, importDependenciesOf(platform));
  const findLastNoteAt = (userId: string, bookId: string): Promise<number | undefined> => findLastAnnotationAt(db.orm, userId, bookId);
  const catalog = createCatalogDependencies(
    {
      ...platform,
      publicUrl: codes.publicUrl,
      searchTermKey: deriveKey(platform.secret, 'search-words'),
      searchReportKey: deriveKey(platform.secret, 'search-reports'),
    },
    {
      personal,
      openDocuments,
      openDocumentsIn,
      findSale: (bookId) => findSale(db.orm, bookId),
      findChangedSince: (userId, current) => findChangedSince({ db, findLastNoteAt }, userId, current),
      hasOpened: async (userId, bookId) => (await findProgress(db.orm, userId, bookId)) !== undefined,
      releaseObject: (tx, sha256) => noteUnclaimedObject(tx, sha256, clock.now()),
    },
  );
  fastify.addHook('onClose', catalog.searchTerms.settle);
  registerCatalogRoutes(router, fastify, catalog);
  registerErrataRoutes(router, catalog);
  registerRoyaltyRoutes(router, { db, clock });
  const assignments = assembleAssignments(platform);
  registerReadingTimeRoutes(router, {
    ...catalog,
    hasRead: (tx, userId, bookIds) => scoreReader(assignments, tx, userId, bookIds, clock.now()),
  });
  registerStatisticsRoutes(router, assembleReports(platform));
  registerGradebookRoutes(router, { db, clock });
  const adoptedBooks = (userId: string): Promise<readonly string[]> => findAdoptedBooks(db.orm, userId);
  registerTeachingRoutes(router, {
    ...catalog,
    institutionNetworks: platform.institutionNetworks,
    adoptedBooks,
    workIn: (classIds) => findTeachingWork(db.orm, classIds),
  });
  registerAdoptionRoutes(router, catalog);
  registerClassroomRoutes(router, assembleClassroom(platform));
  registerDiscussionRoutes(router, assembleDiscussion(platform));
  registerSampleRoutes(router, catalog);
  registerQuestionRoutes(router, { db, clock });
  registerAssignmentRoutes(router, assignments);
  registerExamRoutes(router, assignments);
  registerMarkingRoutes(router, assignments);
  registerCoverRoute(fastify, { objects, isCover: async (bookId, sha256) => (await findBook(db.orm, bookId))?.cover?.sha256 === sha256 });
  registerActivationCodeRoutes(router, codes);
  registerLicenseRoutes(router, { db, clock, licensesFor: (caller) => rights.licensesFor(caller) });

  const orders = await registerOrders(router, fastify, platform, { rightOf: personal.rightOf, rightsOf: personal.rightsOf });
  const reading = registerReading(router, fastify, platform, {
    rights,
    personal,
    findLastNoteAt,
    isTimeRecorded: async (userId) => !(await findUnrecorded(db.orm, [userId])).has(userId),
    addresses,
    ticketSecret: deriveKey(platform.secret, 'content-ticket'),
    contentCache: config.contentCache,
    appOriginsFor: (host) => {
      const beside = privateAddresses.appOriginBeside(host);
      return beside === undefined || usualAddresses.bookOfHost(host) !== undefined ? appOrigins : [beside];
    },
    isSessionAlive,
    subnetOf: networkOfAddress,
  });

  const sync = assembleSync(platform);
  registerSyncRoutes(router, {
    ...sync,
    log: platform.log,
    findSession: (sid) => findSessionStatus(account, sid),
    watchStreams: platform.metrics.watchStreams,
    onStreamOpened: platform.metrics.streamOpened,
  });
  registerBookshelfRoutes(
    router,
    createBookshelfDependencies(
      { catalog, rights },
      {
        countNotes: (userId) => countAnnotationsOf(db.orm, userId),
        countOrdersToPay: (userId) => countToPay(db.orm, userId, clock.now()),
        countTickets: (userId) => countTicketsOfUser(db.orm, userId),
        push: async (userId, ops) => {
          await pushChanges(sync, userId, { deviceId: SERVER_DEVICE, ops }, platform.log, { isAtomic: true });
        },
      },
    ),
  );
  registerAnnotationRoutes(router, createAnnotationDependencies(catalog));

  registerFileRoutes(router, fastify, {
    ...createFileDependencies(platform),
    usesOf: findFileUses,
    ticketSecret: deriveKey(platform.secret, 'download-ticket'),
    originOf: addresses.originOf,
    acceptsTokenInPath: config.tokenInDownloadPath,
    isSessionAlive,
    isHostOf: (host, fileId) => [EVERY_BOOK, fileId].includes(addresses.bookOfHost(host) ?? ''),
  });
  registerReleaseRoutes(router, fastify, {
    db,
    clock,
    objects,
    limiter: platform.limiter,
    receiveForm,
    withTemporaryFolder: (work) => withTemporaryFolder(temporaryFolderOf(config), 'upload', work),
    noteUnclaimedObject,
    sealUploadToken: ({ reader: { sid, userId }, deviceCode: deviceType }, expiresAt) =>
      sealUploadToken(account.keys, { sid, userId, deviceType }, expiresAt),
    quietPeriods: config.quietPeriods,
    contentUrlFor: (appOrigin) => addresses.originOf('{book}', appOrigin),
    subnetOf: networkOfAddress,
  });

  registerDictionaryRoutes(router, {
    ...platform,
    dictionaries: config.dictionary.service === undefined ? [] : [createHttpDictionary(config.dictionary.service)],
    translation: config.dictionary.translation && createHttpTranslation(config.dictionary.translation),
  });
  registerAdminDictionaryRoutes(router, dictionaryImportDependenciesOf(platform));
  registerSpeechRoutes(router, { ...platform, speech: config.speech && createHttpSpeech(config.speech) });
  registerSettingsRoutes(router, createSettingsDependencies(platform));
  registerHelpRoutes(router, helpDependenciesOf(platform, account));
  registerVerificationRoutes(
    router,
    createVerificationDependencies(platform, {
      account,
      codes,
      reviewDays: async () => (await getSettingsInForce(createSettingsDependencies(platform))).settings.reviewDays,
    }),
  );
  registerNotificationRoutes(router, { db, clock });
  registerAdminRoutes(router, {
    work: adminWorkOf(platform),
    resolveAccess: (reader, operation) => resolveAccess(platform, reader, operation),
    ...storageUseOf(platform),
    typesetter: platform.typesetter,
  });
  registerAuditRoutes(router, { db: db.orm, findUsers: (userIds) => findListedUsers(db.orm, userIds) });

  registerPages(fastify, platform, {
    account,
    publicUrl: codes.publicUrl,
    appHosts,
    privateAddresses,
    readingFrameOf: (request) => reading.frameUrlFor(pathOf(request.url), appOriginOf(origins, request)),
    hasPayment: orders.gateways.length > 0,
  });
  return fastify;
};
