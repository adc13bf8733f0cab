/** Provokes each error of assignments over HTTP. */
import type { Assignment, ClassGroup, ErrorCode, Question, QuestionBank, RunningAttempt } from '@shufang/contract';
import { LIMITS } from '@shufang/contract';
import { findChapters } from '../features/teaching/class-chapters.ts';
import { aChoice, anEssay, anImported, aSection, assignmentFields } from './assignment-objects.ts';
import type { TestUser } from './test-server.ts';
import type { RefusalDependencies } from './verification-refusals.ts';

const UNKNOWN = '01m7z00000000000000000000a';

export const assignmentRefusals = <Met extends { readonly payload: unknown }>({
  shop,
  bookId,
  aUser,
  meet,
}: Pick<RefusalDependencies<Met>, 'shop' | 'bookId' | 'aUser' | 'meet'>): Partial<Record<ErrorCode, () => Promise<Met>>> => {
  let teachers = 0;
  const aTeacher = (): Promise<TestUser> => {
    teachers += 1;
    return shop().user(`1388888${String(teachers).padStart(4, '0')}`, 'teacher');
  };
  const aClass = async (as: TestUser): Promise<ClassGroup> =>
    (await meet('/api/class/create', { name: '甲班', term: '秋季学期', bookId: bookId() }, as)).payload as ClassGroup;
  const create = (classId: string, as: TestUser, policy: Partial<Assignment['policy']> = {}): Promise<Met> =>
    meet('/api/assignment/create', { ...assignmentFields(policy), classId, kind: 'quiz' }, as);
  const update = ({ id, rev }: Assignment, as: TestUser, more: object = {}): Promise<Met> =>
    meet('/api/assignment/update', { ...assignmentFields(), id, rev, ...more }, as);
  /** Stores a paper with these questions, which are new ones of a new bank. */
  const write = async ({ id, rev }: Assignment, as: TestUser, questions: readonly Question[], repeats = 1): Promise<Met> => {
    const bank = (await meet('/api/question/bank/create', { name: '题库', owner: { kind: 'teacher' } }, as)).payload as QuestionBank;
    const sent = { bankId: bank.id, items: questions.map((question) => anImported(question)) };
    const { ids } = (await meet('/api/question/import', sent, as)).payload as { ids: string[] };
    const sections = Array.from({ length: repeats }, (_, index) => ({ ...aSection(bank.id, index === 0 ? ids : []), id: `s${index}` }));
    const draws = sections.slice(1).map((section) => ({
      ...section,
      slots: [{ kind: 'draw', id: `d${section.id}`, bankId: bank.id, filter: {}, count: LIMITS.drawnQuestionsMax, milliEach: 1000 }],
    }));
    return meet('/api/assignment/paper/save', { assignmentId: id, rev, sections: [...sections.slice(0, 1), ...draws], blueprint: [] }, as);
  };
  const publish = ({ id, rev }: Assignment, as: TestUser): Promise<Met> =>
    meet('/api/assignment/status', { id, rev, status: 'published' }, as);
  /** Creates a draft without questions. */
  const aDraft = async (policy: Partial<Assignment['policy']> = {}) => {
    const teacher = await aTeacher();
    const group = await aClass(teacher);
    return { teacher, group, draft: (await create(group.id, teacher, policy)).payload as Assignment };
  };
  /** Publishes an assignment with one question, and makes a student of its class. */
  const aPublished = async (policy: Partial<Assignment['policy']> = {}) => {
    const { teacher, group, draft } = await aDraft(policy);
    const ready = (await write(draft, teacher, [aChoice()])).payload as Assignment;
    const one = (await publish(ready, teacher)).payload as Assignment;
    const student = await aUser();
    await meet('/api/class/join', { code: group.code, name: '颜书雅' }, student);
    return { teacher, one, student };
  };
  const start = ({ id }: Assignment, as: TestUser): Promise<Met> => meet('/api/assignment/start', { assignmentId: id }, as);
  return {
    'assignment.notFound': async () => meet(`/api/assignment/get?id=${UNKNOWN}`, undefined, await aUser()),
    'assignment.tooMany': async () => {
      const teacher = await aTeacher();
      const { id } = await aClass(teacher);
      await shop().platform.db.pool.query(
        `insert into assignment (id, class_id, kind, title, instructions, policy, release, is_shuffled, created_at)
         select 'full' || n, $1, 'quiz', '', '', '{}', '{}', false, 0 from generate_series(1, $2::int) n`,
        [id, LIMITS.assignmentsPerClassMax],
      );
      return create(id, teacher);
    },
    'assignment.changed': async () => {
      const { teacher, draft } = await aDraft();
      return update(draft, teacher, { rev: 7 });
    },
    'assignment.published': async () => {
      const { teacher, one } = await aPublished();
      return meet('/api/assignment/delete', { id: one.id }, teacher);
    },
    'assignment.noPaper': async () => {
      const { teacher, group } = await aDraft();
      const form = { ...assignmentFields(), classId: group.id, kind: 'external', totalMilli: 10_000 };
      const { id, rev } = (await meet('/api/assignment/create', form, teacher)).payload as Assignment;
      return meet('/api/assignment/paper/save', { assignmentId: id, rev, sections: [], blueprint: [] }, teacher);
    },
    'assignment.notExternal': async () => {
      const { teacher, draft } = await aDraft();
      const scores = [{ userId: teacher.id, before: null, earnedMilli: 1 }];
      return meet('/api/assignment/external', { assignmentId: draft.id, scores }, teacher);
    },
    'assignment.notPublished': async () => {
      const { teacher, group } = await aDraft();
      const form = { ...assignmentFields(), classId: group.id, kind: 'external', totalMilli: 10_000 };
      const { id } = (await meet('/api/assignment/create', form, teacher)).payload as Assignment;
      const scores = [{ userId: teacher.id, before: null, earnedMilli: 1 }];
      return meet('/api/assignment/external', { assignmentId: id, scores }, teacher);
    },
    'assignment.uploadQuestion': async () => {
      const { teacher, draft } = await aDraft();
      const { view, key } = anEssay();
      return write(draft, teacher, [{ view: { ...view, interactions: { RESPONSE: { type: 'upload' } } }, key }]);
    },
    'assignment.tooManyQuestions': async () => {
      const { teacher, draft } = await aDraft();
      return write(draft, teacher, [aChoice()], 1 + Math.ceil(LIMITS.assignmentQuestionsMax / LIMITS.drawnQuestionsMax));
    },
    'assignment.notReady': async () => {
      const { teacher, draft } = await aDraft();
      return publish(draft, teacher);
    },
    'assignment.notOpen': async () => {
      const { one, student } = await aPublished({ openAt: 8_000_000_000_000 });
      return start(one, student);
    },
    'assignment.closed': async () => {
      const { teacher, one, student } = await aPublished();
      await meet('/api/assignment/status', { id: one.id, rev: one.rev, status: 'closed' }, teacher);
      return start(one, student);
    },
    'assignment.noAttemptLeft': async () => {
      const { one, student } = await aPublished({ attempts: 1 });
      const { id } = (await start(one, student)).payload as RunningAttempt;
      await meet('/api/assignment/submit', { attemptId: id, deviceId: 'device0001', answers: [] }, student);
      return start(one, student);
    },
    'assignment.noAnnotation': async () => {
      const { teacher, group } = await aDraft();
      const [chapter = { href: '', title: '' }] = await findChapters(shop().platform.db.orm, bookId());
      const task = { kind: 'annotation', chapters: [{ href: chapter.href, title: '' }], annotationsMin: 1, noteCharsMin: 0 };
      const form = { ...assignmentFields(), classId: group.id, kind: 'annotation', totalMilli: 10_000, task };
      const one = (await publish((await meet('/api/assignment/create', form, teacher)).payload as Assignment, teacher))
        .payload as Assignment;
      const student = await aUser();
      await meet('/api/class/join', { code: group.code, name: '颜书雅' }, student);
      return meet('/api/assignment/annotation/hand-in', { assignmentId: one.id, annotationIds: [UNKNOWN] }, student);
    },
    'assignment.attemptNotFound': async () => meet(`/api/assignment/result?attemptId=${UNKNOWN}`, undefined, await aUser()),
    'assignment.regradeNotFound': async () => {
      const { teacher, one } = await aPublished();
      return meet('/api/assignment/regrade/undo', { assignmentId: one.id, regradeId: UNKNOWN }, teacher);
    },
    'assignment.receiptUnknown': async () => meet('/api/assignment/receipt?code=x', undefined, await aUser()),
  };
};
