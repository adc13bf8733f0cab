/** Tests the admin page of adoption lists: decisions of a level, mixed levels, orders and deadlines. */
import {
  type AdminAdoptionList,
  decideAdoptionLists,
  listAdminAdoptions,
  listAdoptionDeadlines,
  orderAdoptionLists,
  setAdoptionDeadline,
} from '@shufang/contract';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { adoptionText } from '../../../platform/messages/zh-cn/adoption.ts';
import { endSession } from '../../../platform/session/session.ts';
import { accessibilityViolations, renderInApp } from '../../../testing/render-in-app.tsx';
import { serveEmpty } from '../../../testing/serve-operations.ts';
import { signInHere } from '../../../testing/sign-in-here.ts';
import { succeed } from '../../../testing/stub-calls.ts';
import { AdminAdoptions } from './admin-adoptions.tsx';
import { AdoptionDeadlines } from './adoption-deadlines.tsx';

const text = adoptionText.admin;
const ONE = '1'.repeat(26);
const TWO = '2'.repeat(26);
const TERM = '2027 年春季学期';

const aList = (id: string, more: Partial<AdminAdoptionList> = {}): AdminAdoptionList => ({
  id,
  institution: { id: ONE, name: '江南大学' },
  term: TERM,
  note: '',
  status: 'submitted',
  nextLevel: 'section',
  rev: 1,
  items: [
    {
      courseCode: 'CS101',
      course: '程序设计',
      bookId: ONE,
      bookTitle: '论语选读',
      className: '',
      form: 'print',
      isbn: '9787040599008',
      edition: '第 2 版',
      publisher: '',
      award: 'none',
      isMarxist: false,
      students: 60,
      hasTeacherCopy: true,
      reason: '案例适合',
      isFirst: true,
    },
  ],
  reviews: [],
  createdAt: 0,
  updatedAt: 0,
  submittedAt: 0,
  teacher: { userId: ONE, name: id === ONE ? '谢知微' : '苏若谷', tel: '13800000002', department: '信息学院' },
  ...more,
});
const listed = (...items: AdminAdoptionList[]) =>
  succeed(listAdminAdoptions, { items, counts: { submitted: items.length, returned: 0, withdrawn: 0, confirmed: 0, ordered: 0 } });

beforeEach(() => signInHere());
afterEach(() => {
  endSession();
  vi.unstubAllGlobals();
});

it('a list is approved with the name of the reviewer, and returned only with a reason', async () => {
  const { asked } = serveEmpty(listed(aList(ONE)), succeed(decideAdoptionLists, { changed: 1 }));
  renderInApp(<AdminAdoptions />, '/admin/adoption');
  await userEvent.click(await screen.findByRole('button', { name: text.actionOn(text.return, '谢知微', TERM) }));
  expect(await accessibilityViolations()).toEqual([]);
  const dialog = within(await screen.findByRole('dialog', { name: text.returnTitle(1, '教研室') }));
  await userEvent.type(dialog.getByLabelText(text.reviewer), '王主任');
  await userEvent.click(dialog.getByRole('button', { name: text.return }));
  expect(dialog.getByLabelText(text.returnReason)).toHaveAccessibleDescription(text.returnNeeded);
  await userEvent.type(dialog.getByLabelText(text.returnReason), '人数不符');
  await userEvent.click(dialog.getByRole('button', { name: text.return }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(asked.find(({ name }) => name === decideAdoptionLists.path)?.fields).toEqual({
    ids: [ONE],
    level: 'section',
    decision: 'return',
    reviewer: '王主任',
    remark: '人数不符',
  });
});

it('lists that wait for different levels cannot be decided together', async () => {
  serveEmpty(listed(aList(ONE), aList(TWO, { nextLevel: 'school' })));
  renderInApp(<AdminAdoptions />, '/admin/adoption');
  await userEvent.click(await screen.findByRole('checkbox', { name: text.choose('谢知微', TERM) }));
  await userEvent.click(screen.getByRole('checkbox', { name: text.choose('苏若谷', TERM) }));
  expect(screen.getByText(text.mixed)).toBeVisible();
});

it('confirmed lists are recorded as ordered', async () => {
  const { nextLevel: _, ...confirmed } = aList(ONE, { status: 'confirmed' });
  const { asked } = serveEmpty(listed(confirmed), succeed(orderAdoptionLists, { changed: 1 }));
  renderInApp(<AdminAdoptions />, '/admin/adoption?status=confirmed');
  await userEvent.click(await screen.findByRole('button', { name: text.actionOn(text.order, '谢知微', TERM) }));
  await waitFor(() => expect(asked.find(({ name }) => name === orderAdoptionLists.path)?.fields).toEqual({ ids: [ONE] }));
});

it('a deadline is removed, and a new one needs an institution and a time', async () => {
  const { asked } = serveEmpty(
    succeed(listAdoptionDeadlines, { items: [{ institution: { id: ONE, name: '江南大学' }, term: TERM, closesAt: 5 }] }),
    succeed(setAdoptionDeadline, {}),
  );
  renderInApp(<AdoptionDeadlines />, '/admin/adoption');
  await userEvent.click(await screen.findByRole('button', { name: text.removeDeadlineOf('江南大学', TERM) }));
  await waitFor(() =>
    expect(asked.find(({ name }) => name === setAdoptionDeadline.path)?.fields).toEqual({ institutionId: ONE, term: TERM, closesAt: null }),
  );
  await userEvent.click(screen.getByRole('button', { name: text.setDeadline }));
  const dialog = within(await screen.findByRole('dialog', { name: text.setDeadline }));
  await userEvent.click(dialog.getByRole('button', { name: text.setDeadline }));
  expect(dialog.getByLabelText(text.closesAt)).toHaveAccessibleDescription(text.closesAtNeeded);
});
