/** Table test of every operation of classes by every kind of caller: roles, another teacher, members and former members, other classes. */
import * as contract from '@shufang/contract';
import { type ClassGroup, isOperation, type Operation, role } from '@shufang/contract';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { TestUser } from '../../testing/test-server.ts';
import { type ClassFixture, openClassFixture } from './testing/class-fixture.ts';

const CLASS_OPERATIONS = Object.values<unknown>(contract)
  .filter(isOperation)
  .filter(({ path }: Operation) => path.startsWith('/api/class/'))
  .map(({ name }: Operation) => name);

let fixture: ClassFixture;
let callers: Readonly<Record<string, TestUser>>;
let teacher: TestUser;
let group: ClassGroup;
let member: TestUser;
let otherClass: ClassGroup;

beforeAll(async () => {
  fixture = await openClassFixture();
  teacher = await fixture.aTeacher();
  group = await fixture.aClass(teacher);
  member = await fixture.aStudentOf(group);
  const former = await fixture.aStudentOf(group);
  await fixture.post('/api/class/leave', former, { classId: group.id });
  const otherTeacher = await fixture.aTeacher();
  otherClass = await fixture.aClass(otherTeacher);
  const ofRole = async (name: (typeof role.options)[number], at: number) =>
    [name, await fixture.shop.user(`1366666000${at}`, name)] as const;
  const byRole = await Promise.all(role.options.map(ofRole));
  callers = {
    ...Object.fromEntries(byRole),
    otherTeacher,
    memberOfOtherClass: await fixture.aStudentOf(otherClass),
    former,
  };
});
afterAll(() => fixture?.shop.close());

/** A request about `group`, and the codes of the callers who get more than a refusal because they are not the teacher. */
const requests: Readonly<Record<string, () => readonly [path: string, body: object | undefined]>> = {
  getClass: () => [`/api/class/get?id=${group.id}`, undefined],
  listClassMembers: () => [`/api/class/members?classId=${group.id}`, undefined],
  updateClass: () => ['/api/class/update', { id: group.id, name: '夺来的班', term: '秋', joinPolicy: 'open' }],
  setClassStatus: () => ['/api/class/status', { id: group.id, status: 'archived' }],
  setClassCode: () => ['/api/class/code', { id: group.id, isOn: false, isNew: true }],
  copyClass: () => ['/api/class/copy', { id: group.id, name: '抄来的班', term: '秋' }],
  decideClassMember: () => ['/api/class/member/decide', { classId: group.id, userId: member.id, decision: 'remove' }],
  listClassRoster: () => [`/api/class/roster?classId=${group.id}`, undefined],
  importClassRoster: () => ['/api/class/roster/import', { classId: group.id, file: 'eA==', isPreview: false }],
  adoptNewestVersion: () => ['/api/class/version', { id: group.id, versionNo: 1 }],
  updateClassMember: () => ['/api/class/member/update', { classId: group.id, userId: member.id, group: '夺', isRepresentative: true }],
  setCoTeacher: () => ['/api/class/co-teacher/set', { classId: group.id, userId: member.id, right: 'edit' }],
  listCoTeachers: () => [`/api/class/co-teachers?classId=${group.id}`, undefined],
  publishAnnouncement: () => ['/api/class/announcement/publish', { classId: group.id, body: '冒名的通知' }],
  listAnnouncements: () => [`/api/class/announcements?classId=${group.id}`, undefined],
  deleteAnnouncement: () => ['/api/class/announcement/delete', { classId: group.id, id: UNKNOWN }],
  getClassPlan: () => [`/api/class/plan?classId=${group.id}`, undefined],
  setChapterPlan: () => ['/api/class/plan/set', { classId: group.id, href: 'any.xhtml' }],
  listClassProgress: () => [`/api/class/progress?classId=${group.id}`, undefined],
  leaveClass: () => ['/api/class/leave', { classId: group.id }],
};
const UNKNOWN = `0${'9'.repeat(25)}`;

/** Operations that name no class, or only its code; each is tested in its own file. */
const WITHOUT_CLASS = ['createClass', 'listClasses', 'findClassByCode', 'joinClass', 'listPlannedChapters', 'listTeachingWork'];

const call = async (as: TestUser | undefined, name: string): Promise<string> => {
  const [path, body] = requests[name]?.() ?? ['', undefined];
  return (await fixture.shop.call(path, { ...(as === undefined ? {} : { as }), ...(body === undefined ? {} : { body }) })).code;
};

test('every operation of classes is in this table', () => {
  expect([...Object.keys(requests), ...WITHOUT_CLASS].toSorted()).toEqual(CLASS_OPERATIONS.toSorted());
});

