/** The way to an institution's identity provider and back. Knows no HTTP. */
import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import {
  CARSI_DISCOVERED_PATH,
  CodedError,
  type finishInstitution as finishOperation,
  INSTITUTION_RETURN_PATH,
  INSTITUTION_STATE,
  LIMITS,
  type OutputOf,
  type ParsedInputOf,
  type startInstitution as startOperation,
} from '@shufang/contract';
import type { IdentityArrival, InstitutionPerson } from '../../gateways/identity/identity-gateway.ts';
import { takeInstitutionBudget } from '../account/budgets.ts';
import { findAccount } from '../account/find-people.ts';
import { safeReturnPath } from '../account/return-path.ts';
import { type Device, startSession } from '../account/sessions.ts';
import { type InstitutionDependencies, type Way, wayOf } from './institution-dependencies.ts';
import { beginInstitutionSession, hashOfTicket, requireMember, sessionOfLogin } from './institution-session.ts';
import { findLink, tie, touchLink } from './link-store.ts';
import { findInstitution, findInstitutionByEntity, type InstitutionRecord } from './settings-store.ts';
import { insertTicket, insertWalk, keepAnswer, nameInstitution, takeWalk, type Walk } from './walk-store.ts';

/** 128 bits. */
const randomName = (): string => randomBytes(16).toString('base64url');

/** Where the browser goes next, and what is kept to check the answer. */
const beginWay = (
  deps: InstitutionDependencies,
  way: Way,
  walk: { state: string; returnUrl: string },
): Promise<{ url: string; kept: string }> => {
  if (way.kind === 'local') return Promise.resolve({ url: deps.local?.pageUrl(walk) ?? '', kept: '' });
  const { settings } = way;
  if (settings.protocol === 'oidc') return deps.oidc.begin(settings, walk);
  if (deps.carsi === undefined) throw new CodedError('institution.signInOff');
  return deps.carsi.gateway.begin(settings, walk);
};

const endWay = async (
  deps: InstitutionDependencies,
  way: Way,
  domain: string,
  kept: string,
  arrival: IdentityArrival,
): Promise<InstitutionPerson> => {
  if (way.kind === 'local') {
    if (deps.local === undefined) throw new CodedError('institution.signInOff');
    return deps.local.findPerson(way.protocol, domain, arrival);
  }
  const { settings } = way;
  if (settings.protocol === 'oidc') return deps.oidc.findPerson(settings, kept, arrival);
  if (deps.carsi === undefined) throw new CodedError('institution.signInOff');
  return deps.carsi.gateway.findPerson(settings, kept, arrival);
};

/** The federation's own list of institutions (SAML identity provider discovery): it comes back with the chosen one. */
const discoveryUrl = (deps: InstitutionDependencies, state: string): string => {
  const { carsi, publicUrl } = deps;
  if (carsi?.discoveryUrl === undefined) throw new CodedError('institution.notFound');
  const url = new URL(carsi.discoveryUrl);
  url.searchParams.set('entityID', carsi.entityId);
  url.searchParams.set('return', `${publicUrl}${CARSI_DISCOVERED_PATH}?state=${state}`);
  url.searchParams.set('returnIDParam', 'entityID');
  return url.href;
};

/**
 * Begins a walk that ends within ten minutes, once, in the browser that keeps the proof. With `bind` it ties the institution to the
 * caller, without it it signs somebody in. Throws `institution.notFound`, `institution.signInOff`, `requestLogin`, `request.tooMany`,
 * `unavailable`.
 */
export const startInstitution = async (
  deps: InstitutionDependencies,
  input: ParsedInputOf<typeof startOperation>,
  caller: { userId: string | undefined; appOrigin: string; address: string },
): Promise<OutputOf<typeof startOperation>> => {
  const { db, clock, limiter } = deps.account;
  if (input.bind && caller.userId === undefined) throw new CodedError('requestLogin');
  await takeInstitutionBudget(limiter, caller.address);
  const now = clock.now();
  const state = INSTITUTION_STATE + randomName();
  const returnUrl = caller.appOrigin + INSTITUTION_RETURN_PATH;
  const expiresAt = now + LIMITS.institutionWalkLifetimeMs;
  const { institutionId } = input;
  const record = institutionId === undefined ? undefined : await findInstitution(db.orm, institutionId);
  if (institutionId !== undefined && record === undefined) throw new CodedError('institution.notFound');
  const { url, kept } =
    record === undefined ? { url: discoveryUrl(deps, state), kept: '' } : await beginWay(deps, wayOf(deps, record), { state, returnUrl });
  const walk = {
    state,
    proofHash: input.proofHash,
    institutionId: institutionId ?? null,
    userId: input.bind ? (caller.userId ?? null) : null,
    returnTo: safeReturnPath(input.returnTo),
    returnUrl,
    kept,
    expiresAt,
  };
  await insertWalk(db.orm, walk, now);
  return { url, state, expiresAt };
};

