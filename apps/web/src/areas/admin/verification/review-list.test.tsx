/** Tests of the list of applications: what an editor approves, rejects with reasons and revokes, and what stays when the server refuses. */
import {
  type ApplicationRecord,
  applicationRecord,
  decideApplication,
  listApplications,
  type Operation,
  type OutputOf,
  revokeApplication,
} from '@shufang/contract';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { ANONYMOUS_OWNER } from '../../../platform/storage/anonymous-owner.ts';
import { dropFormDrafts } from '../../../platform/storage/form-drafts.ts';
import { emptyPayload } from '../../../testing/empty-payload.ts';
import { accessibilityViolations, renderInApp } from '../../../testing/render-in-app.tsx';
import { refuse, stubCalls, succeed } from '../../../testing/stub-calls.ts';
import { ReviewList } from './review-list.tsx';

const ID = '01m7z75wr7m6wm3yd1n8g1tnbx';
const application = (part: Partial<ApplicationRecord> = {}): ApplicationRecord => ({
  ...(emptyPayload(applicationRecord) as ApplicationRecord),
  id: ID,
  kind: 'teacher',
  state: 'pending',
  applicant: { userId: 'u2', name: '小颜', tel: '138****0002' },
  form: {
    realName: '颜回',
    institution: '杏坛大学',
    department: '文学院',
    title: '讲师',
    subjects: ['古代汉语', '论语'],
    method: 'certificate',
  },
  proofs: [],
  fieldReasons: {},
  reply: '',
  submittedAt: 7,
  ...part,
});
const response = (...items: ApplicationRecord[]): OutputOf<typeof listApplications> => ({
  items,
  counts: { pending: items.length, approved: 0, rejected: 0, revoked: 0 },
});

afterEach(async () => {
  vi.unstubAllGlobals();
  await dropFormDrafts(ANONYMOUS_OWNER);
});

const open = async (path: string, items: ApplicationRecord[], ...responses: Parameters<typeof stubCalls>) => {
  const { asked } = stubCalls(succeed(listApplications, response(...items)), ...responses);
  const view = renderInApp(<ReviewList />, path);
  await screen.findByRole('heading', { name: items[0]?.form?.realName ?? items[0]?.applicant.name ?? '' });
  return { ...view, user: userEvent.setup(), sentTo: (operation: Operation) => asked.filter(({ name }) => name === operation.path) };
};
const dialog = () => within(screen.getByRole('dialog'));

describe('an application', () => {
  it('shows its form, its applicant and that no institution knows them, without accessibility violations', async () => {
    const { container } = await open('/admin/requests', [application()]);
    for (const text of ['小颜 138****0002', '杏坛大学', '古代汉语、论语', '没有机构把申请人列入名单，也没有绑定机构身份']) {
      expect(screen.getByText(text)).toBeVisible();
    }
    expect(await accessibilityViolations(container)).toEqual([]);
  });

  it('is approved as the editor has seen it', async () => {
    const { user, sentTo } = await open('/admin/requests', [application()], succeed(decideApplication, application({ state: 'approved' })));
    await user.click(screen.getByRole('button', { name: '通过 颜回 的申请' }));
    await waitFor(() => expect(sentTo(decideApplication)).toHaveLength(1));
    expect(sentTo(decideApplication)[0]?.fields).toEqual({ id: ID, submittedAt: 7, decision: 'approve' });
  });

  it('is loaded again when its applicant has changed it meanwhile', async () => {
    const { user, sentTo } = await open(
      '/admin/requests',
      [application()],
      refuse(decideApplication, 'application.changed', '申请人刚刚修改了资料'),
    );
    const before = sentTo(listApplications).length;
    await user.click(screen.getByRole('button', { name: '通过 颜回 的申请' }));
    await waitFor(() => expect(sentTo(listApplications).length).toBeGreaterThan(before));
    expect(screen.getByRole('button', { name: '通过 颜回 的申请' })).toBeVisible();
  });
});

