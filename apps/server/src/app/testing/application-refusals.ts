/** How each refusal about applications, and about becoming a teacher at once, is met on the wire. */
import { type ErrorCode, LIMITS } from '@shufang/contract';
import { createTeacherScene, type TeacherScene } from './teacher-scene.ts';
import type { TestPerson, TestServer } from './test-server.ts';

const AUTHOR = {
  realName: '孔丘',
  institution: '曲阜大学',
  title: '教授',
  bookTitle: '论语讲疏',
  about: '给中文系一年级用的论语讲疏，已试讲三轮，讲义约二十万字。',
};

interface Parts<Met> {
  readonly shop: () => TestServer;
  readonly bookId: () => string;
  readonly admin: () => TestPerson;
  readonly aPerson: () => Promise<TestPerson>;
  readonly meet: (url: string, body: object | undefined, as: TestPerson) => Promise<Met>;
}

export const applicationRefusals = <Met extends { readonly payload: unknown }>(
  parts: Parts<Met>,
): Partial<Record<ErrorCode, () => Promise<Met>>> => {
  const { shop, bookId, admin, aPerson, meet } = parts;
  const scene = (): TeacherScene => createTeacherScene(shop(), bookId);
  const aTeacherCode = async (): Promise<string> => (await scene().codes(1))[0] ?? '';
  const byCode = async (code: string, as: TestPerson): Promise<Met> => meet('/api/teacher/auth/code', { code }, as);
  const byMail = (address: string, code: string, as: TestPerson): Promise<Met> => meet('/api/teacher/auth/mail', { address, code }, as);
  const send = (address: string, as: TestPerson): Promise<Met> => meet('/api/teacher/auth/mail/send', { address }, as);
  const anAddress = async (): Promise<string> => `teacher@${await scene().aDomain()}`;
  /** Somebody who has applied to be an author, with what waits. */
  const anAuthor = async (): Promise<{ person: TestPerson; id: { id: string; submittedAt: number } }> => {
    const person = await aPerson();
    await meet('/api/author/application/submit', AUTHOR, person);
    const waiting = await meet('/api/admin/application/list?kind=author&limit=100', undefined, admin());
    const { items } = waiting.payload as { items: { id: string; submittedAt: number; applicant: { userId: string } }[] };
    const mine = items.find(({ applicant }) => applicant.userId === person.id);
    if (mine === undefined) throw new Error('nothing waits');
    return { person, id: mine };
  };
  return {
    'application.notFound': () => meet('/api/admin/application/revoke', { id: '01m7z00000000000000000000a', reason: '不存在' }, admin()),
    'application.notOpen': async () => {
      const { person, id } = await anAuthor();
      await meet('/api/admin/application/decide', { id: id.id, submittedAt: id.submittedAt, decision: 'approve' }, admin());
      return meet('/api/author/application/submit', AUTHOR, person);
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
      const person = await aPerson();
      await byCode(await aTeacherCode(), person);
      const { rows } = await shop().platform.db.pool.query<{ id: string }>('select id from application where user_id = $1', [person.id]);
      await meet('/api/admin/application/revoke', { id: rows[0]?.id, reason: '已离职' }, admin());
      return byCode(await aTeacherCode(), person);
    },
    'application.mailNotListed': async () => send('teacher@nowhere.edu.cn', await aPerson()),
    'application.mailTaken': async () => {
      const [address, first, second] = [await anAddress(), await aPerson(), await aPerson()];
      await byMail(address, await scene().mailCode(first, address), first);
      shop().platform.advanceClock?.(LIMITS.smsResendMs);
      return byMail(address, await scene().mailCode(second, address), second);
    },
    'account.mailTooSoon': async () => {
      const [address, person] = [await anAddress(), await aPerson()];
      await send(address, person);
      return send(address, person);
    },
    'account.mailBudget': async () => {
      const [address, person] = [await anAddress(), await aPerson()];
      for (let n = 0; n < LIMITS.smsPerNumberPerHour; n += 1) {
        await send(address, person);
        shop().platform.advanceClock?.(LIMITS.smsResendMs);
      }
      return send(address, person);
    },
    'account.mailCodeWrong': async () => byMail(await anAddress(), '000000', await aPerson()),
    'commerce.codeForTeachers': async () => meet('/api/code/check', { code: await aTeacherCode() }, await aPerson()),
    'commerce.codeForBooks': async () => byCode((await scene().codes(1, 'printedBook'))[0] ?? '', await aPerson()),
    'commerce.codeUsedUp': async () => {
      const [code, person] = [await aTeacherCode(), await aPerson()];
      await byCode(code, person);
      await shop().platform.db.pool.query('update application set valid_until = 1 where user_id = $1', [person.id]);
      return byCode(code, person);
    },
    'institution.mailDomainTaken': async () => {
      const domain = await scene().aDomain();
      return meet('/api/admin/institution/save', { name: `新的 ${domain}`, domain: '', mailDomains: [domain], protocol: 'none' }, admin());
    },
  };
};
