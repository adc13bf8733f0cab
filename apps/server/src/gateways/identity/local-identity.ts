/**
 * Plays an institution's identity provider for demos and tests, offline: a page of ours where one says who one is. What it brings back is
 * a code that names the person, good for one walk, with our mac over it.
 */
import { createHmac, timingSafeEqual } from 'node:crypto';
import { CodedError, type InstitutionProtocol, LOCAL_IDENTITY_PATH } from '@shufang/contract';
import { z } from 'zod';
import type { InstitutionPerson } from './identity-gateway.ts';

export interface LocalIdentity {
  pageUrl(walk: { readonly state: string }): string;
  /** The code for who signs in on the page. */
  codeFor(state: string, person: LocalPerson): string;
  findPerson(protocol: InstitutionProtocol, domain: string, arrival: { readonly state: string; readonly code: string }): InstitutionPerson;
}

export const localPerson = z.object({
  account: z.string().trim().min(1).max(40),
  affiliation: z.enum(['student', 'faculty', 'alum']),
});
export type LocalPerson = z.output<typeof localPerson>;

export const createLocalIdentity = (deps: { secret: Uint8Array; publicUrl: string }): LocalIdentity => {
  const macOf = (purpose: string, text: string): Buffer => createHmac('sha256', deps.secret).update(`${purpose}\n${text}`).digest();
  return {
    pageUrl: ({ state }) => `${deps.publicUrl}${LOCAL_IDENTITY_PATH}/${state}`,
    codeFor(state, person) {
      const text = Buffer.from(JSON.stringify(person)).toString('base64url');
      return `${text}.${macOf('code', `${state}\n${text}`).toString('base64url')}`;
    },
    findPerson(protocol, domain, { state, code }) {
      const [text = '', mac = ''] = code.split('.');
      const [given, right] = [Buffer.from(mac, 'base64url'), macOf('code', `${state}\n${text}`)];
      if (given.length !== right.length || !timingSafeEqual(given, right)) throw new CodedError('institution.signInFailed');
      const { account, affiliation } = localPerson.parse(JSON.parse(Buffer.from(text, 'base64url').toString('utf8')));
      // Opaque as the real ones are.
      const subject = macOf('subject', `${domain}\n${account}`).toString('base64url').slice(0, 32);
      return { scope: protocol === 'oidc' ? `local:${domain}` : domain, subject, affiliations: [affiliation], endsAt: undefined };
    },
  };
};
