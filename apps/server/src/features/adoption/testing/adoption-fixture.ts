/** A server with two institutions, their teachers and administrators, for the tests of one file. */
import type { AdoptionList, Envelope } from '@shufang/contract';
import { ADOPTION_TERM, type AdoptionObjects, adoptionItemOf, adoptionObjects } from '../../../testing/adoption-objects.ts';
import { openTestServer, type TestServer, type TestUser } from '../../../testing/test-server.ts';
import { createWireScenario } from '../../../testing/wire-fixture.ts';

export interface AdoptionFixture extends AdoptionObjects {
  readonly shop: TestServer;
  readonly bookId: string;
  readonly institutionId: string;
  readonly otherInstitutionId: string;
  /** Returns a verified teacher on the list of an institution, by default of the first one. */
  readonly aTeacher: (institutionId?: string) => Promise<TestUser>;
  /** The administrator of the first institution, and that of the other. */
  readonly orgAdmin: TestUser;
  readonly otherOrgAdmin: TestUser;
  readonly query: <Row extends object>(text: string, values?: unknown[]) => Promise<Row[]>;
  readonly post: <T = AdoptionList>(path: string, as: TestUser | undefined, body: object) => Promise<Envelope<T>>;
  readonly get: <T = AdoptionList>(path: string, as?: TestUser) => Promise<Envelope<T>>;
  /** Saves a list with these textbooks, by default one. */
  readonly save: (as: TestUser, more?: object) => Promise<Envelope<AdoptionList>>;
  readonly noticesOf: (user: TestUser) => Promise<string[]>;
  readonly close: () => Promise<void>;
}

export const openAdoptionFixture = async (): Promise<AdoptionFixture> => {
  const shop = await openTestServer();
  const wire = createWireScenario(shop);
  const query = async <Row extends object>(text: string, values: unknown[] = []) =>
    (await shop.platform.db.pool.query<Row & Record<string, unknown>>(text, values)).rows;
  const bookId = await shop.book({}, { publish: true, accessModel: 'codeOnly', trialChapters: 0 });
  const objects = adoptionObjects({ query, bookId });
  const institutionId = await objects.anInstitution('江南大学');
  const otherInstitutionId = await objects.anInstitution('塞北大学');
  const post = <T>(path: string, as: TestUser | undefined, body: object) =>
    shop.call<T>(path, { body, ...(as === undefined ? {} : { as }) });
  const administratorOf = async (institution: string) => {
    const administrator = await shop.user(wire.aTel(), 'orgAdmin');
    await query(`update user_role set scope = $2 where user_id = $1 and role = 'orgAdmin'`, [
      administrator.id,
      `institution:${institution}`,
    ]);
    return administrator;
  };
  return {
    ...objects,
    shop,
    bookId,
    institutionId,
    otherInstitutionId,
    aTeacher: async (institution = institutionId) => {
      const teacher = await shop.user(wire.aTel(), 'teacher');
      await objects.joinInstitution(teacher, institution);
      return teacher;
    },
    orgAdmin: await administratorOf(institutionId),
    otherOrgAdmin: await administratorOf(otherInstitutionId),
    query,
    post,
    get: (path, as) => shop.call(path, as === undefined ? {} : { as }),
    save: (as, more = {}) =>
      post('/api/adoption/save', as, { institutionId, term: ADOPTION_TERM, items: [adoptionItemOf(bookId)], ...more }),
    noticesOf: async ({ id }) =>
      (await query<{ kind: string }>('select kind from notice where user_id = $1 order by id', [id])).map(({ kind }) => kind),
    close: () => shop.close(),
  };
};
