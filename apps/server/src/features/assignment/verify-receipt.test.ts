/** Tests that a receipt proves the stored answers, and that any change of them, or of the code, is found. */
import type { OutputOf, verifyReceipt } from '@shufang/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { anAnswer } from '../../testing/assignment-objects.ts';
import { testAccess } from '../../testing/test-access.ts';
import { type ClassFixture, openClassFixture } from '../teaching/testing/class-fixture.ts';

testAccess('verifyReceipt', 'everyone');

let fixture: ClassFixture;
beforeAll(async () => {
  fixture = await openClassFixture();
});
afterAll(() => fixture?.shop.close());

const verify = (code: string) => fixture.get<OutputOf<typeof verifyReceipt>>(`/api/assignment/receipt?code=${encodeURIComponent(code)}`);

test('a receipt is verified by anyone who has it', async () => {
  const teacher = await fixture.aTeacher();
  const group = await fixture.aClass(teacher);
  const student = await fixture.aStudentOf(group);
  const { id } = await fixture.start(student, await fixture.aPublished(teacher, group));
  const receipt = await fixture.submit(student, id, [anAnswer('q1', 'O1'), anAnswer('q3', '温故而知新')]);
  const { payload } = await verify(receipt.code);
  expect(payload).toEqual({ isIntact: true, title: '第一次测验', className: '文学 1 班', student: '颜书雅', receipt });
});

test('a change of a stored answer, of its time, a removed and an added one are found', async () => {
  const teacher = await fixture.aTeacher();
  const group = await fixture.aClass(teacher);
  const student = await fixture.aStudentOf(group);
  const run = (text: string, values: unknown[]) => fixture.shop.platform.db.pool.query(text, values);
  const changes = [
    `update answer_event set response = '{"RESPONSE": ["O2"]}' where attempt_id = $1 and question_id = 'q1'`,
    `update answer_event set server_at = server_at - 1 where attempt_id = $1 and question_id = 'q1'`,
    `delete from answer_event where attempt_id = $1 and question_id = 'q1'`,
    `insert into answer_event select attempt_id, 'q2', seq, device_id, response, client_at, server_at, false from answer_event where attempt_id = $1`,
  ];
  for (const change of changes) {
    const { id } = await fixture.start(student, await fixture.aPublished(teacher, group));
    const { code } = await fixture.submit(student, id, [anAnswer('q1', 'O1')]);
    expect((await verify(code)).payload?.isIntact).toBe(true);
    await run(change, [id]);
    expect([change, (await verify(code)).payload?.isIntact]).toEqual([change, false]);
  }
});

test('a code that was changed, made up, or belongs to another hand-in is refused', async () => {
  const teacher = await fixture.aTeacher();
  const group = await fixture.aClass(teacher);
  const student = await fixture.aStudentOf(group);
  const one = await fixture.aPublished(teacher, group, { policy: { attempts: 2 } });
  const codes: string[] = [];
  for (let no = 0; no < 2; no += 1) codes.push((await fixture.submit(student, (await fixture.start(student, one)).id)).code);
  const [first = '', second = ''] = codes;
  const [id, signature = ''] = first.split('.');
  const flipped = `${signature[0] === 'A' ? 'B' : 'A'}${signature.slice(1)}`;
  for (const code of ['', 'x', `${id}.${flipped}`, `${id}.${second.split('.')[1]}`, `${first}A`])
    expect([code, (await verify(code)).code]).toEqual([code, 'assignment.receiptUnknown']);
});