describe('a rejection', () => {
  it('needs a reason for a field or a general remark', async () => {
    const { user, sentTo } = await open('/admin/requests', [application()]);
    await user.click(screen.getByRole('button', { name: '不通过 颜回 的申请' }));
    await user.type(dialog().getByRole('textbox', { name: '姓名的问题' }), '  ');
    await user.click(dialog().getByRole('button', { name: '确认不通过' }));
    expect(dialog().getByRole('textbox', { name: '总的说明（选填）' })).toHaveAccessibleDescription('请至少写明一项原因或总的说明');
    expect(sentTo(decideApplication)).toEqual([]);
  });

  it('sends only the fields with a reason and closes the dialog', async () => {
    const { user, sentTo } = await open('/admin/requests', [application()], succeed(decideApplication, application({ state: 'rejected' })));
    await user.click(screen.getByRole('button', { name: '不通过 颜回 的申请' }));
    await user.type(dialog().getByRole('textbox', { name: '任教学校的问题' }), '没有这所学校');
    await user.type(dialog().getByRole('textbox', { name: '总的说明（选填）' }), ' 请核对 ');
    await user.click(dialog().getByRole('button', { name: '确认不通过' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(sentTo(decideApplication)[0]?.fields).toEqual({
      id: ID,
      submittedAt: 7,
      decision: 'reject',
      fieldReasons: { institution: '没有这所学校' },
      reply: '请核对',
    });
  });

  it('loses none of its reasons when the server refuses it or the dialog is closed', async () => {
    const { user, sentTo } = await open('/admin/requests', [application()], refuse(decideApplication, 'application.decided', '已经处理过'));
    await user.click(screen.getByRole('button', { name: '不通过 颜回 的申请' }));
    await user.type(dialog().getByRole('textbox', { name: '证明材料的问题' }), '照片看不清');
    await user.click(dialog().getByRole('button', { name: '确认不通过' }));
    await waitFor(() => expect(sentTo(decideApplication)).toHaveLength(1));
    expect(dialog().getByRole('textbox', { name: '证明材料的问题' })).toHaveValue('照片看不清');
    await user.click(dialog().getByRole('button', { name: '取消' }));
    await user.click(screen.getByRole('button', { name: '不通过 颜回 的申请' }));
    await waitFor(() => expect(dialog().getByRole('textbox', { name: '证明材料的问题' })).toHaveValue('照片看不清'));
  });
});

describe('an approved application', () => {
  const approved = application({ state: 'approved', decidedAt: 9 });

  it('offers only to revoke it, with a reason', async () => {
    const { user, sentTo } = await open('/admin/requests?state=approved', [approved], succeed(revokeApplication, approved));
    expect(screen.queryByRole('button', { name: '通过 颜回 的申请' })).toBeNull();
    await user.click(screen.getByRole('button', { name: '撤销 颜回 的认证' }));
    await user.click(dialog().getByRole('button', { name: '撤销' }));
    expect(dialog().getByRole('textbox', { name: '撤销的原因（申请人会看到）' })).toHaveAccessibleDescription('请写明原因');
    expect(sentTo(revokeApplication)).toEqual([]);
    await user.type(dialog().getByRole('textbox', { name: '撤销的原因（申请人会看到）' }), '已离职');
    await user.click(dialog().getByRole('button', { name: '撤销' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(sentTo(revokeApplication)[0]?.fields).toEqual({ id: ID, reason: '已离职' });
  });
});

it('an application without a form shows the nickname and that nothing was submitted', async () => {
  const { form: _, ...withoutForm } = application({ state: 'approved' });
  await open('/admin/requests?state=approved', [withoutForm]);
  expect(screen.getByText('没有提交资料')).toBeVisible();
  expect(screen.getByRole('button', { name: '撤销 小颜 的认证' })).toBeVisible();
});

it('the filters are sent with the request', async () => {
  const { user, sentTo } = await open('/admin/requests', [application()]);
  expect(sentTo(listApplications)[0]?.fields).toMatchObject({ state: 'pending' });
  await user.click(screen.getByRole('combobox', { name: '类别' }));
  await user.selectOptions(screen.getByRole('combobox', { name: '类别' }), 'author');
  await waitFor(() => expect(sentTo(listApplications).at(-1)?.fields).toMatchObject({ state: 'pending', kind: 'author' }));
});
