/** Checks the state of each part of the service, for the status page. */
import { type getServiceStatus, type OutputOf, type SignInProvider, signInProvider } from '@shufang/contract';
import type { ObjectStorage } from '../../gateways/object-storage/object-storage.ts';
import type { Database } from '../../platform/database.ts';
import type { RateLimiter } from '../../platform/rate-limit.ts';
import { sql } from '../../platform/sql.ts';

export type ServiceParts = OutputOf<typeof getServiceStatus>['parts'];
type PartState = ServiceParts[number]['state'];

export interface ProbeDependencies {
  readonly db: Database;
  readonly objects: ObjectStorage;
  readonly limiter: RateLimiter;
  /** Whether the operator has enabled these parts of the service. */
  readonly enabled: { readonly sms: boolean; readonly providers: readonly SignInProvider[]; readonly payment: boolean };
  /**
   * Whether users can sign in through an institution. The sign-in pages of the institutions are not requested, because other operators run
   * them.
   */
  readonly hasInstitutionSignIn: () => Promise<boolean>;
}

/** Time after which a part of the service that does not respond counts as failed. */
const PROBE_TIMEOUT_MS = 3_000;
/** Lifetime of a cached result. The status page is public, so it may be requested often. */
const CACHE_TTL_MS = 5_000;
/** A key under which no object is stored. The object store works if it reports that the object does not exist. */
const NO_OBJECT = 'status-probe';

const stateOf = async (probe: () => Promise<unknown>): Promise<PartState> => {
  const late = new Promise<PartState>((resolve) => {
    setTimeout(() => resolve('failed'), PROBE_TIMEOUT_MS).unref();
  });
  const probed = probe().then(
    (): PartState => 'ok',
    (): PartState => 'failed',
  );
  return Promise.race([probed, late]);
};

const institutionState = async ({ hasInstitutionSignIn }: ProbeDependencies): Promise<PartState> => {
  const enabled = hasInstitutionSignIn();
  const state = await stateOf(() => enabled);
  return state === 'ok' && !(await enabled) ? 'off' : state;
};

/** Returns the current state of each part. */
export const probeService = async (dependencies: ProbeDependencies): Promise<ServiceParts> => {
  const { db, objects, limiter, enabled } = dependencies;
  const [library, books, signIn, institution] = await Promise.all([
    stateOf(() => db.orm.execute(sql`select 1`)),
    stateOf(() => objects.head(NO_OBJECT)),
    stateOf(() => limiter.peek(NO_OBJECT, { points: 1, windowMs: 1_000 })),
    institutionState(dependencies),
  ]);
  return [
    { part: 'library', state: library },
    { part: 'books', state: books },
    { part: 'signIn', state: signIn },
    { part: 'sms', state: enabled.sms ? 'ok' : 'off' },
    ...signInProvider.options.map((part) => ({ part, state: enabled.providers.includes(part) ? ('ok' as const) : ('off' as const) })),
    { part: 'institution', state: institution },
    { part: 'payment', state: enabled.payment ? 'ok' : 'off' },
  ];
};

/** Returns a function like `probeService` that caches its result for `CACHE_TTL_MS`. */
export const createCachedProbe = (dependencies: ProbeDependencies): (() => Promise<ServiceParts>) => {
  let cached: { at: number; parts: Promise<ServiceParts> } | undefined;
  return () => {
    const now = Date.now();
    if (cached === undefined || now - cached.at > CACHE_TTL_MS) cached = { at: now, parts: probeService(dependencies) };
    return cached.parts;
  };
};
