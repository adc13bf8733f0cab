/** Wishes that make sense for the calls about institutions and what they say of teachers, for the test that sends each of them twice. */
import { newId, TERMS_VERSION } from '@shufang/contract';
import { createTeacherScene } from './teacher-scene.ts';
import type { TestPerson, TestServer } from './test-server.ts';

interface InstitutionWish {
  readonly as?: TestPerson;
  readonly body: object;
  readonly code?: string;
}

export const institutionWishes = ({
  shop,
  aPerson,
  bookId,
}: {
  readonly shop: () => TestServer;
  readonly aPerson: (role?: 'finance') => Promise<TestPerson>;
  readonly bookId: () => string;
}): Readonly<Record<string, () => Promise<InstitutionWish>>> => {
  const query = (text: string, values: unknown[]) => shop().platform.db.pool.query(text, values);
  const anInstitution = async (): Promise<string> => {
    const id = newId();
    await query('insert into institution values ($1, $1, 0)', [id]);
    return id;
  };
  const aPlace = async (institutionId: string): Promise<string> => {
    const id = newId();
    await query(`insert into institution_member values ($1, $2, '', $1, '孔丘', 'student', null, null, 0)`, [id, institutionId]);
    return id;
  };
  const teaching = () => createTeacherScene(shop(), bookId);
  return {
    authenticateWithCode: async () => ({ as: await aPerson(), body: { code: (await teaching().codes(1))[0] } }),
    sendTeacherMailCode: async () => ({ as: await aPerson(), body: { address: `a@${await teaching().aDomain()}` } }),
    authenticateWithMail: async () => {
      const [as, address] = [await aPerson(), `a@${await teaching().aDomain()}`];
      return { as, body: { address, code: await teaching().mailCode(as, address) } };
    },
    finishInstitution: async () => ({
      body: { state: 'i.none', code: 'c', proof: 'x'.repeat(22) },
      code: 'institution.signInFailed',
    }),
    bindInstitution: async () => ({ body: { ticket: 'none', terms: TERMS_VERSION }, code: 'institution.signInFailed' }),
    unbindInstitution: async () => ({ as: await aPerson(), body: { institutionId: await anInstitution() } }),
    joinInstitution: async () => {
      const institutionId = await anInstitution();
      return { as: await aPerson(), body: { institutionId, studentNo: await aPlace(institutionId), name: '孔丘' } };
    },
    saveInstitution: async () => ({
      as: await aPerson('finance'),
      body: { name: `学校 ${newId()}`, domain: '', protocol: 'none' },
    }),
    importInstitutionMembers: async () => ({
      as: await aPerson('finance'),
      body: { institutionId: await anInstitution(), file: Buffer.from('手机号,姓名\n13966660001,颜回\n').toString('base64') },
    }),
    removeInstitutionMembers: async () => {
      const institutionId = await anInstitution();
      return { as: await aPerson('finance'), body: { institutionId, memberIds: [await aPlace(institutionId)] } };
    },
  };
};
