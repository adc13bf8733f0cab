/**
 * OpenID Connect with an institution's own identity provider: authorization code, PKCE, nonce and state; the id token's signature, issuer,
 * audience and times are checked (https://openid.net/specs/openid-connect-core-1_0.html).
 */
import { CodedError } from '@shufang/contract';
import {
  allowInsecureRequests,
  authorizationCodeGrant,
  buildAuthorizationUrl,
  ClientSecretPost,
  type Configuration,
  type CustomFetch,
  calculatePKCECodeChallenge,
  customFetch,
  discovery,
  enableNonRepudiationChecks,
  None,
  randomNonce,
  randomPKCECodeVerifier,
} from 'openid-client';
import { z } from 'zod';
import { affiliationsOf, type ClientSettings, type IdentityGateway } from './identity-gateway.ts';
import type { PublicFetch } from './public-fetch.ts';

const checkData = z.object({ verifier: z.string(), nonce: z.string() });

/** Lifetime of a provider's cached configuration. It is short, because a provider may change its keys and URLs. */
const DISCOVERED_FOR_MS = 10 * 60_000;

const texts = z.union([z.string(), z.array(z.string())]).transform((value) => [value].flat());

/**
 * Returns the user's affiliations from the claim defined by REFEDS. A provider that does not send the claim signs in its own members only,
 * so every user is a member.
 */
const affiliationClaimsOf = (claims: Record<string, unknown>, domain: string): string[] => {
  const affiliations = claims['eduperson_scoped_affiliation'] ?? claims['voperson_external_affiliation'];
  return affiliations === undefined ? ['member'] : affiliationsOf(texts.safeParse(affiliations).data ?? [], domain);
};

/**
 * Returns whether the failure is technical: no connection, no response, a server error. Every other failure is caused by this sign-in
 * attempt.
 */
const isTrouble = (error: unknown): boolean => {
  if (!(error instanceof Error)) return false;
  const { name, code, cause, status } = error as Error & { code?: unknown; cause?: unknown; status?: unknown };
  if (name === 'TimeoutError' || name === 'AbortError' || name === 'BlockedAddressError') return true;
  if (typeof code === 'string' && /^E[A-Z_]+$/.test(code)) return true;
  if (typeof status === 'number' && status >= 500) return true;
  if (cause instanceof Response) return cause.status >= 500;
  return cause !== error && isTrouble(cause);
};

const refusal = (error: unknown): CodedError =>
  new CodedError(isTrouble(error) ? 'unavailable' : 'institution.signInFailed', {}, { cause: error });

export const createOidcSignIn = (deps: { fetch: PublicFetch; allowsHttp: boolean; now: () => number }): IdentityGateway<ClientSettings> => {
  const known = new Map<string, { until: number; configuration: Promise<Configuration> }>();

  const discover = (settings: ClientSettings): Promise<Configuration> => {
    const { issuer, clientId, clientSecret } = settings;
    const key = JSON.stringify([issuer, clientId, clientSecret]);
    const found = known.get(key);
    if (found !== undefined && found.until > deps.now()) return found.configuration;
    const configuration = discovery(
      new URL(issuer),
      clientId,
      undefined,
      clientSecret === undefined ? None() : ClientSecretPost(clientSecret),
      {
        [customFetch]: deps.fetch as CustomFetch,
        execute: [enableNonRepudiationChecks, ...(deps.allowsHttp ? [allowInsecureRequests] : [])],
      },
    );
    known.set(key, { until: deps.now() + DISCOVERED_FOR_MS, configuration });
    configuration.catch(() => known.delete(key));
    return configuration;
  };

  return {
    async begin(settings, { state, returnUrl }) {
      const configuration = await discover(settings).catch((error: unknown) => {
        throw new CodedError('unavailable', {}, { cause: error });
      });
      const [verifier, nonce] = [randomPKCECodeVerifier(), randomNonce()];
      const url = buildAuthorizationUrl(configuration, {
        redirect_uri: returnUrl,
        scope: 'openid',
        state,
        nonce,
        code_challenge: await calculatePKCECodeChallenge(verifier),
        code_challenge_method: 'S256',
      });
      return { url: url.href, checkData: JSON.stringify({ verifier, nonce }) };
    },
    async findProfile(settings, text, { state, code, issuer, returnUrl }) {
      const { verifier, nonce } = checkData.parse(JSON.parse(text));
      const address = new URL(returnUrl);
      address.search = new URLSearchParams({ code, state, ...(issuer === undefined ? {} : { iss: issuer }) }).toString();
      try {
        const configuration = await discover(settings);
        const tokens = await authorizationCodeGrant(configuration, address, {
          pkceCodeVerifier: verifier,
          expectedNonce: nonce,
          expectedState: state,
          idTokenExpected: true,
        });
        const claims = tokens.claims();
        if (claims === undefined) throw new Error('no id token');
        return {
          scope: claims.iss,
          subject: claims.sub,
          affiliations: affiliationClaimsOf(claims, settings.domain),
          endsAt: undefined,
        };
      } catch (error) {
        throw refusal(error);
      }
    },
  };
};
