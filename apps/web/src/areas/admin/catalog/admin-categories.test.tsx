/** Tests of the editor of the category trees: what an operator adds, renames, moves and removes, and what happens when the server refuses. */
import {
  type CategoryRecord,
  listCategoryRecords,
  moveCategory,
  type Operation,
  type OutputOf,
  removeCategory,
  saveCategory,
} from '@shufang/contract';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { accessibilityViolations, renderInApp } from '../../../testing/render-in-app.tsx';
import { refuse, stubCalls, succeed } from '../../../testing/stub-calls.ts';
import { AdminCategories } from './admin-categories.tsx';

const category = (id: string, name: string, part: Partial<CategoryRecord> = {}): CategoryRecord => ({
  id,
  kind: 'discipline',
  name,
  books: 0,
  ...part,
});
const arts = category('arts', '文学');
const chinese = category('chinese', '中国语言文学', { parentId: 'arts', books: 3 });
const foreign = category('foreign', '外国语言文学', { parentId: 'arts' });
const science = category('science', '理学');
const trade = category('trade', '财经商贸', { kind: 'vocational' });
const tree: OutputOf<typeof listCategoryRecords> = { items: [arts, chinese, foreign, science, trade] };

afterEach(() => vi.unstubAllGlobals());

const open = async (...responses: Parameters<typeof stubCalls>) => {
  const { asked } = stubCalls(succeed(listCategoryRecords, tree), ...responses);
  const view = renderInApp(<AdminCategories />, '/admin/categories');
  await screen.findByRole('list', { name: '高等教育学科门类' });
  return { ...view, user: userEvent.setup(), sentTo: ({ path }: Operation) => asked.filter(({ name }) => name === path) };
};
const disciplines = () => screen.getByRole('list', { name: '高等教育学科门类' });
const dialog = () => within(screen.getByRole('dialog'));

describe('the category trees', () => {
  it('are shown by kind, with the number of books, without accessibility violations', async () => {
    const { container } = await open();
    expect(within(disciplines()).getByText('中国语言文学')).toBeVisible();
    expect(within(disciplines()).getByText('3 本书')).toBeVisible();
    expect(within(disciplines()).queryByText('财经商贸')).toBeNull();
    expect(within(screen.getByRole('list', { name: '职业教育专业大类' })).getByText('财经商贸')).toBeVisible();
    expect(await accessibilityViolations(container)).toEqual([]);
  });

  it('offer to remove only categories without books and without children', async () => {
    await open();
    expect(screen.getByRole('button', { name: '删除：外国语言文学' })).toBeVisible();
    expect(screen.queryByRole('button', { name: '删除：中国语言文学' })).toBeNull();
    expect(screen.queryByRole('button', { name: '删除：文学' })).toBeNull();
  });
});

describe('adding and renaming', () => {
  it('adds a top-level category of the chosen kind and shows the new tree', async () => {
    const added = { items: [...tree.items, category('law', '法学')] };
    const { user, sentTo } = await open(succeed(saveCategory, added));
    await user.click(screen.getByRole('button', { name: '添加门类' }));
    await user.type(dialog().getByRole('textbox', { name: '名称' }), '  法学 ');
    await user.click(dialog().getByRole('button', { name: '保存' }));
    expect(await within(disciplines()).findByText('法学')).toBeVisible();
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(sentTo(saveCategory).map(({ fields }) => fields)).toEqual([{ kind: 'discipline', name: '法学' }]);
  });

  it('adds a child under its parent', async () => {
    const { user, sentTo } = await open(succeed(saveCategory, tree));
    await user.click(screen.getByRole('button', { name: '添加下级：文学' }));
    await user.type(dialog().getByRole('textbox', { name: '名称' }), '新闻传播学');
    await user.click(dialog().getByRole('button', { name: '保存' }));
    await waitFor(() => expect(sentTo(saveCategory)).toHaveLength(1));
    expect(sentTo(saveCategory)[0]?.fields).toMatchObject({ parentId: 'arts', name: '新闻传播学' });
  });

  it('does not send an empty name: it shows the error and focuses the field', async () => {
    const { user, sentTo } = await open();
    await user.click(screen.getByRole('button', { name: '改名：文学' }));
    const field = dialog().getByRole('textbox', { name: '名称' });
    expect(field).toHaveValue('文学');
    await user.clear(field);
    await user.click(dialog().getByRole('button', { name: '保存' }));
    expect(field).toHaveFocus();
    expect(field).toHaveAccessibleDescription('请填写名称');
    expect(sentTo(saveCategory)).toEqual([]);
  });

  it('keeps the dialog and the entered name when the server refuses', async () => {
    const { user, sentTo } = await open(refuse(saveCategory, 'catalog.categoryNotFound', '没有这个学科'));
    await user.click(screen.getByRole('button', { name: '改名：文学' }));
    const field = dialog().getByRole('textbox', { name: '名称' });
    await user.clear(field);
    await user.type(field, '文学艺术');
    await user.click(dialog().getByRole('button', { name: '保存' }));
    await waitFor(() => expect(dialog().getByRole('button', { name: '保存' })).toHaveAttribute('aria-disabled', 'false'));
    expect(sentTo(saveCategory)[0]?.fields).toMatchObject({ id: 'arts', name: '文学艺术' });
    expect(field).toHaveValue('文学艺术');
  });
});

