/**
 * Authenticates users at their institution. Sign-in states, sign-in tickets and the link between user and account belong to the institution
 * slice.
 */
import type { InstitutionProtocol, settingsKinds } from '@shufang/contract';

/** The user's profile as asserted by the institution. */
export interface InstitutionProfile {
  /** The namespace in which `subject` is unique: the institution's domain (CARSI) or its issuer (OpenID Connect). */
  readonly scope: string;
  /** Permanent opaque id of the user: the same at each sign-in, but another one for each service provider. */
  readonly subject: string;
  /**
   * Roles that the institution asserts for the user (`student`, `faculty`, `member` …); affiliations with other institutions are left out.
   */
  readonly affiliations: readonly string[];
  /** End of the sign-in as stated by the institution, UTC ms; undefined if the institution does not state it. */
  readonly endsAt: number | undefined;
}

/** The settings of an institution whose protocol is set up with the metadata of its identity provider. */
export interface MetadataSettings {
  readonly domain: string;
  readonly entityId: string;
  readonly ssoUrl: string;
  /** The signing certificates of the institution, PEM. */
  readonly certificates: readonly string[];
}

/** The settings of an institution at whose identity provider this platform is a client, with the decrypted secret. */
export interface ClientSettings {
  readonly domain: string;
  readonly issuer: string;
  readonly clientId: string;
  readonly clientSecret: string | undefined;
}

interface SettingsByKind {
  readonly metadata: MetadataSettings;
  readonly client: ClientSettings;
}

export interface IdentityArrival {
  readonly state: string;
  /** The authorization code and the state from the query of the URL to which the browser returned. */
  readonly code: string;
  readonly issuer: string | undefined;
  /** The return URL without its query, as sent to the provider. */
  readonly returnUrl: string;
  /** The response that the browser posted (SAML); undefined for OpenID Connect. */
  readonly samlResponse: string | undefined;
}

/**
 * Adapter for sign-in by one protocol. Throws `CodedError`: `institution.signInFailed` for an invalid response, `unavailable` if the
 * identity provider is unreachable.
 */
export interface IdentityGateway<Settings = MetadataSettings | ClientSettings> {
  /** Begins a sign-in attempt. `checkData` is what `findProfile` needs to check the response; it never leaves the server. */
  begin(
    settings: Settings,
    attempt: { readonly state: string; readonly returnUrl: string },
  ): Promise<{ readonly url: string; readonly checkData: string }>;
  findProfile(settings: Settings, checkData: string, arrival: IdentityArrival): Promise<InstitutionProfile>;
}

/** The adapter for each protocol that this installation supports. */
export type IdentityGateways = {
  readonly [P in InstitutionProtocol]?: IdentityGateway<SettingsByKind[(typeof settingsKinds)[P]]>;
};

/**
 * Returns the affiliations with this domain, with the domain removed: for `pku.edu.cn`, `student@pku.edu.cn` becomes `student`.
 * Affiliations with other domains are left out.
 */
export const affiliationsOf = (scoped: readonly string[], domain: string): string[] => [
  ...new Set(
    scoped.flatMap((each) => {
      const [affiliation = '', scope = '', ...more] = each.trim().toLowerCase().split('@');
      return affiliation !== '' && domain !== '' && scope === domain && more.length === 0 ? [affiliation] : [];
    }),
  ),
];
