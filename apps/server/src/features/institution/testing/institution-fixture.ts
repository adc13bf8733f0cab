/** The institution slice on a fresh database, with the local page in place of identity providers. */
import { createHash, randomBytes } from 'node:crypto';
import { saveInstitution } from '@shufang/contract';
import { createLocalIdentity } from '../../../gateways/identity/local-identity.ts';
import type { CallContext } from '../../../platform/http/call-context.ts';
import { type AccountFixture, createAccountFixture } from '../../account/testing/account-fixture.ts';
import { callerOf, payloadOf } from '../../account/testing/caller.ts';
import { finishInstitution } from '../finish-institution.ts';
import type { InstitutionDependencies } from '../institution-dependencies.ts';
import { followSignIns } from '../institution-session.ts';
import { putInstitutionSettings } from '../institution-settings.ts';
import { startInstitution } from '../start-institution.ts';

const PUBLIC_URL = 'http://localhost:9350';

export interface InstitutionFixture extends AccountFixture {
  readonly institutions: InstitutionDependencies;
  /** Creates an institution whose users sign in on the local page. Returns its id. */
  createInstitution(name: string, domain: string): Promise<string>;
  /** Runs the authorization flow of a student on the local page. `bind`: the caller to whom the institution is linked. */
  signInAt(institutionId: string, student: string, caller?: CallContext): ReturnType<typeof finish>;
  /** Returns the sign-in ticket of a student who has no account on the platform. */
  ticketOf(institutionId: string, student: string): Promise<string>;
}

const finish = (institutions: InstitutionDependencies, caller: CallContext, input: Parameters<typeof finishInstitution>[2]) =>
  payloadOf(finishInstitution(institutions, caller, input));

export const createInstitutionFixture = async (): Promise<InstitutionFixture> => {
  const fixture = await createAccountFixture();
  const local = createLocalIdentity({ secret: Buffer.alloc(32, 5), publicUrl: PUBLIC_URL });
  const unused = async (): Promise<never> => {
    throw new Error('the fixture has no OpenID Connect provider');
  };
  const institutions: InstitutionDependencies = {
    account: fixture.account,
    gateways: { oidc: { begin: unused, findProfile: unused } },
    local,
    sealing: Buffer.alloc(32, 6),
    publicUrl: PUBLIC_URL,
  };
  followSignIns(fixture.account);
  const signInAt = async (institutionId: string, student: string, caller = callerOf()) => {
    const proof = randomBytes(16).toString('base64url');
    const proofHash = createHash('sha256').update(proof).digest('base64url');
    const bind = caller.reader !== undefined;
    const { state } = await payloadOf(startInstitution(institutions, caller, { institutionId, proofHash, returnTo: '/', bind }));
    const code = local.codeFor(state, { account: student, affiliation: 'student' });
    return finish(institutions, caller, { state, proof, code });
  };
  return {
    ...fixture,
    institutions,
    createInstitution: async (name, domain) => {
      const input = saveInstitution.input.parse({ name, domain, protocol: 'oidc' });
      return (await putInstitutionSettings(institutions, 'commandLine', input)).id;
    },
    signInAt,
    ticketOf: async (institutionId, student) => {
      const result = await signInAt(institutionId, student);
      if (result.outcome !== 'newcomer') throw new Error(`unexpected: ${result.outcome}`);
      return result.ticket;
    },
  };
};

export const memberFile = (...lines: string[]): string => Buffer.from(`学号,手机号,姓名\r\n${lines.join('\r\n')}\r\n`).toString('base64');
