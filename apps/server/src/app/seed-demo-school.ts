/** A fictional university of the demo: its sign-in, license, roster and administrator, created as an operator of the admin area would. */
import { createLicense, saveInstitution } from '@shufang/contract';
import type { Account } from '../features/account/account.ts';
import { DEMO_ORG_ADMIN_TEL, DEMO_TEACHERS, findUserNameByTel, seedDemoOrgAdmin } from '../features/account/create-users.ts';
import { findAdminInstitutions } from '../features/institution/admin-institutions.ts';
import { importMemberList } from '../features/institution/import-member-list.ts';
import { putInstitutionSettings } from '../features/institution/institution-settings.ts';
import { addLicense } from '../features/license/add-license.ts';
import { listLicenseRows } from '../features/license/license-store.ts';
import { assembleInstitutions } from './assemble-institutions.ts';
import { DEMO_CONTRACT, DEMO_SCHOOL } from './demo-items.ts';
import type { Platform } from './open-platform.ts';

/** Mail domain of the university. `.example` belongs to nobody (RFC 2606), and its network is reserved for documentation (RFC 5737). */
const DOMAIN = 'mochi.example';
const NETWORK = '203.0.113.0/24';
const TERM_MS = 3 * 365 * 86_400_000;
/** How long the license has been in force, so that the simulated term is in its term. */
const SINCE_MS = 150 * 86_400_000;

/** The first two entries have only a student number, so that a new user can join the roster by number and name. */
const ROSTER = `学号,姓名,身份,手机号
2026001,颜书雅,学生,
2026002,卜文远,学生,
1001,闵知行,教师,${DEMO_ORG_ADMIN_TEL}
${DEMO_TEACHERS.map(({ tel, realName }, index) => `${1002 + index},${realName},教师,${tel}`).join('\n')}
`;

/**
 * Creates the university; `bookIds`: the licensed books. Does nothing if its administrator exists, so that later changes in the admin area
 * remain.
 */
export const seedDemoSchool = async (platform: Platform, account: Account, bookIds: readonly string[]): Promise<void> => {
  const { db, clock, log } = platform;
  if ((await findUserNameByTel(db.orm, DEMO_ORG_ADMIN_TEL)) !== undefined) return;
  const institutions = assembleInstitutions(platform, account);
  // An interrupted seed continues with the existing institution.
  const [known] = (await findAdminInstitutions(institutions, { q: DEMO_SCHOOL }, undefined)).items;
  const input = saveInstitution.input.parse({ name: DEMO_SCHOOL, domain: DOMAIN, mailDomains: [DOMAIN], protocol: 'carsi' });
  const { id } = known ?? (await putInstitutionSettings(institutions, 'commandLine', input));
  const page = { state: undefined, q: DEMO_SCHOOL, scope: undefined, after: undefined, limit: 1, now: clock.now() };
  if ((await listLicenseRows(db.orm, page)).length === 0) {
    const startsAt = clock.now() - SINCE_MS;
    const license = {
      institution: DEMO_SCHOOL,
      bookIds,
      modes: ['ip', 'carsi', 'roster'],
      networks: [NETWORK],
      contractNo: DEMO_CONTRACT,
    };
    await addLicense(
      { db, clock },
      'commandLine',
      createLicense.input.parse({ ...license, startsAt, endsAt: startsAt + TERM_MS }),
      undefined,
    );
  }
  const file = Buffer.from(ROSTER).toString('base64');
  const { errors: lineErrors } = await importMemberList({ db, clock }, 'commandLine', { institutionId: id, file, replace: false });
  for (const lineError of lineErrors) log.error({ lineError }, "a line of the demo institution's list could not be read");
  await seedDemoOrgAdmin(account, id);
};
