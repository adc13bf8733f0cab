/** Tests the admin list of samples: decisions and parcels for one and for several at once. */
import { type AdminSample, decideSamples, listAdminSamples, shipSamples } from '@shufang/contract';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { samplesText } from '../../../platform/messages/zh-cn/samples.ts';
import { endSession } from '../../../platform/session/session.ts';
import { accessibilityViolations, renderInApp } from '../../../testing/render-in-app.tsx';
import { serveEmpty } from '../../../testing/serve-operations.ts';
import { signInHere } from '../../../testing/sign-in-here.ts';
import { succeed } from '../../../testing/stub-calls.ts';
import { AdminSamples } from './admin-samples.tsx';

const text = samplesText.admin;
const [ONE, TWO] = ['1'.repeat(26), '2'.repeat(26)] as const;
const aSample = (id: string, title: string, status: AdminSample['status']): AdminSample => ({
  id,
  status,
  form: 'print',
  book: { id, title },
  course: '古代文学',
  term: '秋季',
  students: 60,
  plan: '看样书',
  reply: '',
  createdAt: 0,
  shipping: { receiver: '谢知微', phone: '13912345678', province: '浙江', city: '杭州', address: '文一路 1 号' },
  teacher: { userId: 'u', name: '微', tel: '139****5678', verified: { name: '谢知微', institution: '江南大学', department: '文学院' } },
});
const listed = (status: AdminSample['status']) =>
  succeed(listAdminSamples, {
    items: [aSample(ONE, '论语选读', status), aSample(TWO, '孟子选读', status)],
    counts: { submitted: 2, approved: 2, shipped: 0, received: 0, rejected: 0, canceled: 0 },
  });

beforeEach(() => signInHere());
afterEach(() => {
  endSession();
  vi.unstubAllGlobals();
});

it('an editor approves several samples at once, and refuses one with a reason', async () => {
  const { asked } = serveEmpty(listed('submitted'), succeed(decideSamples, { changed: 2 }));
  renderInApp(<AdminSamples />, '/admin/samples');
  expect((await screen.findAllByText(/江南大学 · 文学院/))[0]).toBeVisible();
  await userEvent.click(screen.getByRole('checkbox', { name: text.choose('论语选读', '谢知微') }));
  const bar = within(screen.getByRole('group', { name: text.actions }));
  await userEvent.click(bar.getByRole('button', { name: text.all }));
  expect(await accessibilityViolations()).toEqual([]);
  await userEvent.click(bar.getByRole('button', { name: text.approve }));
  const sent = () => asked.filter(({ name }) => name === decideSamples.path).map(({ fields }) => fields);
  await waitFor(() => expect(sent()).toEqual([{ ids: [ONE, TWO], decision: 'approve' }]));
  await userEvent.click(screen.getByRole('button', { name: text.actionOn(text.reject, '孟子选读') }));
  const dialog = within(await screen.findByRole('dialog', { name: text.rejectTitle(1) }));
  await userEvent.type(dialog.getByLabelText(text.rejectReason), '已有新版');
  await userEvent.click(dialog.getByRole('button', { name: text.reject }));
  await waitFor(() => expect(sent()[1]).toEqual({ ids: [TWO], decision: 'reject', reply: '已有新版' }));
});

it('an editor records the parcel of an approved sample, with a valid number', async () => {
  const { asked } = serveEmpty(listed('approved'), succeed(shipSamples, { changed: 1 }));
  renderInApp(<AdminSamples />, '/admin/samples?status=approved');
  await userEvent.click(await screen.findByRole('button', { name: text.actionOn(text.ship, '论语选读') }));
  const dialog = within(await screen.findByRole('dialog', { name: text.shipTitle(1) }));
  await userEvent.type(dialog.getByLabelText(text.carrier), '顺丰');
  await userEvent.type(dialog.getByLabelText(text.trackingNo), '见短信');
  await userEvent.click(dialog.getByRole('button', { name: text.ship }));
  expect(dialog.getByLabelText(text.trackingNo)).toHaveAccessibleDescription(text.trackingWrong);
  await userEvent.clear(dialog.getByLabelText(text.trackingNo));
  await userEvent.type(dialog.getByLabelText(text.trackingNo), 'SF100');
  await userEvent.click(dialog.getByRole('button', { name: text.ship }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(asked.find(({ name }) => name === shipSamples.path)?.fields).toEqual({ ids: [ONE], carrier: '顺丰', trackingNo: 'SF100' });
});
