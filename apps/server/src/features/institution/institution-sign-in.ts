/** Adapters for sign-in through institutions (see `external-sign-in.ts`): OpenID Connect, SAML (CARSI), and the local page of a demo. */
import { CARSI_DISCOVERED_PATH, CodedError, type InstitutionProtocol, LIMITS, SIGN_IN_RETURN_PATH } from '@shufang/contract';
import type { ExternalSignIn } from '../account/external-sign-in/external-sign-in.ts';
import { findAccount } from '../account/find-users.ts';
import { type InstitutionDependencies, identityProviderOf } from './institution-dependencies.ts';
import { beginInstitutionSession, requireMember, takeRight } from './institution-session.ts';
import { findLink, linkUser, touchLink } from './link-store.ts';
import { findInstitution, findInstitutionByEntity } from './settings-store.ts';
import {
  findTicket,
  insertTicket,
  nameInstitution,
  type SignInAttempt,
  storeSamlResponse,
  takeSignInAttempt,
  useTicket,
} from './sign-in-attempt-store.ts';

/** The data that an institution asserts about one of its users. */
interface InstitutionIdentity {
  readonly institutionId: string;
  readonly institution: string;
  readonly protocol: InstitutionProtocol;
  readonly scope: string;
  readonly subject: string;
  readonly affiliation: string;
  /** When the institution's statement about the user ends, UTC ms; null: not stated. */
  readonly endsAt: number | null;
}

/**
 * Returns the URL of the federation's institution list (SAML identity provider discovery), from which the browser returns with the chosen
 * institution.
 */
export const discoveryUrl = (deps: InstitutionDependencies, state: string): string => {
  const { federation, publicUrl } = deps;
  if (federation?.discoveryUrl === undefined) throw new CodedError('institution.notFound');
  const url = new URL(federation.discoveryUrl);
  url.searchParams.set('entityID', federation.entityId);
  url.searchParams.set('return', `${publicUrl}${CARSI_DISCOVERED_PATH}?state=${state}`);
  url.searchParams.set('returnIDParam', 'entityID');
  return url.href;
};

/**
 * Continues an attempt with the institution that the user chose in the federation's list. Returns the URL of its identity provider. Throws
 * as `startInstitution` does, and `institution.signInFailed` for an expired attempt.
 */
export const chooseInstitution = async (deps: InstitutionDependencies, state: string, entityId: string): Promise<string> => {
  const { db, clock } = deps.account;
  const record = await findInstitutionByEntity(db.orm, entityId);
  if (record === undefined) throw new CodedError('institution.notFound');
  const { url, checkData } = await identityProviderOf(deps, record).begin({
    state,
    returnUrl: deps.publicUrl + SIGN_IN_RETURN_PATH,
  });
  if (!(await nameInstitution(db.orm, state, { institutionId: record.id, checkData }, clock.now())))
    throw new CodedError('institution.signInFailed');
  return url;
};

/**
 * Stores the posted SAML response until the browser returns with the random text it stored (the proof); the response is validated then.
 * Throws `institution.signInFailed`.
 */
export const acceptSamlResponse = async (deps: InstitutionDependencies, state: string, samlResponse: string): Promise<void> => {
  const { db, clock } = deps.account;
  if (!(await storeSamlResponse(db.orm, state, samlResponse, clock.now()))) throw new CodedError('institution.signInFailed');
};

interface CallbackParameters {
  readonly code: string;
  readonly issuer?: string | undefined;
}

/**
 * Validates the response of the identity provider and returns the user. Throws `institution.signInOff`, `institution.signInFailed`,
 * `institution.notMember`, `unavailable`.
 */
const identify = async (
  deps: InstitutionDependencies,
  attempt: SignInAttempt,
  { code, issuer }: CallbackParameters,
): Promise<InstitutionIdentity> => {
  const record = attempt.institutionId === null ? undefined : await findInstitution(deps.account.db.orm, attempt.institutionId);
  if (record === undefined) throw new CodedError('institution.signInFailed');
  const provider = identityProviderOf(deps, record);
  const { state, returnUrl, samlResponse } = attempt;
  const arrival = { state, code, issuer, returnUrl, samlResponse: samlResponse ?? undefined };
  const profile = await provider.findProfile(attempt.checkData, arrival).catch((error: unknown) => {
    if (error instanceof CodedError)
      deps.account.log.error({ err: error, institution: record.id }, 'an institution did not return the profile of a user');
    throw error;
  });
  return {
    institutionId: record.id,
    institution: record.name,
    protocol: provider.protocol,
    scope: profile.scope,
    subject: profile.subject,
    affiliation: requireMember(record.name, profile.affiliations),
    endsAt: profile.endsAt ?? null,
  };
};

export const institutionSignIn = (
  deps: InstitutionDependencies,
): ExternalSignIn<SignInAttempt, CallbackParameters, InstitutionIdentity> => ({
  failed: () => new CodedError('institution.signInFailed'),
  taken: () => new CodedError('institution.linkTaken'),
  lifetimeMs: LIMITS.institutionSignInLifetimeMs,
  ticketPurpose: 'institution ticket',
  takeAttempt: takeSignInAttempt,
  identify: (attempt, parameters) => identify(deps, attempt, parameters),
  findUser: async (db, identity, nowMs) => {
    const link = await findLink(db, identity);
    const user = link && (await findAccount(db, link.userId));
    if (link !== undefined && user !== undefined) await touchLink(db, link, identity.affiliation, nowMs);
    return user;
  },
  link: (db, { protocol, scope, subject, institutionId, affiliation }, userId, createdAt) =>
    linkUser(db, { protocol, scope, subject, institutionId, userId, affiliation, createdAt }),
  onLinked: async (identity, session, nowMs) => {
    await touchLink(deps.account.db.orm, identity, identity.affiliation, nowMs);
    await beginInstitutionSession(deps, session, identity);
  },
  followUpOf: takeRight,
  insertTicket: (db, { ticketHash, expiresAt }, identity, nowMs) => {
    const { institutionId, protocol, scope, subject, affiliation, endsAt } = identity;
    return insertTicket(db, { ticketHash, institutionId, protocol, scope, subject, affiliation, endsAt, expiresAt }, nowMs);
  },
  findTicket: async (db, ticketHash, nowMs) => {
    const ticket = await findTicket(db, ticketHash, nowMs);
    const record = ticket && (await findInstitution(db, ticket.institutionId));
    return ticket && record && { ...ticket, institution: record.name };
  },
  useTicket,
});
