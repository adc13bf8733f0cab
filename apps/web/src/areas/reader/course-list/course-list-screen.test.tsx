import { type BookCard, listCourses, type OutputOf } from '@shufang/contract';
import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { accessibilityViolations, renderInApp } from '../../../testing/render-in-app.tsx';
import { stubCalls, succeed } from '../../../testing/stub-calls.ts';
import { Component } from './course-list-screen.tsx';

type ListResponse = OutputOf<typeof listCourses>;

const book: BookCard = {
  id: '01m7z75wr7m6wm3yd1n8g1tnbx',
  title: '线性代数',
  authors: '王小林',
  publisher: '高等教育出版社',
  accessModel: 'paid',
  priceFen: 2_950,
  owned: false,
  plan: '“十四五”国家规划教材',
  publishedAt: Date.UTC(2026, 8, 1),
  chars: 12,
  categories: ['理学'],
};
const facets: ListResponse['facets'] = {
  categories: [{ id: 'science', kind: 'discipline', name: '理学', count: 3 }],
  levels: [],
  access: [{ value: 'paid', count: 3 }],
  languages: [{ value: 'zh', count: 3 }],
  publishers: Array.from({ length: 20 }, (_, index) => ({ value: `出版社${index}`, count: 20 - index })),
  plans: [{ value: '“十四五”国家规划教材', count: 1 }],
  media: [{ value: 'video', count: 2 }],
  years: [{ value: 2019, count: 3 }],
};
const response = (part: Partial<ListResponse>): ListResponse => ({ items: [book], total: 3, facets, ...part });

afterEach(() => vi.unstubAllGlobals());

describe('the list of all textbooks', () => {
  it('shows the filters that offer a choice as menus, and stores every filter in the URL', async () => {
    const server = stubCalls(succeed(listCourses, response({})));
    const { container, router } = renderInApp(<Component />, '/course/list?media=video&view=table');
    const filters = await screen.findByRole('region', { name: '筛选' });
    expect(server.asked[0]?.fields).toEqual({ media: 'video' });
    const menus = within(filters).getAllByRole('combobox');
    // All results have the same category, access, language and year, so the filters for these are not shown.
    expect(menus.map((menu) => menu.getAttribute('aria-label'))).toEqual(['出版社', '规划教材', '内容', '排序']);
    expect(within(filters).getByRole('option', { name: '全部出版社' })).toBeInTheDocument();
    expect(within(filters).getByRole('option', { name: /出版社19/ })).toBeInTheDocument();
    expect(within(screen.getByRole('table')).getByRole('link', { name: '线性代数' })).toHaveAttribute('href', `/course/info/${book.id}`);
    expect(screen.getByText('共 3 本')).toBeInTheDocument();
    expect(await accessibilityViolations(container)).toEqual([]);
    await userEvent.selectOptions(within(filters).getByRole('combobox', { name: '规划教材' }), '“十四五”国家规划教材');
    expect(Object.fromEntries(new URLSearchParams(router.state.location.search))).toEqual({
      plan: '“十四五”国家规划教材',
      media: 'video',
      view: 'table',
    });
  });

  it('has a button that says how many filters are set, and opens them on phones', async () => {
    stubCalls(succeed(listCourses, response({})));
    renderInApp(<Component />, '/course/list?media=video');
    const button = await screen.findByRole('button', { name: '筛选 · 1' });
    expect(button).toHaveAttribute('aria-expanded', 'false');
    await userEvent.click(button);
    expect(button).toHaveAttribute('aria-expanded', 'true');
  });

  it('shows one more level of a tree for each selected category, each level in its own menu', async () => {
    const categories: ListResponse['facets']['categories'] = [
      { id: 'science', kind: 'discipline', name: '理学', count: 2 },
      { id: 'voc', kind: 'vocational', name: '装备制造大类', count: 1 },
      { id: 'primary', kind: 'school', name: '小学', count: 2 },
      { id: 'p3', parentId: 'primary', kind: 'school', name: '三年级', count: 2 },
      { id: 'p3-maths', parentId: 'p3', kind: 'school', name: '数学', count: 1 },
      { id: 'p3-chinese', parentId: 'p3', kind: 'school', name: '语文', count: 0 },
    ];
    const levels: ListResponse['facets']['levels'] = [
      { value: 'primary', count: 2 },
      { value: 'undergrad', count: 1 },
    ];
    stubCalls(succeed(listCourses, response({ facets: { ...facets, categories, levels } })));
    const { container, router } = renderInApp(<Component />, '/course/list?category=p3');
    const filters = await screen.findByRole('region', { name: '筛选' });
    const menu = (name: string): HTMLElement => within(filters).getAllByRole('combobox', { name }).at(-1) as HTMLElement;
    expect(menu('学段')).toHaveDisplayValue(/小学/);
    expect(menu('年级')).toHaveDisplayValue(/三年级/);
    expect(menu('专业大类')).toHaveDisplayValue('全部专业大类');
    const subjects = menu('学科');
    expect(within(subjects).queryByText(/语文/)).toBeNull();
    expect(await accessibilityViolations(container)).toEqual([]);
    await userEvent.selectOptions(subjects, 'p3-maths');
    expect(router.state.location.search).toBe('?category=p3-maths');
    await userEvent.selectOptions(menu('年级'), '');
    expect(router.state.location.search).toBe('?category=primary');
    await userEvent.selectOptions(menu('层次'), 'undergrad');
    expect(router.state.location.search).toBe('?category=primary&level=undergrad');
  });

  it('shows which filters leave no results, the most helpful first, and omits those that do not help', async () => {
    const none = { items: [], total: 0, facets: { ...facets, years: [], media: [] } };
    const without: ListResponse['without'] = [
      { filter: 'access', total: 0 },
      { filter: 'media', total: 1 },
      { filter: 'year', total: 4 },
    ];
    stubCalls(succeed(listCourses, response({ ...none, without })));
    const { unmount } = renderInApp(<Component />, '/course/list?access=codeOnly&media=audio&year=2019');
    const names = (await screen.findAllByRole('link', { name: /^去掉/ })).map((link) => link.textContent);
    expect(names).toEqual(['去掉“2019 年”4 本', '去掉“有音频”1 本']);
    unmount();
    stubCalls(succeed(listCourses, response({ ...none, without: [{ filter: 'year', total: 0 }] })));
    renderInApp(<Component />, '/course/list?year=2019');
    expect(await screen.findByText('去掉其中任何一个条件也还没有。')).toBeInTheDocument();
    expect(screen.getByRole('link', { name: '清除全部条件' })).toHaveAttribute('href', '/course/list');
  });
});
