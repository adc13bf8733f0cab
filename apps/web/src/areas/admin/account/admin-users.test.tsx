/** Tests of the list of accounts: search, the change of roles, freezing, and what stays when the server refuses. */
import { freezeUser, listRoleScopes, listUsers, type Operation, setUserRoles, type UserRecord, unfreezeUser } from '@shufang/contract';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { ANONYMOUS_OWNER } from '../../../platform/storage/anonymous-owner.ts';
import { dropFormDrafts } from '../../../platform/storage/form-drafts.ts';
import { accessibilityViolations, renderInApp } from '../../../testing/render-in-app.tsx';
import { refuse, stubCalls, succeed } from '../../../testing/stub-calls.ts';
import { AdminUsers } from './admin-users.tsx';

const user = (part: Partial<UserRecord> = {}): UserRecord => ({
  userId: 'u1',
  nickname: '兰',
  tel: '138****0001',
  status: 'active',
  roles: [
    { role: 'reader', scope: '', grantedAt: 0 },
    { role: 'editor', scope: 'publisher:甲出版社', scopeName: '甲出版社', grantedAt: 0 },
  ],
  createdAt: 0,
  ...part,
});

afterEach(async () => {
  vi.unstubAllGlobals();
  await dropFormDrafts(ANONYMOUS_OWNER);
});

const open = async (users: UserRecord[], ...responses: Parameters<typeof stubCalls>) => {
  const { asked } = stubCalls(succeed(listUsers, { items: users }), ...responses);
  const view = renderInApp(<AdminUsers />, '/admin/users');
  await screen.findByRole('table', { name: '账号' });
  return { ...view, actor: userEvent.setup(), sentTo: (operation: Operation) => asked.filter(({ name }) => name === operation.path) };
};
const dialog = () => within(screen.getByRole('dialog'));
const save = (actor: ReturnType<typeof userEvent.setup>) => actor.click(dialog().getByRole('button', { name: '保存' }));

describe('the list of accounts', () => {
  it('shows the status and the roles with their scope, without accessibility violations', async () => {
    const { container } = await open([user(), user({ userId: 'u2', nickname: '梅', status: 'closing', roles: [] })]);
    const row = within(screen.getByRole('row', { name: /^兰/ }));
    expect(row.getByText('正常')).toBeVisible();
    expect(row.getByText('限 甲出版社')).toBeVisible();
    expect(row.getByText('没有登录中的设备')).toBeVisible();
    expect(await accessibilityViolations(container)).toEqual([]);
  });

  it('offers only the actions that the status of the account allows', async () => {
    await open([user({ nickname: '梅', status: 'closing' }), user({ userId: 'u2', nickname: '竹', status: 'closed' })]);
    expect(screen.getByRole('button', { name: '调整角色：梅' })).toBeVisible();
    expect(screen.queryByRole('button', { name: '冻结 梅' })).toBeNull();
    expect(within(screen.getByRole('row', { name: /^竹/ })).queryByRole('button')).toBeNull();
  });

  it('searches with the filters of the page and writes them to the URL', async () => {
    const { actor, sentTo, router } = await open([user()]);
    await actor.type(screen.getByRole('searchbox', { name: '昵称、手机号或账号编号' }), '0001');
    await actor.selectOptions(screen.getByRole('combobox', { name: '状态' }), 'frozen');
    await waitFor(() => expect(sentTo(listUsers).at(-1)?.fields).toMatchObject({ q: '0001', status: 'frozen' }));
    expect(new URLSearchParams(router.state.location.search).get('status')).toBe('frozen');
  });
});

