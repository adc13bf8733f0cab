/** An invented university for the demo: how its people sign in, what it has bought, who is on its list, who looks after it. As the desk would make it. */
import { createLicence as licenceOperation, listLicences as listOperation, saveInstitution as saveOperation } from '@shufang/contract';
import type { Account } from '../features/account/account.ts';
import { DEMO_ORG_ADMIN_TEL, findPersonByTel, seedDemoOrgAdmin } from '../features/account/people.ts';
import { createLicence, listLicences } from '../features/commerce/manage-licences.ts';
import { listInstitutions, saveInstitution } from '../features/institution/manage-institutions.ts';
import { importMembers } from '../features/institution/manage-members.ts';
import { institutionParts } from './institution-parts.ts';
import type { Platform } from './open-platform.ts';

const NAME = '墨池演示大学';
/** `.example` is nobody's, and the network is kept for documents (RFC 2606, RFC 5737). */
const DOMAIN = 'mochi.example';
const NETWORK = '203.0.113.0/24';
const TERM_MS = 3 * 365 * 86_400_000;

/** The first two have a number of the school only, so that a newcomer can join the list by number and name. */
const ROSTER = `学号,姓名,身份,手机号
2026001,颜书雅,学生,
2026002,卜文远,学生,
1001,闵知行,教师,${DEMO_ORG_ADMIN_TEL}
`;

/** `bookIds`: what the school has bought. Once who looks after the school is there nothing is done: it stays as the desk has made it since. */
export const seedDemoSchool = async (platform: Platform, account: Account, bookIds: readonly string[]): Promise<void> => {
  const { db, clock, log } = platform;
  if ((await findPersonByTel(db.orm, DEMO_ORG_ADMIN_TEL)) !== undefined) return;
  const parts = institutionParts(platform, account);
  // A seed that was cut short goes on where it was.
  const [known] = (await listInstitutions(parts, { q: NAME }, undefined)).items;
  const wish = saveOperation.input.parse({ name: NAME, domain: DOMAIN, mailDomains: [DOMAIN], protocol: 'carsi' });
  const { id } = known ?? (await saveInstitution(parts, 'commandLine', wish));
  if ((await listLicences({ db, clock }, listOperation.input.parse({ q: NAME }), undefined)).items.length === 0) {
    const startsAt = clock.now();
    const licence = { institution: NAME, bookIds, modes: ['ip', 'carsi', 'roster'], networks: [NETWORK], contractNo: '示例合同' };
    await createLicence(
      { db, clock },
      'commandLine',
      licenceOperation.input.parse({ ...licence, startsAt, endsAt: startsAt + TERM_MS }),
      undefined,
    );
  }
  const file = Buffer.from(ROSTER).toString('base64');
  const { faults } = await importMembers({ db, clock }, 'commandLine', { institutionId: id, file, replace: false });
  for (const fault of faults) log.error({ fault }, "a line of the demo institution's list could not be read");
  await seedDemoOrgAdmin(account, id);
};
