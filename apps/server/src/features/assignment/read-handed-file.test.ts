/** Tests that students hand in files, and that these files are sent to them and to the teachers of their class only. */
import type { Assignment, AttemptResult, listResponses, OutputOf, startAttempt } from '@shufang/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { assignmentFields } from '../../testing/assignment-objects.ts';
import { anOfficeFile, aPdf, aPhotograph, granted, uploadAs } from '../../testing/file-fixture.ts';
import { testAccess } from '../../testing/test-access.ts';
import type { TestUser } from '../../testing/test-server.ts';
import { type ClassFixture, openClassFixture } from '../teaching/testing/class-fixture.ts';

testAccess('readHandedFile', 'every user');

let fixture: ClassFixture;
beforeAll(async () => {
  fixture = await openClassFixture();
  await fixture.shop.server.listen({ port: 0, host: '127.0.0.1' });
}, 120_000);
afterAll(() => fixture?.shop.close());

const TASK = { kind: 'upload' as const, accepts: ['picture' as const, 'pdf' as const], filesMax: 3 };
const form = (classId: string, more: object = {}) => ({
  ...assignmentFields(),
  classId,
  kind: 'upload',
  totalMilli: 10_000,
  task: TASK,
  ...more,
});

const publish = async (teacher: TestUser, classId: string): Promise<Assignment> => {
  const { id, rev } = granted(await fixture.post<Assignment>('/api/assignment/create', teacher, form(classId)));
  return granted(await fixture.post<Assignment>('/api/assignment/status', teacher, { id, rev, status: 'published' }));
};

const aFile = async (as: TestUser, name: string, bytes: Uint8Array): Promise<string> =>
  granted(await uploadAs(fixture.shop, as, name, bytes)).id;

const answer = (values: readonly string[], seq = 1) => ({ questionId: 'q1', seq, response: { RESPONSE: values }, clientAt: 1 });

const fileOf = (as: TestUser, attemptId: string, fileId: string) =>
  fixture.shop.request({
    method: 'GET',
    url: `/api/assignment/file?attemptId=${attemptId}&fileId=${fileId}`,
    headers: { host: 'localhost:8080', ...as.headers },
  });

