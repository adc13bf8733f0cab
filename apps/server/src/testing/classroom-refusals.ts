/** Provokes each error of attendance, polls and the class layer over HTTP. */
import {
  type Assignment,
  type AttendanceSession,
  type ClassGroup,
  type ErrorCode,
  LIMITS,
  newId,
  type Poll,
  type Thread,
} from '@shufang/contract';
import { CLASSROOM_LIMITS } from '../features/classroom/limits.ts';
import { assignmentFields } from './assignment-objects.ts';
import { threadFields } from './classroom-objects.ts';
import type { TestUser } from './test-server.ts';
import type { RefusalDependencies } from './verification-refusals.ts';

const UNKNOWN = '01m7z00000000000000000000a';

export const classroomRefusals = <Met extends { readonly payload: unknown }>({
  shop,
  bookId,
  aUser,
  meet,
}: Pick<RefusalDependencies<Met>, 'shop' | 'bookId' | 'aUser' | 'meet'>): Partial<Record<ErrorCode, () => Promise<Met>>> => {
  const query = (text: string, values: unknown[]) => shop().platform.db.pool.query(text, values);
  let teachers = 0;
  const aLesson = async () => {
    teachers += 1;
    const teacher = await shop().user(`1377712${String(teachers).padStart(4, '0')}`, 'teacher');
    const group = (await meet('/api/class/create', { name: '甲班', term: '秋季学期', bookId: bookId() }, teacher)).payload as ClassGroup;
    const student = await aUser();
    await meet('/api/class/join', { code: group.code, name: '颜书雅' }, student);
    return { teacher, student, classId: group.id };
  };
  const open = (as: TestUser, classId: string): Promise<Met> =>
    meet('/api/attendance/open', { classId, title: '点名', method: 'code' }, as);
  const checkIn = (as: TestUser, { id }: AttendanceSession): Promise<Met> => meet('/api/attendance/check-in', { id, code: 'AAAAAA' }, as);
  const create = (as: TestUser, classId: string): Promise<Met> =>
    meet('/api/poll/create', { classId, question: '懂了吗？', options: ['懂了', '没懂'] }, as);
  let threads = 0;
  const ask = (as: TestUser, classId: string): Promise<Met> => {
    threads += 1;
    const id = `01m7z00000000000000000${String(threads).padStart(4, '0')}`;
    return meet('/api/thread/publish', { ...threadFields({ id: classId }), id }, as);
  };
  const reply = (as: TestUser, { payload }: Met): Promise<Met> =>
    meet('/api/thread/reply', { id: newId(), threadId: (payload as Thread).id, body: '是的', isAnonymous: false }, as);
  const aTopic = async (as: TestUser, classId: string, policy: Partial<Assignment['policy']> = {}): Promise<Assignment> => {
    const task = { kind: 'discussion', postsMin: 1, repliesMin: 0 };
    const fields = { ...assignmentFields({ attempts: null, ...policy }), classId, kind: 'discussion', totalMilli: 10_000, task };
    const { id, rev } = (await meet('/api/assignment/create', fields, as)).payload as Assignment;
    return (await meet('/api/assignment/status', { id, rev, status: 'published' }, as)).payload as Assignment;
  };
  const write = (as: TestUser, { id }: Pick<Assignment, 'id'>, more: object = {}): Promise<Met> =>
    meet('/api/topic/publish', { id: newId(), topicId: id, body: '我的看法', isAnonymous: false, ...more }, as);
  return {
    'thread.notFound': async () => meet('/api/thread/delete', { threadId: UNKNOWN }, await aUser()),
    'thread.classEnded': async () => {
      const { teacher, classId } = await aLesson();
      await meet('/api/class/status', { id: classId, status: 'ended' }, teacher);
      return ask(teacher, classId);
    },
    'thread.tooMany': async () => {
      const { student, classId } = await aLesson();
      await query(
        `insert into class_thread (id, class_id, book_id, kind, user_id, author_name, is_teacher, is_anonymous, version_id, target, chapter_title,
           total_progression, body, created_at)
         select $1::text || n, $1, '', 'question', $2, '', false, false, '', '{}', '', 0, '', n from generate_series(1, $3::int) n`,
        [classId, student.id, LIMITS.threadsPerClassMax],
      );
      return ask(student, classId);
    },
    'thread.tooManyReplies': async () => {
      const { student, classId } = await aLesson();
      const asked = await ask(student, classId);
      await query(
        `insert into class_reply (id, thread_id, user_id, author_name, is_teacher, is_anonymous, body, created_at)
         select $1::text || n, $1, $2, '', false, false, '', n from generate_series(1, $3::int) n`,
        [(asked.payload as Thread).id, student.id, LIMITS.repliesPerThreadMax],
      );
      return reply(student, asked);
    },
    'topic.notFound': async () => meet(`/api/topic/posts?topicId=${UNKNOWN}`, undefined, await aUser()),
    'topic.notOpen': async () => {
      const { teacher, student, classId } = await aLesson();
      return write(student, await aTopic(teacher, classId, { openAt: 8_000_000_000_000 }));
    },
    'topic.closed': async () => {
      const { teacher, student, classId } = await aLesson();
      const { id, rev } = await aTopic(teacher, classId);
      await meet('/api/assignment/status', { id, rev, status: 'closed' }, teacher);
      return write(student, { id });
    },
    'topic.tooManyPosts': async () => {
      const { teacher, student, classId } = await aLesson();
      const topic = await aTopic(teacher, classId);
      await query(
        `insert into topic_post (id, topic_id, user_id, author_name, is_teacher, is_anonymous, body, created_at)
         select $1::text || n, $1, $2, '', false, false, '', n from generate_series(1, $3::int) n`,
        [topic.id, student.id, LIMITS.postsPerTopicMax],
      );
      return write(student, topic);
    },
    'topic.hasReplies': async () => {
      const { teacher, student, classId } = await aLesson();
      const topic = await aTopic(teacher, classId);
      const postId = newId();
      await write(student, topic, { id: postId });
      await write(teacher, topic, { parentId: postId });
      return meet('/api/topic/delete', { postId }, student);
    },
    'attendance.notFound': async () => meet(`/api/attendance/get?id=${UNKNOWN}`, undefined, await aUser()),
    'attendance.classEnded': async () => {
      const { teacher, classId } = await aLesson();
      await meet('/api/class/status', { id: classId, status: 'ended' }, teacher);
      return open(teacher, classId);
    },
    'attendance.tooMany': async () => {
      const { teacher, classId } = await aLesson();
      await query(
        `insert into class_attendance (id, class_id, title, method, opened_at) select $1::text || n, $1, '', 'code', 0 from generate_series(1, $2::int) n`,
        [classId, LIMITS.attendancesPerClassMax],
      );
      return open(teacher, classId);
    },
    'attendance.closed': async () => {
      const { teacher, student, classId } = await aLesson();
      const session = (await open(teacher, classId)).payload as AttendanceSession;
      await meet('/api/attendance/close', { id: session.id }, teacher);
      return checkIn(student, session);
    },
    'attendance.codeWrong': async () => {
      const { teacher, student, classId } = await aLesson();
      return checkIn(student, (await open(teacher, classId)).payload as AttendanceSession);
    },
    'attendance.codeTries': async () => {
      const { teacher, student, classId } = await aLesson();
      const session = (await open(teacher, classId)).payload as AttendanceSession;
      for (let tries = 0; tries < CLASSROOM_LIMITS.wrongAttendanceCodesPerUser; tries += 1) await checkIn(student, session);
      return checkIn(student, session);
    },
    'poll.notFound': async () => meet(`/api/poll/get?id=${UNKNOWN}`, undefined, await aUser()),
    'poll.notOpen': async () => {
      const { teacher, student, classId } = await aLesson();
      const { id } = (await create(teacher, classId)).payload as Poll;
      await meet('/api/poll/state', { id, from: 'draft', to: 'first' }, teacher);
      return meet('/api/poll/vote', { id, round: 2, choice: 0 }, student);
    },
    'poll.changed': async () => {
      const { teacher, classId } = await aLesson();
      const { id } = (await create(teacher, classId)).payload as Poll;
      return meet('/api/poll/state', { id, from: 'first', to: 'closed' }, teacher);
    },
    'poll.tooMany': async () => {
      const { teacher, classId } = await aLesson();
      await query(
        `insert into class_poll (id, class_id, question, options, state, created_at) select $1::text || n, $1, '', '[]', 'draft', 0 from generate_series(1, $2::int) n`,
        [classId, LIMITS.pollsPerClassMax],
      );
      return create(teacher, classId);
    },
  };
};
