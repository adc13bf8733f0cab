/** Attendance, polls and threads for tests of classes. */
import { type Assignment, type AttendanceSession, type ClassGroup, newId, type Poll, type PollState, type Thread } from '@shufang/contract';
import { aTarget } from '../features/sync/testing/sync-fixture.ts';
import { assignmentFields } from './assignment-objects.ts';
import type { RequestBase } from './request-base.ts';
import type { TestUser } from './test-server.ts';

export interface ClassroomObjects {
  /** Opens attendance by code, in which nobody is late. */
  readonly anAttendance: (teacher: TestUser, group: Pick<ClassGroup, 'id'>) => Promise<AttendanceSession>;
  /** Returns the code of the session that is valid now. */
  readonly attendanceCodeOf: (teacher: TestUser, session: Pick<AttendanceSession, 'id'>) => Promise<string>;
  /** Asks the class a question at a passage. */
  readonly aThread: (as: TestUser, group: Pick<ClassGroup, 'id'>) => Promise<Thread>;
  /** Publishes a discussion assignment that asks for one post and one reply. Its topic has the same id. */
  readonly aTopic: (
    teacher: TestUser,
    group: Pick<ClassGroup, 'id'>,
    policy?: Partial<Assignment['policy']>,
    task?: object,
  ) => Promise<Assignment>;
  /** Publishes a post in a topic, or a reply to a post. Returns its id. */
  readonly aPost: (as: TestUser, topicId: string, more?: { readonly parentId?: string; readonly body?: string }) => Promise<string>;
  /** Creates a poll with three options, of which the second is right, and brings it to this state. */
  readonly aPoll: (teacher: TestUser, group: Pick<ClassGroup, 'id'>, state?: PollState) => Promise<Poll>;
}

/** Returns a question to a class, without the id that the client generates. */
export const threadFields = ({ id }: Pick<ClassGroup, 'id'>) => ({
  classId: id,
  kind: 'question',
  versionId: '01m7z00000000000000000000b',
  target: aTarget(),
  chapterTitle: '学而',
  totalProgression: 0.1,
  body: '“时”是什么意思？',
  isAnonymous: false,
});

const PATHS: Readonly<Record<PollState, readonly PollState[]>> = {
  draft: [],
  first: ['first'],
  discussing: ['first', 'discussing'],
  second: ['first', 'discussing', 'second'],
  closed: ['first', 'closed'],
};

export const classroomObjects = ({ post, shop }: Pick<RequestBase, 'post' | 'shop'>): ClassroomObjects => ({
  anAttendance: (teacher, { id }) => post('/api/attendance/open', teacher, { classId: id, title: '第一节', method: 'code' }),
  attendanceCodeOf: async (teacher, { id }) =>
    (await shop.call<{ code: string }>(`/api/attendance/code?id=${id}`, { as: teacher })).payload?.code ?? '',
  aThread: (as, group) => post('/api/thread/publish', as, { ...threadFields(group), id: newId() }),
  aTopic: async (teacher, { id: classId }, policy, task) => {
    const fields = { ...assignmentFields({ attempts: null, ...policy }), classId, kind: 'discussion', totalMilli: 10_000 };
    const asked = { kind: 'discussion', postsMin: 1, repliesMin: 1, ...task };
    const { id, rev } = await post<Assignment>('/api/assignment/create', teacher, { ...fields, task: asked });
    return post<Assignment>('/api/assignment/status', teacher, { id, rev, status: 'published' });
  },
  aPost: async (as, topicId, { parentId, body = '我的看法' } = {}) => {
    const id = newId();
    await post('/api/topic/publish', as, { id, topicId, body, isAnonymous: false, ...(parentId === undefined ? {} : { parentId }) });
    return id;
  },
  aPoll: async (teacher, { id }, state = 'first') => {
    const fields = { classId: id, question: '循环执行几次？', options: ['九次', '十次', '十一次'], correct: 1 };
    let poll = await post<Poll>('/api/poll/create', teacher, fields);
    for (const to of PATHS[state]) poll = await post<Poll>('/api/poll/state', teacher, { id: poll.id, from: poll.state, to });
    return poll;
  },
});