describe('moving', () => {
  it('offers only parents of the same tree that are not within the category, and sends the new position', async () => {
    const { user, sentTo } = await open(succeed(moveCategory, tree));
    await user.click(screen.getByRole('button', { name: '移动：外国语言文学' }));
    const parent = dialog().getByRole('combobox', { name: '移到' });
    const names = within(parent)
      .getAllByRole('option')
      .map(({ textContent }) => textContent.trim());
    expect(names).toEqual(['最上一级', '文学', '中国语言文学', '理学']);
    await user.selectOptions(dialog().getByRole('combobox', { name: '排在谁的前面' }), '中国语言文学');
    await user.click(dialog().getByRole('button', { name: '移动' }));
    await waitFor(() => expect(sentTo(moveCategory)).toHaveLength(1));
    expect(sentTo(moveCategory)[0]?.fields).toEqual({ id: 'foreign', parentId: 'arts', beforeId: 'chinese' });
  });

  it('forgets the chosen neighbor when another parent is chosen', async () => {
    const { user, sentTo } = await open(succeed(moveCategory, tree));
    await user.click(screen.getByRole('button', { name: '移动：外国语言文学' }));
    await user.selectOptions(dialog().getByRole('combobox', { name: '排在谁的前面' }), '中国语言文学');
    await user.selectOptions(dialog().getByRole('combobox', { name: '移到' }), '最上一级');
    await user.click(dialog().getByRole('button', { name: '移动' }));
    await waitFor(() => expect(sentTo(moveCategory)).toHaveLength(1));
    expect(sentTo(moveCategory)[0]?.fields).toEqual({ id: 'foreign' });
  });
});

describe('removing', () => {
  it('asks first; the cancel button removes nothing', async () => {
    const { user, sentTo } = await open();
    await user.click(screen.getByRole('button', { name: '删除：外国语言文学' }));
    expect(dialog().getByText('删除后不能恢复。')).toBeVisible();
    await user.click(dialog().getByRole('button', { name: '取消' }));
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(sentTo(removeCategory)).toEqual([]);
  });

  it('removes the category after the confirmation', async () => {
    const { user, sentTo } = await open(succeed(removeCategory, { items: tree.items.filter((one) => one !== foreign) }));
    await user.click(screen.getByRole('button', { name: '删除：外国语言文学' }));
    await user.click(dialog().getByRole('button', { name: '删除' }));
    await waitFor(() => expect(screen.queryByText('外国语言文学')).toBeNull());
    expect(sentTo(removeCategory)[0]?.fields).toEqual({ id: 'foreign' });
  });

  it('leaves the category in the tree when the server says that it is in use', async () => {
    const { user } = await open(refuse(removeCategory, 'catalog.categoryInUse', '有图书或下级，不能删除'));
    await user.click(screen.getByRole('button', { name: '删除：外国语言文学' }));
    await user.click(dialog().getByRole('button', { name: '删除' }));
    await waitFor(() => expect(dialog().getByRole('button', { name: '删除' })).toHaveAttribute('aria-disabled', 'false'));
    expect(within(disciplines()).getByText('外国语言文学')).toBeInTheDocument();
  });
});