describe('the dialog for roles', () => {
  it('sends what was added and what was removed, with the reason', async () => {
    const { actor, sentTo } = await open([user()], succeed(setUserRoles, user()));
    await actor.click(screen.getByRole('button', { name: '调整角色：兰' }));
    expect(dialog().getByRole('checkbox', { name: '读者' })).toBeChecked();
    await actor.click(dialog().getByRole('checkbox', { name: '财务' }));
    await actor.click(dialog().getByRole('checkbox', { name: /^编辑.*甲出版社$/ }));
    await actor.type(dialog().getByRole('textbox', { name: '原因' }), ' 转岗 ');
    await save(actor);
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(sentTo(setUserRoles).map(({ fields }) => fields)).toEqual([
      {
        userId: 'u1',
        add: [{ role: 'finance', scope: '' }],
        remove: [{ role: 'editor', scope: 'publisher:甲出版社' }],
        reason: '转岗',
      },
    ]);
  });

  it('grants a role for a scope that the operator finds', async () => {
    const { actor, sentTo } = await open(
      [user()],
      succeed(listRoleScopes, { items: [{ scope: 'publisher:乙出版社', name: '乙出版社' }] }),
      succeed(setUserRoles, user()),
    );
    await actor.click(screen.getByRole('button', { name: '调整角色：兰' }));
    await actor.selectOptions(dialog().getByRole('combobox', { name: '角色' }), 'finance');
    // Enter in the search field searches, and does not submit the form around it.
    await actor.type(dialog().getByRole('textbox', { name: '按名称查找出版社' }), '乙{Enter}');
    await actor.click(await dialog().findByRole('button', { name: '给予 财务（限 乙出版社）' }));
    expect(sentTo(listRoleScopes)[0]?.fields).toEqual({ role: 'finance', q: '乙' });
    expect(dialog().getByRole('checkbox', { name: /^财务.*乙出版社$/ })).toBeChecked();
    await actor.type(dialog().getByRole('textbox', { name: '原因' }), '新来的财务');
    await save(actor);
    await waitFor(() => expect(sentTo(setUserRoles)).toHaveLength(1));
    expect(sentTo(setUserRoles)[0]?.fields).toMatchObject({ add: [{ role: 'finance', scope: 'publisher:乙出版社' }], remove: [] });
  });

  it.each([
    ['nothing was changed', [], '没有改动'],
    ['no role would remain', ['读者', /^编辑.*甲出版社$/], '至少要保留一个角色'],
  ])('sends nothing if %s', async (_case, names, message) => {
    const { actor, sentTo } = await open([user()]);
    await actor.click(screen.getByRole('button', { name: '调整角色：兰' }));
    for (const name of names) await actor.click(dialog().getByRole('checkbox', { name }));
    await actor.type(dialog().getByRole('textbox', { name: '原因' }), '整理');
    await save(actor);
    expect(dialog().getByRole('alert')).toHaveTextContent(message);
    expect(sentTo(setUserRoles)).toEqual([]);
  });

  it('sends nothing without a reason', async () => {
    const { actor, sentTo } = await open([user()]);
    await actor.click(screen.getByRole('button', { name: '调整角色：兰' }));
    await actor.click(dialog().getByRole('checkbox', { name: '财务' }));
    await save(actor);
    expect(dialog().getByRole('textbox', { name: '原因' })).toHaveAccessibleDescription(expect.stringContaining('请写明原因'));
    expect(sentTo(setUserRoles)).toEqual([]);
  });

  it('keeps the choice and the reason when the server refuses', async () => {
    const { actor, sentTo } = await open([user()], refuse(setUserRoles, 'account.notYourself', '不能对自己的账号这样做'));
    await actor.click(screen.getByRole('button', { name: '调整角色：兰' }));
    await actor.click(dialog().getByRole('checkbox', { name: '财务' }));
    await actor.type(dialog().getByRole('textbox', { name: '原因' }), '转岗');
    await save(actor);
    await waitFor(() => expect(sentTo(setUserRoles)).toHaveLength(1));
    await waitFor(() => expect(dialog().getByRole('button', { name: '保存' })).not.toHaveAttribute('aria-disabled', 'true'));
    expect(dialog().getByRole('checkbox', { name: '财务' })).toBeChecked();
    expect(dialog().getByRole('textbox', { name: '原因' })).toHaveValue('转岗');
  });
});

describe('freezing', () => {
  it('explains the consequences, needs a reason, and is sent once', async () => {
    const { actor, sentTo } = await open([user()], succeed(freezeUser, user({ status: 'frozen' })));
    await actor.click(screen.getByRole('button', { name: '冻结 兰' }));
    expect(dialog().getByText(/对方在所有设备上立即退出/)).toBeVisible();
    await actor.click(dialog().getByRole('button', { name: '冻结' }));
    expect(sentTo(freezeUser)).toEqual([]);
    await actor.type(dialog().getByRole('textbox', { name: '原因' }), '散布广告');
    await actor.click(dialog().getByRole('button', { name: '冻结' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(sentTo(freezeUser).map(({ fields }) => fields)).toEqual([{ userId: 'u1', reason: '散布广告' }]);
  });

  it('keeps the reason when the server refuses', async () => {
    const { actor, sentTo } = await open([user()], refuse(freezeUser, 'account.notYourself', '不能对自己的账号这样做'));
    await actor.click(screen.getByRole('button', { name: '冻结 兰' }));
    await actor.type(dialog().getByRole('textbox', { name: '原因' }), '散布广告');
    await actor.click(dialog().getByRole('button', { name: '冻结' }));
    await waitFor(() => expect(sentTo(freezeUser)).toHaveLength(1));
    expect(dialog().getByRole('textbox', { name: '原因' })).toHaveValue('散布广告');
  });

  it('is undone with a reason', async () => {
    const { actor, sentTo } = await open([user({ status: 'frozen' })], succeed(unfreezeUser, user()));
    await actor.click(screen.getByRole('button', { name: '解冻 兰' }));
    await actor.type(dialog().getByRole('textbox', { name: '原因' }), '误会');
    await actor.click(dialog().getByRole('button', { name: '解冻' }));
    await waitFor(() => expect(sentTo(unfreezeUser)).toHaveLength(1));
    expect(sentTo(unfreezeUser)[0]?.fields).toEqual({ userId: 'u1', reason: '误会' });
  });
});
