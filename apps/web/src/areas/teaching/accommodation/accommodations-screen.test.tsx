/** Tests the page on which teachers set what a student needs in every assignment. */
import { listAccommodations, setAccommodation } from '@shufang/contract';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Route, Routes } from 'react-router';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { accommodationText as text } from '../../../platform/messages/zh-cn/accommodation.ts';
import { endSession } from '../../../platform/session/session.ts';
import { accessibilityViolations, renderInApp } from '../../../testing/render-in-app.tsx';
import { signInHere } from '../../../testing/sign-in-here.ts';
import { refuse, stubCalls, succeed } from '../../../testing/stub-calls.ts';
import { accommodationFrom, fieldsFrom } from './accommodation-fields.ts';
import { Component } from './accommodations-screen.tsx';

const CLASS = '1'.repeat(26);
const student = (name: string) => ({ userId: name, name, studentNo: '2026001' });

beforeEach(() => signInHere());
afterEach(() => {
  endSession();
  vi.unstubAllGlobals();
});

const open = () =>
  renderInApp(
    <Routes>
      <Route path="/class/:id/accommodations" element={<Component />} />
    </Routes>,
    `/class/${CLASS}/accommodations`,
  );

it('a teacher sees who needs what, and sets it once for a student', async () => {
  const accommodation = { timeFactorBasisPoints: 12_500, extraAttempts: 1, validUntil: null };
  const { asked } = stubCalls(
    succeed(listAccommodations, {
      className: '文学 1 班',
      mayEdit: true,
      students: [{ ...student('卜文远'), accommodation, note: '视力' }, student('颜书雅')],
    }),
    succeed(setAccommodation, {}),
  );
  open();
  const table = within(await screen.findByRole('table', { name: text.what }));
  expect(table.getByText(text.timeOf(12_500))).toBeVisible();
  expect(table.getByText('视力')).toBeVisible();
  expect(await accessibilityViolations()).toEqual([]);
  await userEvent.click(table.getByRole('button', { name: text.editOf('颜书雅') }));
  const dialog = within(await screen.findByRole('dialog', { name: text.dialogTitle('颜书雅') }));
  await userEvent.clear(dialog.getByLabelText(text.time));
  await userEvent.type(dialog.getByLabelText(text.time), '0.5');
  await userEvent.click(dialog.getByRole('button', { name: text.save }));
  expect(dialog.getByLabelText(text.time)).toHaveAccessibleDescription(text.timeWrong);
  expect(await accessibilityViolations()).toEqual([]);
  await userEvent.clear(dialog.getByLabelText(text.time));
  await userEvent.type(dialog.getByLabelText(text.time), '1.5');
  await userEvent.type(dialog.getByLabelText(text.note), '读题慢');
  await userEvent.click(dialog.getByRole('button', { name: text.save }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(asked.find(({ name }) => name === setAccommodation.path)?.fields).toEqual({
    classId: CLASS,
    userId: '颜书雅',
    accommodation: { timeFactorBasisPoints: 15_000, extraAttempts: 0, validUntil: null },
    note: '读题慢',
  });
});

it('a co-teacher who may only view changes nothing', async () => {
  stubCalls(succeed(listAccommodations, { className: '文学 1 班', mayEdit: false, students: [student('颜书雅')] }));
  open();
  expect(await screen.findByText(text.readOnly)).toBeVisible();
  expect(screen.queryByRole('button', { name: text.editOf('颜书雅') })).toBeNull();
});

it('a class without students, an unknown class and a failure say so', async () => {
  stubCalls(succeed(listAccommodations, { className: '文学 1 班', mayEdit: true, students: [] }));
  const empty = open();
  expect(await screen.findByText(text.noStudents)).toBeVisible();
  empty.unmount();
  stubCalls(refuse(listAccommodations, 'class.notFound', '没有找到这个班级，或您不在班里'));
  const unknown = open();
  expect(await screen.findByText(text.notFound)).toBeVisible();
  unknown.unmount();
  stubCalls(refuse(listAccommodations, 'internal', '服务器出了点问题'));
  open();
  expect(await screen.findByRole('button', { name: '重试' })).toBeVisible();
});

it('the fields give back what is stored, and nothing for what applies to everybody', () => {
  const stored = { timeFactorBasisPoints: 12_500, extraAttempts: 2, validUntil: new Date(2027, 0, 31, 23, 59, 59, 999).getTime() };
  expect(fieldsFrom(stored, '')).toEqual({ factor: '1.25', attempts: '2', until: '2027-01-31', note: '' });
  expect(accommodationFrom(fieldsFrom(stored, ''))).toEqual(stored);
  expect(accommodationFrom(fieldsFrom(undefined, undefined))).toBeNull();
});
