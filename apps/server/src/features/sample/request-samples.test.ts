/** Tests who may ask for samples, what a request must contain, and the quota of a term. */
import { LIMITS, type Sample } from '@shufang/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { SHIPPING, sampleRequestOf } from '../../testing/sample-objects.ts';
import { testAccess } from '../../testing/test-access.ts';
import { testIdempotency } from '../../testing/test-idempotency.ts';
import { termAround } from './quota.ts';
import { openSampleFixture, type SampleFixture } from './testing/sample-fixture.ts';

testAccess('requestSamples', ['teacher', 'admin']);
testIdempotency('requestSamples', async ({ aTeacher, bookId }) => ({ as: await aTeacher(), body: sampleRequestOf([bookId]) }));

let fixture: SampleFixture;
beforeAll(async () => {
  fixture = await openSampleFixture();
});
afterAll(() => fixture?.close());

type Made = { readonly items: Sample[] };
const apply = <T = Made>(as: Parameters<SampleFixture['post']>[1], body: object) => fixture.post<T>('/api/sample/apply', as, body);

test('a teacher asks for printed samples of two books with one address', async () => {
  const { payload, message } = await apply(await fixture.aTeacher(), sampleRequestOf([fixture.bookId, fixture.otherBookId]));
  expect(message).toBe('已提交，审核结果会通知您');
  expect(payload?.items.map(({ book }) => book.title).toSorted()).toEqual(['孟子选读', '论语选读']);
  expect(payload?.items[0]).toMatchObject({ status: 'submitted', form: 'print', students: 60, shipping: SHIPPING, reply: '' });
});

test('a digital sample needs no address, and an address that is sent is not stored', async () => {
  const { payload } = await apply(await fixture.aTeacher(), sampleRequestOf([fixture.bookId], { form: 'digital' }));
  expect(payload?.items).toHaveLength(1);
  expect(payload?.items[0]).not.toHaveProperty('shipping');
});

test('a form with errors is refused with a sentence', async () => {
  const teacher = await fixture.aTeacher();
  const refused = async (more: object) => (await apply(teacher, sampleRequestOf([fixture.bookId], more))).message;
  expect(await refused({ shipping: undefined })).toBe('请填写收件地址');
  expect(await refused({ shipping: { ...SHIPPING, phone: '12345' } })).toBe('手机号码格式错误');
  expect(await refused({ students: 0 })).toBe('请填写学生人数');
  expect(await refused({ plan: ' ' })).toBe('请填写申请理由');
  expect(await refused({ bookIds: [] })).toBe('请选择图书');
  expect(await refused({ bookIds: [fixture.bookId, fixture.bookId] })).toBe('同一本书只能申请一次');
  expect(await refused({ bookIds: Array.from({ length: 6 }, (_, n) => `0000000000000000000000000${n}`) })).toBe('一次最多申请 5 种');
  expect((await apply(teacher, sampleRequestOf(['0'.repeat(26)]))).code).toBe('catalog.bookNotFound');
});

test('a second request for the same book and form waits for the first one; the other form does not', async () => {
  const teacher = await fixture.aTeacher();
  await apply(teacher, sampleRequestOf([fixture.bookId]));
  const again = await apply(teacher, sampleRequestOf([fixture.otherBookId, fixture.bookId]));
  expect([again.code, again.message]).toEqual(['sample.alreadyRequested', '您已申请《论语选读》的这种样书，请等候处理']);
  expect(await fixture.query('select 1 from sample where user_id = $1', [teacher.id])).toHaveLength(1);
  expect((await apply(teacher, sampleRequestOf([fixture.bookId], { form: 'digital' }))).code).toBe('success');
});

test('the quota counts the samples of the term without refused and withdrawn ones, also when two requests arrive at once', async () => {
  const teacher = await fixture.aTeacher();
  const { startsAt } = termAround(fixture.shop.platform.clock.now());
  const fill = (count: number, status: string, createdAt: number) =>
    fixture.query(
      `insert into sample (id, user_id, book_id, form, status, course, term, students, plan, decided_at, shipped_at, created_at)
       select md5(random()::text), $1, $2, 'print', $3, '', '', 1, '', 1, case when $3 = 'received' then 1 end, $4 from generate_series(1, $5::int)`,
      [teacher.id, fixture.bookId, status, createdAt, count],
    );
  await fill(LIMITS.samplesPerTeacherPerTerm, 'received', startsAt - 1);
  await fill(LIMITS.samplesPerTeacherPerTerm, 'rejected', startsAt);
  await fill(LIMITS.samplesPerTeacherPerTerm - 1, 'received', startsAt);
  const two = await apply(teacher, sampleRequestOf([fixture.bookId, fixture.otherBookId]));
  expect([two.code, two.message]).toEqual(['sample.quotaUsed', '每位教师每学期最多申请 10 份样书，您还可以申请 1 份']);
  const both = await Promise.all([fixture.bookId, fixture.otherBookId].map((id) => apply(teacher, sampleRequestOf([id]))));
  expect(both.map(({ code }) => code).toSorted()).toEqual(['sample.quotaUsed', 'success']);
});

test('a term begins on 1 February and on 1 August, Beijing time', () => {
  const at = (text: string) => Date.parse(text);
  expect(termAround(at('2026-08-01T00:00:00+08:00'))).toEqual({
    startsAt: at('2026-08-01T00:00:00+08:00'),
    endsAt: at('2027-02-01T00:00:00+08:00'),
  });
  expect(termAround(at('2026-07-31T23:59:59+08:00'))).toEqual({
    startsAt: at('2026-02-01T00:00:00+08:00'),
    endsAt: at('2026-08-01T00:00:00+08:00'),
  });
  expect(termAround(at('2027-01-15T12:00:00+08:00'))).toEqual({
    startsAt: at('2026-08-01T00:00:00+08:00'),
    endsAt: at('2027-02-01T00:00:00+08:00'),
  });
});
