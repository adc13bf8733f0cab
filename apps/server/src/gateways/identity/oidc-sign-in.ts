/**
 * OpenID Connect with an institution's own identity provider: authorisation code, PKCE, nonce and state; the id token's signature, issuer,
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
import { affiliationsOf, type IdentityGateway, type InstitutionSettings } from './identity-gateway.ts';
import type { PublicFetch } from './public-fetch.ts';

type OidcSettings = Extract<InstitutionSettings, { protocol: 'oidc' }>;

const kept = z.object({ verifier: z.string(), nonce: z.string() });

/** A provider may change its keys and addresses; it is asked anew after this time. */
const DISCOVERED_FOR_MS = 10 * 60_000;

const texts = z.union([z.string(), z.array(z.string())]).transform((value) => [value].flat());

/**
 * What the provider says of the person's place (REFEDS claim). A provider that says nothing of the kind signs in its own members only, so
 * each is a member.
 */
const placesOf = (claims: Record<string, unknown>, domain: string): string[] => {
  const said = claims['eduperson_scoped_affiliation'] ?? claims['voperson_external_affiliation'];
  return said === undefined ? ['member'] : affiliationsOf(texts.safeParse(said).data ?? [], domain);
};

/** Ours or the provider's trouble: no connection, no answer, a server's error. Everything else is about this one walk. */
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

export const createOidcSignIn = (deps: { fetch: PublicFetch; allowsHttp: boolean; now: () => number }): IdentityGateway<'oidc'> => {
  const known = new Map<string, { until: number; configuration: Promise<Configuration> }>();

  const discover = (settings: OidcSettings): Promise<Configuration> => {
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
      return { url: url.href, kept: JSON.stringify({ verifier, nonce }) };
    },
    async findPerson(settings, text, { state, code, issuer, returnUrl }) {
      const { verifier, nonce } = kept.parse(JSON.parse(text));
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
          affiliations: placesOf(claims, settings.domain),
          endsAt: undefined,
        };
      } catch (error) {
        throw refusal(error);
      }
    },
  };
};
