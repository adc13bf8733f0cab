/** Valid requests for the operations on institutions and their teachers, for the test that sends each of them twice. */
import { newId, TERMS_VERSION } from '@shufang/contract';
import { createTeacherScenario } from './teacher-fixture.ts';
import type { TestPerson, TestServer } from './test-server.ts';

interface InstitutionRequest {
  readonly as?: TestPerson;
  readonly body: object;
  readonly code?: string;
}

export const institutionRequests = ({
  shop,
  aUser,
  bookId,
}: {
  readonly shop: () => TestServer;
  readonly aUser: (role?: 'finance') => Promise<TestPerson>;
  readonly bookId: () => string;
}): Readonly<Record<string, () => Promise<InstitutionRequest>>> => {
  const query = (text: string, values: unknown[]) => shop().platform.db.pool.query(text, values);
  const anInstitution = async (): Promise<string> => {
    const id = newId();
    await query('insert into institution values ($1, $1, 0)', [id]);
    return id;
  };
  const aMember = async (institutionId: string): Promise<string> => {
    const id = newId();
    await query(`insert into institution_member values ($1, $2, '', $1, '孔丘', 'student', null, null, 0)`, [id, institutionId]);
    return id;
  };
  const teaching = () => createTeacherScenario(shop(), bookId);
  return {
    authenticateWithCode: async () => ({ as: await aUser(), body: { code: (await teaching().codes(1))[0] } }),
    sendTeacherMailCode: async () => ({ as: await aUser(), body: { address: `a@${await teaching().aDomain()}` } }),
    authenticateWithMail: async () => {
      const [as, address] = [await aUser(), `a@${await teaching().aDomain()}`];
      return { as, body: { address, code: await teaching().mailCode(as, address) } };
    },
    finishInstitution: async () => ({
      body: { state: 'i.none', code: 'c', proof: 'x'.repeat(22) },
      code: 'institution.signInFailed',
    }),
    bindInstitution: async () => ({ body: { ticket: 'none', terms: TERMS_VERSION }, code: 'institution.signInFailed' }),
    unbindInstitution: async () => ({ as: await aUser(), body: { institutionId: await anInstitution() } }),
    joinInstitution: async () => {
      const institutionId = await anInstitution();
      return { as: await aUser(), body: { institutionId, studentNo: await aMember(institutionId), name: '孔丘' } };
    },
    saveInstitution: async () => ({
      as: await aUser('finance'),
      body: { name: `学校 ${newId()}`, domain: '', protocol: 'none' },
    }),
    importInstitutionMembers: async () => ({
      as: await aUser('finance'),
      body: { institutionId: await anInstitution(), file: Buffer.from('手机号,姓名\n13966660001,颜回\n').toString('base64') },
    }),
    removeInstitutionMembers: async () => {
      const institutionId = await anInstitution();
      return { as: await aUser('finance'), body: { institutionId, memberIds: [await aMember(institutionId)] } };
    },
  };
};
