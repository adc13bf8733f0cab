/** Tests of the editor of the home page: the slots and their states, the form, the order, hiding and removing. */
import {
  arrangeHomeSlots,
  type HomeSlotRecord,
  listCollectionRecords,
  listHomeSlots,
  type Operation,
  removeHomeSlot,
  saveHomeSlot,
} from '@shufang/contract';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { ANONYMOUS_OWNER } from '../../../platform/storage/anonymous-owner.ts';
import { dropFormDrafts } from '../../../platform/storage/form-drafts.ts';
import { accessibilityViolations, renderInApp } from '../../../testing/render-in-app.tsx';
import { refuse, stubCalls, succeed } from '../../../testing/stub-calls.ts';
import { AdminHomeSlots } from './admin-home-slots.tsx';

const A = 'a'.repeat(26);
const B = 'b'.repeat(26);
const C = 'c'.repeat(26);

const slot = (id: string, title: string, part: Partial<HomeSlotRecord> = {}): HomeSlotRecord => ({
  id,
  slot: 'banner',
  targetType: 'page',
  target: '/helper/student-manual',
  targetTitle: '学生手册',
  title,
  lead: '',
  visible: true,
  ...part,
});
const manual = slot(A, '怎样使用');
const summer = slot(B, '暑期书单', { visible: false });
const row = slot(C, '', { slot: 'row', targetType: 'collection', target: 'k', targetTitle: '经典' });

afterEach(async () => {
  vi.unstubAllGlobals();
  await dropFormDrafts(ANONYMOUS_OWNER);
});

const open = async (items: HomeSlotRecord[], ...responses: Parameters<typeof stubCalls>) => {
  const { asked } = stubCalls(succeed(listHomeSlots, { items }), ...responses);
  const view = renderInApp(<AdminHomeSlots />, '/admin/home');
  await waitFor(() => expect(screen.queryAllByText('正在加载')).toEqual([]));
  await screen.findAllByRole('button', { name: '添加轮播图' });
  return { ...view, user: userEvent.setup(), sentTo: (operation: Operation) => asked.filter(({ name }) => name === operation.path) };
};
const banners = () => screen.getByRole('list', { name: '轮播图的次序' });
const dialog = () => within(screen.getByRole('dialog'));
const save = (user: ReturnType<typeof userEvent.setup>) => user.click(dialog().getByRole('button', { name: '保存' }));

describe('the slots of the home page', () => {
  it('are listed by kind with their state, without accessibility violations', async () => {
    const { container } = await open([manual, summer, row]);
    const [first, second] = within(banners()).getAllByRole('listitem');
    expect(within(first ?? banners()).getByText('显示中')).toBeVisible();
    expect(within(second ?? banners()).getByText('已隐藏')).toBeVisible();
    expect(within(screen.getByRole('list', { name: '图书行的次序' })).getByText('经典')).toBeVisible();
    expect(await accessibilityViolations(container)).toEqual([]);
  });

  it.each([
    [{ targetTitle: undefined }, '指向的内容已不存在'],
    [{ startAt: Date.UTC(2999, 0) }, '未到日期'],
    [{ endAt: 1 }, '已过期'],
    [{ obstacle: 'bookOffShelf' as const }, '未显示：图书不在架'],
  ])('%j is shown as %s', async (part, state) => {
    const { targetTitle: _, ...rest } = manual;
    await open([{ ...rest, ...('targetTitle' in part ? {} : { targetTitle: '学生手册' }), ...(part as Partial<HomeSlotRecord>) }]);
    expect(within(banners()).getByText(state)).toBeVisible();
  });

  it('offer a preview only while readers do not see them', async () => {
    await open([manual, summer]);
    expect(screen.getByRole('link', { name: '预览 暑期书单' })).toHaveAttribute('href', expect.stringMatching(/^\/\?/));
    expect(screen.queryByRole('link', { name: '预览 怎样使用' })).toBeNull();
  });

  it('are hidden and shown by a button', async () => {
    const { user, sentTo } = await open([manual, summer], succeed(saveHomeSlot, manual));
    await user.click(screen.getByRole('button', { name: '隐藏 怎样使用' }));
    await waitFor(() => expect(sentTo(saveHomeSlot)).toHaveLength(1));
    await user.click(await screen.findByRole('button', { name: '显示 暑期书单' }));
    await waitFor(() => expect(sentTo(saveHomeSlot)).toHaveLength(2));
    expect(sentTo(saveHomeSlot).map(({ fields }) => fields)).toEqual([
      { id: A, visible: false },
      { id: B, visible: true },
    ]);
  });

  it('are removed only after a confirmation', async () => {
    const { user, sentTo } = await open([manual], succeed(removeHomeSlot, {}));
    await user.click(screen.getByRole('button', { name: '删除 怎样使用' }));
    expect(dialog().getByText(/删除后不能恢复/)).toBeVisible();
    await user.click(dialog().getByRole('button', { name: '取消' }));
    expect(sentTo(removeHomeSlot)).toEqual([]);
    await user.click(screen.getByRole('button', { name: '删除 怎样使用' }));
    await user.click(dialog().getByRole('button', { name: '删除' }));
    await waitFor(() => expect(sentTo(removeHomeSlot).map(({ fields }) => fields)).toEqual([{ id: A }]));
  });

  it('are moved by keyboard; the order of all slots is sent', async () => {
    const { user, sentTo } = await open([manual, summer, row], succeed(arrangeHomeSlots, {}));
    within(banners()).getByRole('button', { name: '移动 怎样使用' }).focus();
    await user.keyboard('{ArrowDown}');
    await waitFor(() => expect(sentTo(arrangeHomeSlots)).toHaveLength(1));
    expect(sentTo(arrangeHomeSlots)[0]?.fields).toEqual({ ids: [B, A, C] });
  });

  it('return to the order of the server when it refuses the new one', async () => {
    const { user, sentTo } = await open([manual, summer], refuse(arrangeHomeSlots, 'catalog.slotNotFound', '没有这个位置'));
    within(banners()).getByRole('button', { name: '移动 怎样使用' }).focus();
    await user.keyboard('{ArrowDown}');
    await waitFor(() => expect(sentTo(listHomeSlots).length).toBeGreaterThan(1));
    await waitFor(() =>
      expect(
        within(banners())
          .getAllByRole('button', { name: /^移动 / })
          .map((handle) => handle.getAttribute('aria-label')),
      ).toEqual(['移动 怎样使用', '移动 暑期书单']),
    );
  });
});

