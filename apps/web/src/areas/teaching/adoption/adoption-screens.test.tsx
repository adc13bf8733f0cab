/** Tests the pages of adoption lists as a teacher uses them. */
import {
  type AdoptionItem,
  type AdoptionList,
  getAdoptionList,
  listAdoptionLists,
  listAuthRoles,
  saveAdoptionList,
  searchBooks,
  submitAdoptionList,
} from '@shufang/contract';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Route, Routes } from 'react-router';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { adoptionText as text } from '../../../platform/messages/zh-cn/adoption.ts';
import { endSession } from '../../../platform/session/session.ts';
import { accessibilityViolations, renderInApp } from '../../../testing/render-in-app.tsx';
import { serveEmpty } from '../../../testing/serve-operations.ts';
import { signInHere } from '../../../testing/sign-in-here.ts';
import { succeed } from '../../../testing/stub-calls.ts';
import { Component as AdoptionScreen } from './adoption-screen.tsx';
import { Component as AdoptionsScreen } from './adoptions-screen.tsx';

const ID = '1'.repeat(26);
const TEACHER = succeed(listAuthRoles, {
  roles: [{ role: 'teacher', scope: '' }],
  permissions: ['browse', 'ownAccount', 'adoptTextbook'],
});
const ITEM: AdoptionItem = {
  courseCode: 'CS101',
  course: '程序设计',
  bookId: ID,
  bookTitle: '论语选读',
  className: '',
  form: 'print',
  isbn: '9787040599008',
  edition: '第 2 版',
  publisher: '',
  award: 'national',
  isMarxist: true,
  students: 60,
  hasTeacherCopy: true,
  priceFen: 4980,
  reason: '',
  isFirst: true,
};
const aList = (more: Partial<AdoptionList> = {}): AdoptionList => ({
  id: ID,
  institution: { id: ID, name: '江南大学' },
  term: '2027 年春季学期',
  note: '',
  status: 'draft',
  rev: 3,
  items: [ITEM],
  reviews: [],
  createdAt: 0,
  updatedAt: 0,
  ...more,
});
const mine = (items: AdoptionList[], institutions = [{ id: ID, name: '江南大学' }]) =>
  succeed(listAdoptionLists, { items, institutions, deadlines: [], classes: [{ id: ID, name: '甲班' }] });
const openList = () =>
  renderInApp(
    <Routes>
      <Route path="/user/teacher/adoption/:id" element={<AdoptionScreen />} />
    </Routes>,
    `/user/teacher/adoption/${ID}`,
  );

beforeEach(() => signInHere());
afterEach(() => {
  endSession();
  vi.unstubAllGlobals();
});

it('a teacher without an institution is asked to join one first', async () => {
  serveEmpty(TEACHER, mine([], []));
  renderInApp(<AdoptionsScreen />, '/user/teacher/adoption');
  expect(await screen.findByRole('link', { name: text.toInstitution })).toHaveAttribute('href', '/user');
});

it('the list names the level that decides next, and a new list asks for institution and term', async () => {
  const { asked } = serveEmpty(
    TEACHER,
    mine([aList({ status: 'submitted', nextLevel: 'department' })]),
    succeed(saveAdoptionList, aList()),
  );
  renderInApp(<AdoptionsScreen />, '/user/teacher/adoption');
  expect(await screen.findByText('等待院系审批')).toBeVisible();
  expect(await accessibilityViolations()).toEqual([]);
  await userEvent.click(screen.getByRole('button', { name: text.create }));
  const dialog = within(await screen.findByRole('dialog', { name: text.create }));
  await userEvent.click(dialog.getByRole('button', { name: text.save }));
  const sent = () => asked.find(({ name }) => name === saveAdoptionList.path)?.fields;
  await waitFor(() => expect(sent()).toEqual({ institutionId: ID, term: text.termsFrom(Date.now())[1], note: '', items: [] }));
});

it('a teacher adds a book whose ISBN is filled in, and each missing field is named', async () => {
  const card = {
    id: '2'.repeat(26),
    title: '孟子选读',
    authors: '',
    isbn: '9787302511625',
    edition: 2,
    accessModel: 'free' as const,
    priceFen: 0,
    owned: false,
    publishedAt: 0,
    chars: 1,
    categories: [],
  };
  const { asked } = serveEmpty(
    TEACHER,
    mine([]),
    succeed(getAdoptionList, aList()),
    succeed(saveAdoptionList, aList()),
    succeed(searchBooks, { hits: [{ book: card, kind: 'title', locked: false }], counts: { books: 1, body: 0, resources: 0 } }),
  );
  openList();
  expect(await screen.findByRole('button', { name: text.addItem })).toBeVisible();
  expect(await accessibilityViolations()).toEqual([]);
  await userEvent.click(screen.getByRole('button', { name: text.addItem }));
  const dialog = within(await screen.findByRole('dialog', { name: text.addItem }));
  await userEvent.click(dialog.getByRole('button', { name: text.save }));
  expect(dialog.getByLabelText(text.isbn)).toHaveAccessibleDescription(text.isbnWrong);
  expect(dialog.getByLabelText(text.students)).toHaveAccessibleDescription(text.studentsNeeded);
  await userEvent.type(dialog.getByPlaceholderText(/./), '孟子{Enter}');
  await userEvent.click(await dialog.findByRole('button', { name: /孟子选读/ }));
  expect(dialog.getByLabelText(text.isbn)).toHaveValue('9787302511625');
  await userEvent.type(dialog.getByLabelText(text.courseCode), 'G1');
  await userEvent.type(dialog.getByLabelText(text.course), '语');
  await userEvent.type(dialog.getByLabelText(text.students), '40');
  await userEvent.type(dialog.getByLabelText(text.priceYuan), '36.5');
  await userEvent.click(dialog.getByRole('button', { name: text.save }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(asked.find(({ name }) => name === saveAdoptionList.path)?.fields).toMatchObject({
    list: { id: ID, rev: 3 },
    items: [
      { bookId: ID, courseCode: 'CS101' },
      { bookId: card.id, courseCode: 'G1', students: 40, priceFen: 3650, hasTeacherCopy: false },
    ],
  });
});

it('a returned list shows who returned it and why, and is submitted again after a question', async () => {
  const reviews = [{ level: 'department' as const, decision: 'return' as const, reviewer: '王院长', remark: '人数不符', at: 5 }];
  const { asked } = serveEmpty(
    TEACHER,
    mine([]),
    succeed(getAdoptionList, aList({ status: 'returned', reviews, submittedAt: 1 })),
    succeed(submitAdoptionList, aList()),
  );
  openList();
  expect(await screen.findByText(/院系退回：人数不符/)).toBeVisible();
  expect(screen.getByText(/王院长.*退回：人数不符/)).toBeVisible();
  await userEvent.click(screen.getByRole('button', { name: text.submit }));
  const dialog = within(await screen.findByRole('dialog', { name: text.submitTitle }));
  await userEvent.click(dialog.getByRole('button', { name: text.submit }));
  await waitFor(() => expect(asked.some(({ name }) => name === submitAdoptionList.path)).toBe(true));
});

it('a submitted list cannot be changed, only withdrawn and printed', async () => {
  serveEmpty(TEACHER, mine([]), succeed(getAdoptionList, aList({ status: 'submitted', nextLevel: 'section', submittedAt: 1 })));
  openList();
  expect(await screen.findByRole('button', { name: text.withdraw })).toBeVisible();
  expect(screen.queryByRole('button', { name: text.addItem })).toBeNull();
  expect(screen.queryByRole('button', { name: text.editOf('论语选读') })).toBeNull();
});