/** The federation's list has told which institution: on to its provider. Throws as `startInstitution` does, `institution.signInFailed` for a walk that is over. */
export const chooseInstitution = async (deps: InstitutionDependencies, state: string, entityId: string): Promise<string> => {
  const { db, clock } = deps.account;
  const record = await findInstitutionByEntity(db.orm, entityId);
  if (record === undefined) throw new CodedError('institution.notFound');
  const { url, kept } = await beginWay(deps, wayOf(deps, record), { state, returnUrl: deps.publicUrl + INSTITUTION_RETURN_PATH });
  if (!(await nameInstitution(db.orm, state, { institutionId: record.id, kept }, clock.now())))
    throw new CodedError('institution.signInFailed');
  return url;
};

/** Keeps what a provider posted until the browser comes with its proof; it is read then. Throws `institution.signInFailed`. */
export const takeAnswer = async (deps: InstitutionDependencies, state: string, answer: string): Promise<void> => {
  const { db, clock } = deps.account;
  if (!(await keepAnswer(db.orm, state, answer, clock.now()))) throw new CodedError('institution.signInFailed');
};

const holdsProof = (walk: Walk, proof: string): boolean => {
  const [kept, shown] = [Buffer.from(walk.proofHash, 'base64url'), createHash('sha256').update(proof).digest()];
  return kept.length === shown.length && timingSafeEqual(kept, shown);
};

/** Used up whatever comes of it. Throws `institution.signInFailed` for a state that is unknown, used, too old or of another browser. */
const takeOwnWalk = async ({ account }: InstitutionDependencies, state: string, proof: string): Promise<Walk> => {
  const walk = await takeWalk(account.db.orm, state);
  if (walk === undefined || walk.expiresAt <= account.clock.now() || !holdsProof(walk, proof))
    throw new CodedError('institution.signInFailed');
  return walk;
};

const whoCameBack = async (
  deps: InstitutionDependencies,
  walk: Walk,
  input: ParsedInputOf<typeof finishOperation>,
): Promise<{ record: InstitutionRecord; person: InstitutionPerson; protocol: 'carsi' | 'oidc' }> => {
  const record = walk.institutionId === null ? undefined : await findInstitution(deps.account.db.orm, walk.institutionId);
  if (record === undefined) throw new CodedError('institution.signInFailed');
  const way = wayOf(deps, record);
  const arrival = {
    state: walk.state,
    code: input.code,
    issuer: input.issuer,
    returnUrl: walk.returnUrl,
    answer: walk.answer ?? undefined,
  };
  const person = await endWay(deps, way, record.domain, walk.kept, arrival).catch((error: unknown) => {
    if (error instanceof CodedError)
      deps.account.log.error({ err: error, institution: record.id }, 'an institution did not tell who somebody is');
    throw error;
  });
  return { record, person, protocol: way.kind === 'local' ? way.protocol : way.settings.protocol };
};

/**
 * Ends the walk with what the provider brought back. Throws `institution.signInOff`, `institution.signInFailed`, `institution.notMember`,
 * `institution.linkTaken`, `account.frozen`, `requestLogin`, `unavailable`.
 */
export const finishInstitution = async (
  deps: InstitutionDependencies,
  input: ParsedInputOf<typeof finishOperation>,
  caller: Device & { reader: { readonly userId: string; readonly sid: string } | undefined },
): Promise<OutputOf<typeof finishOperation>> => {
  const { db, clock } = deps.account;
  const walk = await takeOwnWalk(deps, input.state, input.proof);
  if (walk.userId !== null && walk.userId !== caller.reader?.userId)
    throw new CodedError(caller.reader === undefined ? 'requestLogin' : 'institution.signInFailed');
  const { record, person, protocol } = await whoCameBack(deps, walk, input);
  const now = clock.now();
  const { scope, subject, endsAt } = person;
  const affiliation = requireMember(record.name, person.affiliations);
  const { returnTo } = walk;
  const institution = record.name;
  const right = { institutionId: record.id, protocol, affiliation, endsAt };
  if (walk.userId !== null && caller.reader !== undefined) {
    const link = { protocol, scope, subject, institutionId: record.id, userId: walk.userId, affiliation, createdAt: now };
    if (!(await tie(db.orm, link))) throw new CodedError('institution.linkTaken');
    await touchLink(db.orm, link, affiliation, now);
    await beginInstitutionSession(deps, caller.reader, right);
    return { outcome: 'bound', institution, returnTo };
  }
  const link = await findLink(db.orm, { protocol, scope, subject });
  const user = link && (await findAccount(db.orm, link.userId));
  if (link !== undefined && user !== undefined) {
    const login = await startSession(deps.account, user, caller, false);
    await touchLink(db.orm, link, affiliation, now);
    await beginInstitutionSession(deps, sessionOfLogin(deps, login), right);
    return { outcome: 'signedIn', login, institution, returnTo };
  }
  const ticket = randomName();
  const expiresAt = now + LIMITS.institutionWalkLifetimeMs;
  const kept = { ticketHash: hashOfTicket(ticket), institutionId: record.id, protocol, scope, subject, affiliation };
  await insertTicket(db.orm, { ...kept, endsAt: endsAt ?? null, expiresAt }, now);
  return { outcome: 'newcomer', ticket, institution, returnTo };
};