test('a student hands in turned pictures and a document in order; the teacher sees them so and scores them', async () => {
  const teacher = await fixture.aTeacher();
  const group = await fixture.aClass(teacher);
  const [student, classmate] = [await fixture.aStudentOf(group), await fixture.aStudentOf(group)];
  const one = await publish(teacher, group.id);
  expect(one).toMatchObject({ kind: 'upload', task: TASK, questions: 1, possibleMilli: 10_000 });
  const attempt = await fixture.start(student, one);
  const photo = await aFile(student, '第一页.jpg', await aPhotograph());
  const paper = await aFile(student, '推导.pdf', aPdf());
  const word = await aFile(student, '不收.docx', anOfficeFile('word'));
  const foreign = await aFile(classmate, '别人的.pdf', aPdf(120));
  const values = [paper, `${photo}:90`, word, foreign];
  await fixture.post('/api/assignment/answer', student, { attemptId: attempt.id, deviceId: 'device0001', answers: [answer(values)] });
  const again = granted(await fixture.post<OutputOf<typeof startAttempt>>('/api/assignment/start', student, { assignmentId: one.id }));
  expect(again.files?.map(({ id }) => id)).toEqual([paper, photo]);
  expect((await fileOf(teacher, attempt.id, photo)).json()).toMatchObject({ code: 'assignment.attemptNotFound' });
  const receipt = await fixture.submit(student, attempt.id);
  expect(receipt).toMatchObject({ answered: 1, questions: 1, events: 1 });

  const url = `/api/assignment/responses?assignmentId=${one.id}&questionId=q1`;
  const { items } = granted(await fixture.get<OutputOf<typeof listResponses>>(url, teacher));
  expect(items[0]?.files).toMatchObject([
    { id: paper, name: '推导.pdf', mediaType: 'application/pdf', rotation: 0 },
    { id: photo, mediaType: 'image/jpeg', width: 40, height: 60, rotation: 90 },
  ]);
  const result = granted(await fixture.get<AttemptResult>(`/api/assignment/result?attemptId=${attempt.id}`, student));
  expect(result.questions[0]?.files?.map(({ id }) => id)).toEqual([paper, photo]);

  const sent = await fileOf(teacher, attempt.id, photo);
  expect([sent.statusCode, sent.headers['content-type'], sent.headers['x-content-type-options']]).toEqual([200, 'image/jpeg', 'nosniff']);
  expect(sent.headers['content-disposition']).toMatch(/^attachment;/);
  expect(sent.rawPayload.includes('SECRET-PLACE')).toBe(false);
  expect((await fileOf(student, attempt.id, paper)).statusCode).toBe(200);
  expect((await fileOf(classmate, attempt.id, photo)).json()).toMatchObject({ code: 'assignment.attemptNotFound' });
  for (const hidden of [word, foreign]) expect((await fileOf(teacher, attempt.id, hidden)).json()).toMatchObject({ code: 'file.notFound' });

  const marked = { attemptId: attempt.id, questionId: 'q1', rev: 0, earnedMilli: 8000, comment: '第二步漏了单位' };
  expect(granted(await fixture.post<{ files?: unknown[] }>('/api/assignment/mark', teacher, marked)).files).toHaveLength(2);
  const own = granted(await fixture.get<Assignment>(`/api/assignment/get?id=${one.id}`, student)).own;
  expect(own?.countedMilli).toBe(8000);
  // What was handed in stays: the student cannot delete it from the own files.
  const removed = await fixture.post('/api/file/userFile/delete', student, { fileId: photo });
  expect(removed).toMatchObject({ code: 'file.inUse', message: expect.stringContaining('第一次测验') as string });
});

test('a file that the student removed from the answer again can be deleted, and one that is still in it cannot', async () => {
  const teacher = await fixture.aTeacher();
  const group = await fixture.aClass(teacher);
  const student = await fixture.aStudentOf(group);
  const attempt = await fixture.start(student, await publish(teacher, group.id));
  const [removed, used] = [await aFile(student, '交错了.pdf', aPdf(130)), await aFile(student, '推导.pdf', aPdf(140))];
  const answers = [answer([removed, used]), answer([used], 2)];
  await fixture.post('/api/assignment/answer', student, { attemptId: attempt.id, deviceId: 'device0001', answers });
  const remove = async (fileId: string) => (await fixture.post('/api/file/userFile/delete', student, { fileId })).code;
  expect([await remove(used), await remove(removed)]).toEqual(['file.inUse', 'success']);
});

test('a task needs points and something to do, and stays after the publication', async () => {
  const teacher = await fixture.aTeacher();
  const group = await fixture.aClass(teacher);
  const create = (more: object) => fixture.post<Assignment>('/api/assignment/create', teacher, form(group.id, more));
  expect((await create({ task: undefined })).message).toBe('请填写要做什么');
  expect((await create({ totalMilli: undefined })).message).toBe('请填写满分');
  expect((await create({ task: { ...TASK, accepts: [] } })).message).toContain('请至少选一种文件');
  const one = await publish(teacher, group.id);
  const update = (more: object) =>
    fixture.post<Assignment>('/api/assignment/update', teacher, {
      ...assignmentFields(),
      id: one.id,
      rev: one.rev,
      totalMilli: 10_000,
      task: TASK,
      ...more,
    });
  expect((await update({ task: { ...TASK, filesMax: 5 } })).code).toBe('assignment.published');
  expect((await update({ totalMilli: 20_000 })).code).toBe('assignment.published');
  expect((await update({ title: '改过的标题' })).payload).toMatchObject({ title: '改过的标题', task: TASK });
});
