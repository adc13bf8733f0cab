/** Tests the import of members: the preview before anything is stored, and the errors by line. */
import { importInstitutionMembers, type OutputOf } from '@shufang/contract';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, it } from 'vitest';
import { accessibilityViolations, renderInApp } from '../../../testing/render-in-app.tsx';
import { signInHere } from '../../../testing/sign-in-here.ts';
import { stubCalls, succeed } from '../../../testing/stub-calls.ts';
import { MemberImport } from './member-import.tsx';

const INSTITUTION = '0'.repeat(26);
const preview: OutputOf<typeof importInstitutionMembers> = {
  added: 1,
  changed: 0,
  removed: 1,
  unchanged: 3,
  members: [
    { line: 2, name: '颜回', studentNo: '2026001', phone: '', change: 'added' },
    { name: '', studentNo: '', phone: '13900000926', change: 'removed' },
  ],
  errors: [],
};

beforeEach(() => signInHere());

const choose = async (payload: typeof preview) => {
  const calls = stubCalls(succeed(importInstitutionMembers, payload));
  const view = renderInApp(<MemberImport institutionId={INSTITUTION} />);
  await userEvent.upload(screen.getByLabelText('导入名单'), new File(['学号,姓名'], 'members.csv', { type: 'text/csv' }));
  return { ...view, calls };
};

it('shows who would be added and removed, and stores the list only after a confirmation', async () => {
  const { calls, container } = await choose(preview);
  expect(await screen.findByText('新增 1 人，更新 0 人，移出 1 人，3 人不变')).toBeVisible();
  const table = within(screen.getByRole('table', { name: '预览' }));
  expect(table.getByRole('row', { name: '颜回 2026001 新增 2' })).toBeVisible();
  expect(table.getByRole('row', { name: '13900000926 13900000926 移出' })).toBeVisible();
  expect(await accessibilityViolations(container)).toEqual([]);
  expect(calls.asked.map(({ fields }) => fields['isPreview'])).toEqual([true]);
  await userEvent.click(screen.getByRole('button', { name: '确认导入' }));
  await waitFor(() => expect(screen.queryByRole('table', { name: '预览' })).toBeNull());
  expect(calls.asked.map(({ fields }) => fields['isPreview'])).toEqual([true, undefined]);
});

it('lists the errors by line and offers no confirmation', async () => {
  await choose({ ...preview, added: 0, removed: 0, members: [], errors: [{ line: 3, reason: '没有手机号，也没有学号' }] });
  expect(await screen.findByRole('alert')).toHaveTextContent('第 3 行：没有手机号，也没有学号');
  expect(screen.queryByRole('button', { name: '确认导入' })).toBeNull();
});

it('a change of what happens to members who are not on the list ends the preview', async () => {
  await choose({ ...preview, added: 0, removed: 0, members: [] });
  expect(await screen.findByText(/没有要改的/)).toBeVisible();
  await userEvent.click(screen.getByRole('checkbox', { name: '移出名单上没有的人' }));
  expect(screen.queryByText(/没有要改的/)).toBeNull();
});