describe.each(Object.keys(requests))('%s', (name) => {
  test('is refused to everyone who is neither the teacher nor a member, and changes nothing', async () => {
    expect(await call(undefined, name)).toBe('requestLogin');
    expect(Object.keys(callers).length).toBeGreaterThan(10);
    for (const [who, caller] of Object.entries(callers))
      expect([who, await call(caller, name)]).toEqual([who, expect.stringMatching(/^(forbidden|class\.notFound)$/)]);
    const after = await fixture.get<ClassGroup>(`/api/class/get?id=${group.id}`, teacher);
    expect(after.payload).toEqual(group.members === 1 ? group : { ...group, members: 1 });
  });
});

test('a member reads the class and nothing else', async () => {
  const codes: Record<string, string> = {};
  for (const name of Object.keys(requests).filter((each) => each !== 'leaveClass')) codes[name] = await call(member, name);
  expect(codes).toEqual({
    getClass: 'success',
    listClassMembers: 'success',
    updateClass: 'forbidden',
    setClassStatus: 'forbidden',
    setClassCode: 'forbidden',
    copyClass: 'forbidden',
    decideClassMember: 'forbidden',
    adoptNewestVersion: 'forbidden',
    listClassRoster: 'forbidden',
    importClassRoster: 'forbidden',
    updateClassMember: 'forbidden',
    setCoTeacher: 'forbidden',
    listCoTeachers: 'forbidden',
    publishAnnouncement: 'class.notFound',
    listAnnouncements: 'success',
    deleteAnnouncement: 'class.announcementNotFound',
    getClassPlan: 'success',
    setChapterPlan: 'forbidden',
    listClassProgress: 'forbidden',
  });
});

test('a teacher who is a member of a class of another teacher cannot change it', async () => {
  const colleague = await fixture.aTeacher();
  await fixture.post('/api/class/join', colleague, { code: group.code, name: '苏若谷' });
  for (const name of [
    'updateClass',
    'setClassStatus',
    'setClassCode',
    'copyClass',
    'decideClassMember',
    'listClassRoster',
    'importClassRoster',
  ])
    expect([name, await call(colleague, name)]).toEqual([name, 'class.notFound']);
  expect(await call(colleague, 'getClass')).toBe('success');
});

/** What co-teachers and the representative may do in a class of their own, with which the operations of the table are tried. */
const BY_RIGHT: Readonly<Record<string, Readonly<Record<'representative' | 'view' | 'edit', string>>>> = {
  getClass: { representative: 'success', view: 'success', edit: 'success' },
  listClassMembers: { representative: 'success', view: 'success', edit: 'success' },
  updateClass: { representative: 'forbidden', view: 'class.notFound', edit: 'class.notFound' },
  setClassStatus: { representative: 'forbidden', view: 'class.notFound', edit: 'class.notFound' },
  copyClass: { representative: 'forbidden', view: 'class.notFound', edit: 'class.notFound' },
  adoptNewestVersion: { representative: 'forbidden', view: 'class.notFound', edit: 'class.notFound' },
  setCoTeacher: { representative: 'forbidden', view: 'class.notFound', edit: 'class.notFound' },
  setClassCode: { representative: 'forbidden', view: 'class.notFound', edit: 'success' },
  listClassRoster: { representative: 'forbidden', view: 'success', edit: 'success' },
  importClassRoster: { representative: 'forbidden', view: 'class.notFound', edit: 'institution.rosterUnreadable' },
  updateClassMember: { representative: 'forbidden', view: 'class.notFound', edit: 'success' },
  listCoTeachers: { representative: 'forbidden', view: 'success', edit: 'success' },
  publishAnnouncement: { representative: 'success', view: 'class.notFound', edit: 'success' },
  listAnnouncements: { representative: 'success', view: 'success', edit: 'success' },
  deleteAnnouncement: {
    representative: 'class.announcementNotFound',
    view: 'class.announcementNotFound',
    edit: 'class.announcementNotFound',
  },
  getClassPlan: { representative: 'success', view: 'success', edit: 'success' },
  setChapterPlan: { representative: 'forbidden', view: 'class.notFound', edit: 'success' },
  listClassProgress: { representative: 'forbidden', view: 'success', edit: 'success' },
  decideClassMember: { representative: 'forbidden', view: 'class.notFound', edit: 'success' },
};

test('co-teachers and the representative do what their right covers', async () => {
  expect([...Object.keys(BY_RIGHT), 'leaveClass'].toSorted()).toEqual(Object.keys(requests).toSorted());
  const callersInClass = {
    representative: await fixture.aRepresentativeOf(group, teacher),
    view: await fixture.aCoTeacherOf(group, teacher, 'view'),
    edit: await fixture.aCoTeacherOf(group, teacher, 'edit'),
  };
  const found: Record<string, Record<string, string>> = {};
  for (const name of Object.keys(BY_RIGHT)) {
    found[name] = {};
    for (const [right, caller] of Object.entries(callersInClass)) found[name][right] = await call(caller, name);
  }
  expect(found).toEqual(BY_RIGHT);
});
