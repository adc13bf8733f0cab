/** Provokes each error of classes over HTTP. */
import type { ClassGroup, ErrorCode } from '@shufang/contract';
import { LIMITS } from '@shufang/contract';
import { TEACHING_LIMITS } from '../features/teaching/limits.ts';
import type { TestUser } from './test-server.ts';
import type { RefusalDependencies } from './verification-refusals.ts';

export const classRefusals = <Met extends { readonly payload: unknown }>({
  shop,
  bookId,
  aUser,
  meet,
}: Pick<RefusalDependencies<Met>, 'shop' | 'bookId' | 'aUser' | 'meet'>): Partial<Record<ErrorCode, () => Promise<Met>>> => {
  const query = (text: string, values: unknown[]) => shop().platform.db.pool.query(text, values);
  let teachers = 0;
  const aTeacher = (): Promise<TestUser> => {
    teachers += 1;
    return shop().user(`1377777${String(teachers).padStart(4, '0')}`, 'teacher');
  };
  const create = (as: TestUser): Promise<Met> => meet('/api/class/create', { name: '甲班', term: '秋季学期', bookId: bookId() }, as);
  const aClass = async (as: TestUser): Promise<ClassGroup> => (await create(as)).payload as ClassGroup;
  const join = (as: TestUser, code: string | undefined): Promise<Met> => meet('/api/class/join', { code, name: '颜书雅' }, as);
  return {
    'class.notFound': async () => meet('/api/class/leave', { classId: '01m7z00000000000000000000a' }, await aUser()),
    'class.memberNotFound': async () => {
      const teacher = await aTeacher();
      const { id } = await aClass(teacher);
      return meet('/api/class/member/decide', { classId: id, userId: 'nobody', decision: 'remove' }, teacher);
    },
    'class.versionChanged': async () => {
      const teacher = await aTeacher();
      const { id } = await aClass(teacher);
      return meet('/api/class/version', { id, versionNo: 9 }, teacher);
    },
    'class.announcementNotFound': async () => {
      const teacher = await aTeacher();
      const { id } = await aClass(teacher);
      return meet('/api/class/announcement/delete', { classId: id, id: '01m7z00000000000000000000a' }, teacher);
    },
    'class.announcementsFull': async () => {
      const teacher = await aTeacher();
      const { id } = await aClass(teacher);
      await query(`insert into class_announcement select 'full' || n, $1, $2, '', 'teacher', '旧', n from generate_series(1, $3::int) n`, [
        id,
        teacher.id,
        LIMITS.announcementsMax,
      ]);
      return meet('/api/class/announcement/publish', { classId: id, body: '新' }, teacher);
    },
    'class.chapterNotFound': async () => {
      const teacher = await aTeacher();
      const { id } = await aClass(teacher);
      return meet('/api/class/plan/set', { classId: id, href: 'unknown', plan: { isRequired: true, isHidden: false } }, teacher);
    },
    'class.notTeacher': async () => {
      const teacher = await aTeacher();
      const [group, student] = [await aClass(teacher), await aUser()];
      await join(student, group.code);
      return meet('/api/class/co-teacher/set', { classId: group.id, userId: student.id, right: 'view' }, teacher);
    },
    'class.coTeachersFull': async () => {
      const [teacher, colleague] = [await aTeacher(), await aTeacher()];
      const group = await aClass(teacher);
      await join(colleague, group.code);
      await query(
        `with made as (insert into user_account (id, nickname, created_at, updated_at)
           select 'co' || n, '', 0, 0 from generate_series(1, $2::int) n returning id)
         insert into class_co_teacher select $1, id, '师', 'view', 0 from made`,
        [group.id, LIMITS.coTeachersMax],
      );
      return meet('/api/class/co-teacher/set', { classId: group.id, userId: colleague.id, right: 'view' }, teacher);
    },
    'class.codeUnknown': async () => join(await aUser(), '222222'),
    'class.codeTries': async () => {
      const user = await aUser();
      for (let n = 0; n < TEACHING_LIMITS.wrongClassCodesPerUserPerHour; n += 1) await join(user, '222222');
      return join(user, '222222');
    },
    'class.ownClass': async () => {
      const teacher = await aTeacher();
      return join(teacher, (await aClass(teacher)).code);
    },
    'class.full': async () => {
      const group = await aClass(await aTeacher());
      await query(
        `with made as (insert into user_account (id, nickname, created_at, updated_at)
           select 'full' || n, '', 0, 0 from generate_series(1, $2::int) n returning id)
         insert into class_member (class_id, user_id, status, name, joined_at) select $1, id, 'active', '生', 0 from made`,
        [group.id, LIMITS.classMembersMax],
      );
      return join(await aUser(), group.code);
    },
    'class.removed': async () => {
      const [group, student] = [await aClass(await aTeacher()), await aUser()];
      await join(student, group.code);
      await query(`update class_member set status = 'removed' where user_id = $1`, [student.id]);
      return join(student, group.code);
    },
    'class.tooMany': async () => {
      const teacher = await aTeacher();
      await query(
        `insert into class_group (id, teacher_id, teacher_name, name, term, book_id, version_id, code, created_at)
         select 'many' || n, $1, '', '班', '秋', $2, 'v', 'many' || n, 0 from generate_series(1, $3::int) n`,
        [teacher.id, bookId(), LIMITS.classesPerTeacherMax],
      );
      return create(teacher);
    },
  };
};
