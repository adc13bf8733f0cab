/**
 * Simulates an institution's identity provider for demos and tests, offline: a local page on which a user enters an identity. The page
 * returns an authorization code that contains the identity, is signed with the server's MAC key, and is valid for one sign-in attempt.
 */
import { createHmac, timingSafeEqual } from 'node:crypto';
import { CodedError, type InstitutionProtocol, LOCAL_IDENTITY_PATH, settingsKinds } from '@shufang/contract';
import { z } from 'zod';
import type { InstitutionProfile } from './identity-gateway.ts';

export interface LocalIdentity {
  pageUrl(attempt: { readonly state: string }): string;
  /** Returns the authorization code for the identity that the user entered on the page. */
  codeFor(state: string, profile: LocalProfile): string;
  findProfile(
    protocol: InstitutionProtocol,
    domain: string,
    arrival: { readonly state: string; readonly code: string },
  ): InstitutionProfile;
}

export const localProfile = z.object({
  account: z.string().trim().min(1).max(40),
  affiliation: z.enum(['student', 'faculty', 'alum']),
});
export type LocalProfile = z.output<typeof localProfile>;

export const createLocalIdentity = (deps: { secret: Uint8Array; publicUrl: string }): LocalIdentity => {
  const macOf = (purpose: string, text: string): Buffer => createHmac('sha256', deps.secret).update(`${purpose}\n${text}`).digest();
  return {
    pageUrl: ({ state }) => `${deps.publicUrl}${LOCAL_IDENTITY_PATH}/${state}`,
    codeFor(state, profile) {
      const text = Buffer.from(JSON.stringify(profile)).toString('base64url');
      return `${text}.${macOf('code', `${state}\n${text}`).toString('base64url')}`;
    },
    findProfile(protocol, domain, { state, code }) {
      const [text = '', mac = ''] = code.split('.');
      const [given, right] = [Buffer.from(mac, 'base64url'), macOf('code', `${state}\n${text}`)];
      if (given.length !== right.length || !timingSafeEqual(given, right)) throw new CodedError('institution.signInFailed');
      const { account, affiliation } = localProfile.parse(JSON.parse(Buffer.from(text, 'base64url').toString('utf8')));
      // The subject is a hash of the account name, so that it is opaque like that of a real identity provider.
      const subject = macOf('subject', `${domain}\n${account}`).toString('base64url').slice(0, 32);
      return {
        scope: settingsKinds[protocol] === 'client' ? `local:${domain}` : domain,
        subject,
        affiliations: [affiliation],
        endsAt: undefined,
      };
    },
  };
};
