/** What the help slice needs, taken from an open platform: captchas and names from the account, the state of each part of the service. */
import type { getServiceStatus, OutputOf } from '@shufang/contract';
import { sql } from 'drizzle-orm';
import type { Account } from '../features/account/account.ts';
import { networkOfAddress } from '../features/account/budgets.ts';
import { checkCaptcha } from '../features/account/captchas.ts';
import { getUserInfo } from '../features/account/get-user-info.ts';
import type { HelpDependencies } from '../features/help/help-dependencies.ts';
import { createServiceHistory } from '../features/help/service-history.ts';
import { searchReady } from '../features/institution/settings-store.ts';
import { topicOfTickets } from '../features/sync/topics.ts';
import type { Platform } from './open-platform.ts';

type Parts = OutputOf<typeof getServiceStatus>['parts'];
type PartState = Parts[number]['state'];

/** A part that does not answer in this time is as good as gone. */
const PATIENCE_MS = 3_000;
/** How long an answer stands for everybody who asks: the board is open to all. */
const KEPT_MS = 5_000;
/** No object has this name; a store that can say so works. */
const NO_OBJECT = 'status-probe';

const stateOf = async (probe: () => Promise<unknown>): Promise<PartState> => {
  const late = new Promise<PartState>((resolve) => {
    setTimeout(() => resolve('failed'), PATIENCE_MS).unref();
  });
  const asked = probe().then(
    (): PartState => 'ok',
    (): PartState => 'failed',
  );
  return Promise.race([asked, late]);
};

/** Off while there is no institution one can sign in through. Their own sign-in pages are not asked: they are not ours to call each minute. */
const institutionState = async ({ db, config }: Platform): Promise<PartState> => {
  const ways = { carsi: config.carsi !== undefined, local: config.institutionLocal };
  const ready = searchReady(db.orm, { q: '', ways, limit: 1 });
  const state = await stateOf(() => ready);
  return state === 'ok' && (await ready).length === 0 ? 'off' : state;
};

const askParts = async (platform: Platform): Promise<Parts> => {
  const { db, objects, limiter, config } = platform;
  const [library, books, signIn, institution] = await Promise.all([
    stateOf(() => db.orm.execute(sql`select 1`)),
    stateOf(() => objects.head(NO_OBJECT)),
    stateOf(() => limiter.peek(NO_OBJECT, { points: 1, windowMs: 1_000 })),
    institutionState(platform),
  ]);
  return [
    { part: 'library', state: library },
    { part: 'books', state: books },
    { part: 'signIn', state: signIn },
    { part: 'sms', state: config.smsProvider === 'none' ? 'off' : 'ok' },
    { part: 'wechat', state: config.wechat === undefined ? 'off' : 'ok' },
    { part: 'institution', state: institution },
    { part: 'payment', state: config.payProviders.length === 0 ? 'off' : 'ok' },
  ];
};

/** How often the parts are looked at by themselves. */
const LOOK_EVERY_MS = 60_000;

/** Notes every minute how the parts stand. Answers how to stop. Any process may do it, several at once too: only a change is written. */
export const watchService = (platform: Platform): (() => Promise<void>) => {
  const history = createServiceHistory(platform);
  const look = async (): Promise<void> => {
    try {
      await history.note(await askParts(platform));
    } catch (error) {
      platform.log.error({ err: error }, 'how the service stands could not be noted');
    }
  };
  let running = look();
  const timer = setInterval(() => {
    running = look();
  }, LOOK_EVERY_MS);
  timer.unref();
  return () => {
    clearInterval(timer);
    return running;
  };
};

export const helpParts = (platform: Platform, account: Account): HelpDependencies => {
  const history = createServiceHistory(platform);
  let kept: { at: number; parts: Promise<Parts> } | undefined;
  return {
    db: platform.db,
    clock: platform.clock,
    limiter: platform.limiter,
    networkOf: networkOfAddress,
    checkCaptcha: (proof) => checkCaptcha(account, proof),
    askerOf: async (userId) => {
      const { nickname, tel } = await getUserInfo(account, userId);
      return { userId, name: nickname, tel };
    },
    tellAsker: (userId) => platform.events.publish(topicOfTickets(userId), {}),
    contact: platform.config.operator,
    outages: () =>
      history.outages().catch((error: unknown) => {
        platform.log.error({ err: error }, 'the history of the service could not be read');
        return [];
      }),
    parts: () => {
      const now = Date.now();
      if (kept === undefined || now - kept.at > KEPT_MS) kept = { at: now, parts: askParts(platform) };
      return kept.parts;
    },
  };
};
