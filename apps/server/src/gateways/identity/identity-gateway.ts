/** Finding out who somebody is at their institution. States, tickets and whose account it is are the institution slice's part. */

/** Who came back, in the words of the institution. */
export interface InstitutionPerson {
  /** What makes `subject` unique: the institution's domain (CARSI) or its issuer (OpenID Connect). */
  readonly scope: string;
  /** Permanent and opaque: the same person is the same one here each time, and somebody else at another platform. */
  readonly subject: string;
  /** `student`, `faculty`, `member` … of this very institution; those it vouched for elsewhere are left out. */
  readonly affiliations: readonly string[];
  /** UTC ms; when the institution says the sign-in ends. Absent: it does not say. */
  readonly endsAt: number | undefined;
}

/** How an institution signs its people in. Secrets are open here. */
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
      /** PEM. */
      readonly certificates: readonly string[];
    };

export interface IdentityArrival {
  readonly state: string;
  /** Of the address the browser came back to. */
  readonly code: string;
  readonly issuer: string | undefined;
  /** The address itself, without its query: the one the provider was told. */
  readonly returnUrl: string;
  /** What the provider posted, where it posts (SAML). */
  readonly answer: string | undefined;
}

/** One protocol. Throws `CodedError`: `institution.signInFailed` for an answer that is no good, `unavailable` when the provider is. */
export interface IdentityGateway<P extends InstitutionSettings['protocol'] = InstitutionSettings['protocol']> {
  /** `kept`: what `findPerson` needs to check the answer; never leaves the server. */
  begin(
    settings: Extract<InstitutionSettings, { protocol: P }>,
    walk: { readonly state: string; readonly returnUrl: string },
  ): Promise<{ readonly url: string; readonly kept: string }>;
  findPerson(settings: Extract<InstitutionSettings, { protocol: P }>, kept: string, arrival: IdentityArrival): Promise<InstitutionPerson>;
}

/** `student@pku.edu.cn` of `pku.edu.cn` is `student`; of any other domain nothing. */
export const affiliationsOf = (scoped: readonly string[], domain: string): string[] => [
  ...new Set(
    scoped.flatMap((each) => {
      const [affiliation = '', scope = '', ...more] = each.trim().toLowerCase().split('@');
      return affiliation !== '' && domain !== '' && scope === domain && more.length === 0 ? [affiliation] : [];
    }),
  ),
];
