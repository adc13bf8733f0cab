/** Tests the nickname that the user edits inline. */
import { setUserInfo, type UserInfo } from '@shufang/contract';
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, it, vi } from 'vitest';
import { userCenterText as text } from '../../platform/messages/zh-cn/user-center.ts';
import { renderInApp } from '../../testing/render-in-app.tsx';
import { refuse, stubCalls, succeed } from '../../testing/stub-calls.ts';
import { NicknameLine } from './nickname-line.tsx';

const user: UserInfo = {
  id: 'u1',
  nickname: '读者',
  avatar: '',
  tel: '',
  hasPassword: false,
  linkedProviders: [],
  createdAt: 0,
  consentVersion: 1,
  closesAt: null,
};

afterEach(() => vi.unstubAllGlobals());

const edit = async (typed: string) => {
  renderInApp(<NicknameLine user={user} />);
  await userEvent.click(screen.getByRole('button', { name: text.editNickname }));
  const field = screen.getByRole('textbox', { name: text.nickname });
  expect(field).toHaveFocus();
  await userEvent.clear(field);
  await userEvent.type(field, typed);
  await userEvent.click(screen.getByRole('button', { name: text.save }));
  return field;
};

it('a blank nickname shows the rule at the field until the nickname is valid', async () => {
  const { asked } = stubCalls();
  const field = await edit(' ');
  expect(field).toHaveAccessibleDescription(text.nicknameRule);
  expect(field).toHaveFocus();
  await userEvent.type(field, '子美');
  expect(field).toBeValid();
  expect(asked).toEqual([]);
});

it('a refused nickname stays in the field, an accepted one is sent without surrounding spaces and ends the edit', async () => {
  const refused = stubCalls(refuse(setUserInfo, 'request.invalid', '昵称含有不允许的字'));
  const field = await edit(' 子美 ');
  await waitFor(() => expect(refused.asked).toHaveLength(1));
  expect(field).toHaveValue(' 子美 ');
  const { asked } = stubCalls(succeed(setUserInfo, { ...user, nickname: '子美' }));
  await userEvent.type(field, '{Enter}');
  await waitFor(() => expect(screen.getByRole('button', { name: text.editNickname })).toBeVisible());
  expect(asked.map(({ fields }) => fields)).toEqual([{ nickname: '子美' }]);
});
