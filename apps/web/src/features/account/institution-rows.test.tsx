/** Tests the dialog by which a user joins an institution's member list. */
import { joinInstitution, listMyInstitutions, searchInstitutions, type UserInfo } from '@shufang/contract';
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, it, vi } from 'vitest';
import { institutionText as text } from '../../platform/messages/zh-cn/institutions.ts';
import { renderInApp } from '../../testing/render-in-app.tsx';
import { refuse, stubCalls, succeed } from '../../testing/stub-calls.ts';
import { InstitutionRows } from './institution-rows.tsx';

const ID = '1'.repeat(26);
const user: UserInfo = {
  id: 'u1',
  nickname: '读者',
  avatar: '',
  tel: '138****0001',
  hasPassword: false,
  linkedProviders: [],
  createdAt: 0,
  consentVersion: 1,
  closesAt: null,
};
const institutions = [
  succeed(listMyInstitutions, { items: [] }),
  succeed(searchInstitutions, { items: [{ id: ID, name: '稷下大学', domain: 'jixia.edu.cn' }], more: false, discovery: false }),
];

afterEach(() => vi.unstubAllGlobals());

const open = async () => {
  renderInApp(<InstitutionRows user={user} />);
  await userEvent.click(await screen.findByRole('button', { name: text.join }));
  await screen.findByRole('button', { name: /稷下大学/ });
};
const submit = () => userEvent.click(screen.getAllByRole('button', { name: text.join }).at(-1) ?? document.body);
const field = (name: string) => screen.getByRole('textbox', { name });

it('a member list is joined only with an institution, a number and a name, each missing one shown at its field', async () => {
  const { asked } = stubCalls(...institutions);
  await open();
  await submit();
  const search = screen.getByRole('searchbox', { name: text.search });
  expect(search).toHaveAccessibleDescription(text.institutionNeeded);
  expect(search).toHaveFocus();
  expect(field(text.studentNo)).toHaveAccessibleDescription('请填写学号或工号');
  expect(field(text.realName)).toHaveAccessibleDescription('请填写姓名');
  expect(asked.filter(({ name }) => name === joinInstitution.path)).toEqual([]);
});

it('a person who is not on the list is refused at the number, and what was typed stays; then the dialog closes', async () => {
  stubCalls(...institutions, refuse(joinInstitution, 'institution.notOnList', '机构名单里没有这个学号和姓名'));
  await open();
  await userEvent.click(screen.getByRole('button', { name: /稷下大学/ }));
  await userEvent.type(field(text.studentNo), ' 2026001');
  await userEvent.type(field(text.realName), '孟轲');
  await submit();
  await waitFor(() => expect(field(text.studentNo)).toHaveAccessibleDescription('机构名单里没有这个学号和姓名'));
  expect(field(text.studentNo)).toHaveFocus();
  expect(field(text.realName)).toHaveValue('孟轲');
  const { asked } = stubCalls(...institutions, succeed(joinInstitution, { items: [{ id: ID, name: '稷下大学', active: ['roster'] }] }));
  await submit();
  expect(await screen.findByText('稷下大学')).toBeVisible();
  expect(screen.queryByRole('dialog')).toBeNull();
  expect(asked.find(({ name }) => name === joinInstitution.path)?.fields).toEqual({
    institutionId: ID,
    studentNo: '2026001',
    name: '孟轲',
  });
});
