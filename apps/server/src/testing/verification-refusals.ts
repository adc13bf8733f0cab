/** Provokes each error of applications and of instant teacher verification over HTTP. */
import { type ErrorCode, LIMITS } from '@shufang/contract';
import { ACCOUNT_LIMITS } from '../features/account/limits.ts';
import { createTeacherScenario, type TeacherScenario } from './teacher-fixture.ts';
import type { TestServer, TestUser } from './test-server.ts';

const AUTHOR = {
  realName: '孔丘',
  institution: '曲阜大学',
  title: '教授',
  bookTitle: '论语讲疏',
  about: '给中文系一年级用的论语讲疏，已试讲三轮，讲义约二十万字。',
};

export interface RefusalDependencies<Met> {
  readonly shop: () => TestServer;
  readonly bookId: () => string;
  readonly admin: () => TestUser;
  readonly aUser: () => Promise<TestUser>;
  readonly meet: (url: string, body: object | undefined, as: TestUser) => Promise<Met>;
}

export const applicationRefusals = <Met extends { readonly payload: unknown }>(
  dependencies: RefusalDependencies<Met>,
): Partial<Record<ErrorCode, () => Promise<Met>>> => {
  const { shop, bookId, admin, aUser, meet } = dependencies;
  const teachers = (): TeacherScenario => createTeacherScenario(shop(), bookId);
  const aTeacherCode = async (): Promise<string> => (await teachers().codes(1))[0] ?? '';
  const byCode = async (code: string, as: TestUser): Promise<Met> => meet('/api/teacher/auth/code', { code }, as);
  const byMail = (address: string, code: string, as: TestUser): Promise<Met> => meet('/api/teacher/auth/mail', { address, code }, as);
  const send = (address: string, as: TestUser): Promise<Met> => meet('/api/teacher/auth/mail/send', { address }, as);
  const anAddress = async (): Promise<string> => `teacher@${await teachers().aDomain()}`;
  /** Returns a user who has applied to be an author, and the pending application. */
  const anAuthor = async (): Promise<{ user: TestUser; id: { id: string; submittedAt: number } }> => {
    const user = await aUser();
    await meet('/api/author/application/submit', AUTHOR, user);
    const waiting = await meet('/api/admin/application/list?kind=author&limit=100', undefined, admin());
    const { items } = waiting.payload as { items: { id: string; submittedAt: number; applicant: { userId: string } }[] };
    const mine = items.find(({ applicant }) => applicant.userId === user.id);
    if (mine === undefined) throw new Error('the application is not pending');
    return { user, id: mine };
  };
  return {
    'application.notFound': () => meet('/api/admin/application/revoke', { id: '01m7z00000000000000000000a', reason: '不存在' }, admin()),
    'application.notOpen': async () => {
      const { user, id } = await anAuthor();
      await meet('/api/admin/application/decide', { id: id.id, submittedAt: id.submittedAt, decision: 'approve' }, admin());
      return meet('/api/author/application/submit', AUTHOR, user);
    },
    'application.decided': async () => {
      const { id } = await anAuthor();
      const decision = { id: id.id, submittedAt: id.submittedAt, decision: 'approve' };
      await meet('/api/admin/application/decide', decision, admin());
      return meet('/api/admin/application/decide', decision, admin());
    },
    'application.changed': async () => {
      const { id } = await anAuthor();
      return meet('/api/admin/application/decide', { id: id.id, submittedAt: 1, decision: 'approve' }, admin());
    },
    'application.editorOnly': async () => {
      const user = await aUser();
      await byCode(await aTeacherCode(), user);
      const { rows } = await shop().platform.db.pool.query<{ id: string }>('select id from application where user_id = $1', [user.id]);
      await meet('/api/admin/application/revoke', { id: rows[0]?.id, reason: '已离职' }, admin());
      return byCode(await aTeacherCode(), user);
    },
    'application.mailNotListed': async () => send('teacher@nowhere.edu.cn', await aUser()),
    'application.mailTaken': async () => {
      const [address, first, second] = [await anAddress(), await aUser(), await aUser()];
      await byMail(address, await teachers().mailCode(first, address), first);
      shop().platform.advanceClock?.(LIMITS.smsResendMs);
      return byMail(address, await teachers().mailCode(second, address), second);
    },
    'account.mailTooSoon': async () => {
      const [address, user] = [await anAddress(), await aUser()];
      await send(address, user);
      return send(address, user);
    },
    'account.mailBudget': async () => {
      const [address, user] = [await anAddress(), await aUser()];
      for (let n = 0; n < ACCOUNT_LIMITS.mailPerMailboxPerHour; n += 1) {
        await send(address, user);
        shop().platform.advanceClock?.(LIMITS.smsResendMs);
      }
      return send(address, user);
    },
    'account.mailCodeWrong': async () => byMail(await anAddress(), '000000', await aUser()),
    'activationCode.codeForTeachers': async () => meet('/api/code/check', { code: await aTeacherCode() }, await aUser()),
    'activationCode.codeForBooks': async () => byCode((await teachers().codes(1, 'printedBook'))[0] ?? '', await aUser()),
    'activationCode.codeUsedUp': async () => {
      const [code, user] = [await aTeacherCode(), await aUser()];
      await byCode(code, user);
      await shop().platform.db.pool.query('update application set valid_until = 1 where user_id = $1', [user.id]);
      return byCode(code, user);
    },
    'institution.mailDomainTaken': async () => {
      const domain = await teachers().aDomain();
      return meet('/api/admin/institution/save', { name: `新的 ${domain}`, domain: '', mailDomains: [domain], protocol: 'none' }, admin());
    },
  };
};
