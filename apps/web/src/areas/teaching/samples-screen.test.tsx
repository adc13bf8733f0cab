/** Tests the pages of samples and teaching resources as a teacher uses them. */
import {
  cancelSample,
  listAuthRoles,
  listSamples,
  listTeacherMaterials,
  receiveSample,
  requestSamples,
  type Sample,
} from '@shufang/contract';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { SampleDialog } from '../../features/sample/sample-dialog.tsx';
import { samplesText as text } from '../../platform/messages/zh-cn/samples.ts';
import { teacherMaterialsText } from '../../platform/messages/zh-cn/teacher-materials.ts';
import { endSession } from '../../platform/session/session.ts';
import { accessibilityViolations, renderInApp } from '../../testing/render-in-app.tsx';
import { serveEmpty } from '../../testing/serve-operations.ts';
import { signInHere } from '../../testing/sign-in-here.ts';
import { succeed } from '../../testing/stub-calls.ts';
import { Component as MaterialsScreen } from './materials-screen.tsx';
import { Component as SamplesScreen } from './samples-screen.tsx';

const ID = '1'.repeat(26);
const TEACHER = succeed(listAuthRoles, {
  roles: [{ role: 'teacher', scope: '' }],
  permissions: ['browse', 'ownAccount', 'requestSample', 'useTeacherResources'],
});
const aSample = (more: Partial<Sample> = {}): Sample => ({
  id: ID,
  status: 'submitted',
  form: 'print',
  book: { id: ID, title: '论语选读' },
  course: '古代文学',
  term: '秋季',
  students: 60,
  plan: '看样书',
  reply: '',
  createdAt: 0,
  ...more,
});
const served = (items: Sample[]) => succeed(listSamples, { items, quota: { used: items.length, max: 10, resetsAt: 0 } });

beforeEach(() => signInHere());
afterEach(() => {
  endSession();
  vi.unstubAllGlobals();
});

it('a teacher withdraws a request after a question, and confirms a parcel', async () => {
  const shipped = aSample({
    id: '2'.repeat(26),
    status: 'shipped',
    book: { id: ID, title: '孟子选读' },
    shipment: { carrier: '顺丰', trackingNo: 'SF100', shippedAt: 0 },
  });
  const { asked } = serveEmpty(TEACHER, served([aSample(), shipped]), succeed(cancelSample, aSample()), succeed(receiveSample, shipped));
  renderInApp(<SamplesScreen />, '/user/teacher/samples');
  expect(await screen.findByText(/顺丰 SF100/)).toBeVisible();
  expect(await accessibilityViolations()).toEqual([]);
  await userEvent.click(screen.getByRole('button', { name: text.receiveOf('孟子选读') }));
  await userEvent.click(screen.getByRole('button', { name: text.cancelOf('论语选读') }));
  const dialog = within(await screen.findByRole('dialog', { name: text.withdrawTitle }));
  await userEvent.click(dialog.getByRole('button', { name: text.withdraw }));
  const sent = (path: string) => asked.find(({ name }) => name === path)?.fields;
  await waitFor(() => expect(sent(cancelSample.path)).toEqual({ id: ID }));
  expect(sent(receiveSample.path)).toEqual({ id: '2'.repeat(26) });
});

it('the dialog asks for an address only for printed samples, and names each missing field', async () => {
  const { asked } = serveEmpty(succeed(requestSamples, { items: [] }));
  const close = vi.fn<() => void>();
  renderInApp(<SampleDialog book={{ id: ID, title: '论语选读' }} onClose={close} />, '/');
  const dialog = within(await screen.findByRole('dialog'));
  expect(dialog.queryByLabelText(text.receiver)).toBeNull();
  await userEvent.selectOptions(dialog.getByLabelText(text.form), 'print');
  await userEvent.click(dialog.getByRole('button', { name: text.submit }));
  expect(dialog.getByLabelText(text.course)).toHaveAccessibleDescription(text.courseNeeded);
  await userEvent.type(dialog.getByLabelText(text.course), '古代文学');
  await userEvent.type(dialog.getByLabelText(text.students), '60');
  await userEvent.type(dialog.getByLabelText(text.plan), '看样书');
  await userEvent.click(dialog.getByRole('button', { name: text.submit }));
  expect(dialog.getByLabelText(text.phone)).toHaveAccessibleDescription(text.phoneWrong);
  expect(await accessibilityViolations()).toEqual([]);
  await userEvent.selectOptions(dialog.getByLabelText(text.form), 'digital');
  await userEvent.click(dialog.getByRole('button', { name: text.submit }));
  await waitFor(() => expect(close).toHaveBeenCalledOnce());
  expect(asked.find(({ name }) => name === requestSamples.path)?.fields).toMatchObject({
    bookIds: [ID],
    form: 'digital',
    course: '古代文学',
    students: 60,
    plan: '看样书',
  });
});

it('a teacher finds a file among the materials of all books', async () => {
  const file = { id: ID, note: '', audience: 'teacher' as const, mediaType: 'text/plain', sizeBytes: 1, createdAt: 0, open: true };
  serveEmpty(
    TEACHER,
    succeed(listTeacherMaterials, {
      items: [
        { book: { id: ID, title: '论语选读' }, origins: ['taught'], items: [{ ...file, title: '第一讲课件', fileName: 'a.pptx' }] },
        {
          book: { id: '2'.repeat(26), title: '孟子选读' },
          origins: ['owned'],
          items: [{ ...file, id: '3'.repeat(26), title: '习题答案', fileName: 'b.docx' }],
        },
      ],
    }),
  );
  renderInApp(<MaterialsScreen />, '/user/teacher/materials');
  expect(await screen.findByText('第一讲课件')).toBeVisible();
  expect(await accessibilityViolations()).toEqual([]);
  await userEvent.type(screen.getByLabelText(teacherMaterialsText.search), '答案');
  await waitFor(() => expect(screen.queryByText('第一讲课件')).toBeNull());
  expect(screen.getByText('习题答案')).toBeVisible();
});
