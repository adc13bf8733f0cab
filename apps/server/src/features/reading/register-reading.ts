/** Registers the operations of reading and the content origin, with the revocation list of this process. */
import { type FrameAssets, frameAssets, type OfflineAssets, offlineAssets, scriptBridgeAsset } from '@shufang/reading-engine/assets';
import type { FastifyInstance } from 'fastify';
import type { ObjectStorage } from '../../gateways/object-storage/object-storage.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Database } from '../../platform/database.ts';
import type { Router } from '../../platform/http/router.ts';
import type { Logger } from '../../platform/logger.ts';
import type { RateLimiter } from '../../platform/rate-limit.ts';
import { areScriptsApproved } from '../catalog/scripts/are-scripts-approved.ts';
import type { AccessRights } from '../entitlement/access-rights.ts';
import { type ContentOriginDependencies, registerContentOrigin } from './content-origin.ts';
import { bookOfReadingPage, type ContentUrls, frameUrlOf } from './content-urls.ts';
import { createReadingDependencies, type ReadingDependencies } from './reading-dependencies.ts';
import { createReadingRateLimit } from './reading-rate-limit.ts';
import { createRevocationList } from './revocation-list.ts';
import { registerReadingRoutes } from './routes.ts';
import { registerFonts } from './serve-fonts.ts';
import { registerStore } from './serve-store.ts';

interface ReadingPlatform {
  readonly db: Database;
  readonly clock: Clock;
  readonly log: Logger;
  readonly objects: ObjectStorage;
  readonly limiter: RateLimiter;
}

interface ReadingOptions
  extends Pick<ContentOriginDependencies, 'ticketSecret' | 'contentCache' | 'appOriginsFor' | 'isSessionAlive' | 'subnetOf'>,
    Pick<ReadingDependencies, 'personal' | 'findLastNoteAt' | 'isTimeRecorded'> {
  readonly rights: AccessRights;
  readonly addresses: ContentUrls;
}

export interface Reading {
  /** Returns the URL of the reading engine's frame for the path of a book's reading page; undefined for other paths. */
  readonly frameUrlFor: (pathname: string, appOrigin: string) => Promise<string | undefined>;
}

export const registerReading = (router: Router, fastify: FastifyInstance, platform: ReadingPlatform, options: ReadingOptions): Reading => {
  const { db, clock, objects, limiter } = platform;
  const { rights, addresses, ticketSecret } = options;
  let engine: Promise<FrameAssets> | undefined;
  const engineAssets = (): Promise<FrameAssets> => {
    engine ??= frameAssets().catch((error: unknown) => {
      // The next request reads the files again.
      engine = undefined;
      throw error;
    });
    return engine;
  };
  let offline: Promise<OfflineAssets> | undefined;
  const readOfflineAssets = (): Promise<OfflineAssets> => {
    offline ??= offlineAssets().catch((error: unknown) => {
      offline = undefined;
      throw error;
    });
    return offline;
  };
  let bridge: Promise<Buffer> | undefined;
  const scriptBridge = (): Promise<Buffer> => {
    bridge ??= scriptBridgeAsset().catch((error: unknown) => {
      bridge = undefined;
      throw error;
    });
    return bridge;
  };
  const revocations = createRevocationList(platform);
  fastify.addHook('onReady', () => revocations.listen());
  fastify.addHook('onClose', () => revocations.close());
  registerReadingRoutes(
    router,
    createReadingDependencies({
      db,
      clock,
      rights,
      personal: options.personal,
      findLastNoteAt: options.findLastNoteAt,
      isTimeRecorded: options.isTimeRecorded,
      objects,
      limiter,
      subnetOf: options.subnetOf,
      addresses,
      ticketSecret,
      revocations,
      engineHash: async () => (await engineAssets()).hash,
      storeHash: async () => (await readOfflineAssets()).hash,
    }),
  );
  registerFonts(fastify, '/font', () => "default-src 'none'");
  registerStore(fastify, { offlineAssets: readOfflineAssets, appOriginsFor: options.appOriginsFor, addresses });
  registerContentOrigin(fastify, {
    db: db.orm,
    clock,
    objects,
    addresses,
    ticketSecret,
    contentCache: options.contentCache,
    engineAssets,
    scriptBridge,
    areScriptsApproved: (versionId) => areScriptsApproved(db.orm, versionId),
    appOriginsFor: options.appOriginsFor,
    isSessionAlive: options.isSessionAlive,
    revocations,
    rateLimit: createReadingRateLimit({ limiter, clock }),
    subnetOf: options.subnetOf,
  });
  return {
    frameUrlFor: async (pathname, appOrigin) => {
      const bookId = bookOfReadingPage(pathname);
      if (bookId === undefined) return undefined;
      try {
        return frameUrlOf(addresses, (await engineAssets()).hash, bookId, appOrigin);
      } catch (error) {
        // The page is sent without the URL: it only makes opening faster.
        platform.log.error({ err: error }, 'the built reading engine cannot be read');
        return undefined;
      }
    },
  };
};