describe('the form of a slot', () => {
  it('sends nothing until a target, a title and a possible period are given, and focuses the first error', async () => {
    const { user, sentTo } = await open([], succeed(saveHomeSlot, manual));
    await user.click(screen.getAllByRole('button', { name: '添加轮播图' })[0] ?? document.body);
    await user.selectOptions(dialog().getByRole('combobox', { name: '指向' }), 'page');
    await save(user);
    const target = dialog().getByRole('textbox', { name: '页面地址' });
    expect(target).toHaveFocus();
    expect(target).toHaveAccessibleDescription(expect.stringContaining('请选择指向'));
    expect(dialog().getByRole('textbox', { name: '标题' })).toHaveAccessibleDescription('指向页面时请填写标题');
    await user.type(target, 'https://example.com');
    await user.type(dialog().getByRole('textbox', { name: '标题' }), '外站');
    await user.type(dialog().getByLabelText('开始日期'), '2026-12-02');
    await user.type(dialog().getByLabelText('结束日期'), '2026-12-01');
    await save(user);
    expect(target).toHaveAccessibleDescription(expect.stringContaining('请填写以一个 / 开头、在本站之内的地址'));
    expect(dialog().getByLabelText('开始日期')).toHaveAccessibleDescription('结束日期须不早于开始日期');
    expect(sentTo(saveHomeSlot)).toEqual([]);
  });

  it('sends a period as the beginning of its first day and the end of its last day', async () => {
    const { user, sentTo } = await open([manual], succeed(saveHomeSlot, manual));
    await user.click(screen.getByRole('button', { name: '编辑 怎样使用' }));
    await user.type(dialog().getByLabelText('开始日期'), '2026-12-01');
    await user.type(dialog().getByLabelText('结束日期'), '2026-12-01');
    await user.click(dialog().getByRole('checkbox', { name: '在首页显示' }));
    await save(user);
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(sentTo(saveHomeSlot)[0]?.fields).toMatchObject({
      id: A,
      target: '/helper/student-manual',
      title: '怎样使用',
      visible: false,
      startAt: new Date('2026-12-01T00:00:00').getTime(),
      endAt: new Date('2026-12-02T00:00:00').getTime(),
    });
  });

  it('keeps its texts when the server refuses, and after the dialog was closed', async () => {
    const { user, sentTo } = await open([manual], refuse(saveHomeSlot, 'catalog.slotNotFound', '没有这个位置'));
    await user.click(screen.getByRole('button', { name: '编辑 怎样使用' }));
    await user.type(dialog().getByRole('textbox', { name: '说明' }), '三分钟学会');
    await save(user);
    await waitFor(() => expect(sentTo(saveHomeSlot)).toHaveLength(1));
    expect(dialog().getByRole('textbox', { name: '说明' })).toHaveValue('三分钟学会');
    await user.click(dialog().getByRole('button', { name: '取消' }));
    await user.click(screen.getByRole('button', { name: '编辑 怎样使用' }));
    await waitFor(() => expect(dialog().getByRole('textbox', { name: '说明' })).toHaveValue('三分钟学会'));
  });

  it('of a row offers only collections, and says when there is none', async () => {
    const { user } = await open([], succeed(listCollectionRecords, { items: [] }));
    await user.click(screen.getByRole('button', { name: '添加图书行' }));
    expect(dialog().queryByRole('combobox', { name: '指向' })).toBeNull();
    const target = dialog().getByRole('combobox', { name: '专题或书单' });
    await waitFor(() => expect(target).toHaveAccessibleDescription('还没有专题或书单，先去新建一个。'));
  });
});
