/**
 * Authenticates users at their institution. Sign-in states, sign-in tickets and the link between user and account belong to the institution
 * slice.
 */

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

/** The sign-in settings of an institution, with decrypted secrets. */
export type InstitutionSettings =
  | {
      readonly protocol: 'oidc';
      readonly domain: string;
      readonly issuer: string;
      readonly clientId: string;
      readonly clientSecret: string | undefined;
    }
  | {
      readonly protocol: 'carsi';
      readonly domain: string;
      readonly entityId: string;
      readonly ssoUrl: string;
      /** The signing certificates of the institution, PEM. */
      readonly certificates: readonly string[];
    };

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
 * Sign-in by one protocol. Throws `CodedError`: `institution.signInFailed` for an invalid response, `unavailable` if the identity provider
 * is unreachable.
 */
export interface IdentityGateway<P extends InstitutionSettings['protocol'] = InstitutionSettings['protocol']> {
  /** Begins a sign-in attempt. `checkData` is what `findProfile` needs to check the response; it never leaves the server. */
  begin(
    settings: Extract<InstitutionSettings, { protocol: P }>,
    attempt: { readonly state: string; readonly returnUrl: string },
  ): Promise<{ readonly url: string; readonly checkData: string }>;
  findProfile(
    settings: Extract<InstitutionSettings, { protocol: P }>,
    checkData: string,
    arrival: IdentityArrival,
  ): Promise<InstitutionProfile>;
}

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
