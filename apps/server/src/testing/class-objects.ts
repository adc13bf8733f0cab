/** Teachers, classes and members for tests of the teaching slice. */
import type { ClassGroup, CoTeacherRight } from '@shufang/contract';
import type { RequestBase } from './request-base.ts';
import type { TestUser } from './test-server.ts';

export interface ClassObjects {
  readonly aTeacher: () => Promise<TestUser>;
  /** Creates a class of this teacher for `bookId`. */
  readonly aClass: (teacher: TestUser) => Promise<ClassGroup>;
  /** Creates a user who joins the class. */
  readonly aStudentOf: (group: Pick<ClassGroup, 'code'>) => Promise<TestUser>;
  /** Creates a teacher who helps to teach the class with this right. */
  readonly aCoTeacherOf: (group: Pick<ClassGroup, 'id' | 'code'>, teacher: TestUser, right: CoTeacherRight) => Promise<TestUser>;
  /** Creates a member of the class and makes them its representative. */
  readonly aRepresentativeOf: (group: Pick<ClassGroup, 'id' | 'code'>, teacher: TestUser) => Promise<TestUser>;
}

export const classObjects = ({
  shop,
  wire,
  aUser,
  post,
  bookId,
}: Pick<RequestBase, 'shop' | 'wire' | 'aUser' | 'post' | 'bookId'>): ClassObjects => ({
  aTeacher: () => shop.user(wire.aTel(), 'teacher'),
  aClass: (teacher) => post<ClassGroup>('/api/class/create', teacher, { name: '文学 1 班', term: '2026 年秋季学期', bookId }),
  aStudentOf: async ({ code }) => {
    const student = await aUser();
    await post('/api/class/join', student, { code, name: '颜书雅', studentNo: '2026001' });
    return student;
  },
  aCoTeacherOf: async ({ id, code }, teacher, right) => {
    const colleague = await shop.user(wire.aTel(), 'teacher');
    await post('/api/class/join', colleague, { code, name: '苏若谷' });
    await post('/api/class/co-teacher/set', teacher, { classId: id, userId: colleague.id, right });
    return colleague;
  },
  aRepresentativeOf: async ({ id, code }, teacher) => {
    const student = await aUser();
    await post('/api/class/join', student, { code, name: '卜文远', studentNo: '2026002' });
    await post('/api/class/member/update', teacher, { classId: id, userId: student.id, group: '', isRepresentative: true });
    return student;
  },
});
