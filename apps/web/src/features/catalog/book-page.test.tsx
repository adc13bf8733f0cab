import {
  type BookEdition,
  type BookResource,
  getBookChanges,
  listBookEditions,
  listBookResources,
  listRatings,
  type RatingList,
  saveRating,
} from '@shufang/contract';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { accessibilityViolations, renderInApp } from '../../testing/render-in-app.tsx';
import { refuse, stubCalls, succeed } from '../../testing/stub-calls.ts';
import { BookChanges } from './book-changes.tsx';
import { BookEditions } from './book-editions.tsx';
import { ContributorLine } from './book-facts.tsx';
import { BookRatings } from './book-ratings.tsx';
import { BookResources } from './book-resources.tsx';

const BOOK = '1'.repeat(26);
const DAY = Date.UTC(2026, 4, 6, 4);

afterEach(() => vi.unstubAllGlobals());

it('contributors are listed with their exact role, and their affiliation if known', () => {
  const contributors = [
    { name: '孔丘', role: 'chiefEditor', unit: '曲阜大学' },
    { name: '颜回', role: 'associateEditor' },
    { name: '曾参', role: 'chiefReviewer' },
    { name: '子游', role: 'responsibleEditor' },
    { name: '子夏', role: 'responsibleEditor' },
    { name: '理雅各', role: 'translator' },
  ] as const;
  renderInApp(<ContributorLine contributors={contributors} />);
  expect(screen.getAllByRole('listitem').map((item) => item.textContent)).toEqual([
    '孔丘（曲阜大学）主编',
    '颜回副主编',
    '曾参主审',
    '子游、子夏责任编辑',
    '理雅各译',
  ]);
});

describe('the tab of resources', () => {
  const figure = (part: Partial<BookResource>): BookResource => ({
    kind: 'figure',
    title: '图一 原子',
    chapter: '第一章',
    open: true,
    locator: { href: 'c1.xhtml', locations: { block: { blockId: 'b1', offset: 0 } } },
    ...part,
  });
  const closed = figure({ title: '', open: false, locator: { href: 'c2.xhtml', locations: { block: { blockId: 'b2', offset: 0 } } } });

  it('opens a resource at its position if the user may read it, and marks the others as locked', async () => {
    stubCalls(
      succeed(listBookResources, {
        counts: [
          { kind: 'figure', count: 2 },
          { kind: 'table', count: 1 },
        ],
        kind: 'figure',
        items: [figure({}), closed],
      }),
    );
    renderInApp(<BookResources bookId={BOOK} onContents={() => undefined} />);
    expect((await screen.findByRole('link', { name: '图一 原子' })).getAttribute('href')).toMatch(/^\/course\/learning\/1+\?at=\S+$/);
    expect(screen.getByRole('button', { name: '图片 2' })).toHaveAttribute('aria-pressed', 'true');
    const second = screen.getByText('图片 2', { selector: 'p' }).closest('li');
    expect(within(second as HTMLElement).getByText('未开放')).toBeVisible();
    expect(within(second as HTMLElement).queryByRole('link')).toBeNull();
    expect(await accessibilityViolations()).toEqual([]);
  });

  it('links to the contents when there are no resources, and can be retried after an error', async () => {
    const onContents = vi.fn();
    stubCalls(refuse(listBookResources, 'unavailable', '服务暂时不可用'));
    renderInApp(<BookResources bookId={BOOK} onContents={onContents} />);
    const retry = await screen.findByRole('button', { name: '重试' });
    stubCalls(succeed(listBookResources, { counts: [], items: [] }));
    await userEvent.click(retry);
    await userEvent.click(await screen.findByRole('button', { name: '查看目录' }));
    expect(onContents).toHaveBeenCalledOnce();
  });
});

describe('the tab of changes', () => {
  it('lists the versions with the editors’ release notes', async () => {
    stubCalls(
      succeed(getBookChanges, {
        versions: [
          {
            no: 2,
            releasedAt: DAY,
            note: '订正了周期表。',
            chars: 10,
            changes: { added: 1, changed: 2, removed: 0, chapters: [{ title: '元素', added: 1, changed: 2 }] },
          },
          { no: 1, releasedAt: DAY - 86_400_000, note: '', chars: 9 },
        ],
      }),
    );
    renderInApp(<BookChanges bookId={BOOK} />);
    const [newest, first] = await screen.findAllByText(/^内容第 \d 版$/);
    expect(newest?.closest('li')).toHaveTextContent('第 2 版2026年5月6日当前版本订正了周期表。修改 2 处，新增 1 处。');
    expect(newest?.closest('li')).toHaveTextContent('元素（3 处）');
    expect(first?.closest('li')).toHaveTextContent('首次发布。');
    expect(await accessibilityViolations()).toEqual([]);
  });
});

describe('the tab of editions', () => {
  it('shows the user’s access to each edition, with links', async () => {
    const edition = (no: number, part: Partial<BookEdition>): BookEdition => ({
      book: {
        id: String(no).repeat(26),
        title: '高等数学',
        authors: '',
        edition: no,
        accessModel: 'paid',
        priceFen: 3_900,
        owned: false,
        publishedAt: DAY,
        chars: 1,
        categories: [],
      },
      right: { kind: 'trial', reason: '' },
      shelfState: 'published',
      edition: no,
      ...part,
    });
    stubCalls(
      succeed(listBookEditions, {
        items: [
          edition(3, { year: 2024, isbn: '9787040506945' }),
          edition(2, {}),
          edition(1, { right: { kind: 'owned', reason: '', source: 'order' }, shelfState: 'offShelf' }),
        ],
      }),
    );
    renderInApp(<BookEditions bookId={'2'.repeat(26)} />);
    const [newest, mine, old] = await screen.findAllByRole('listitem');
    expect(newest).toHaveTextContent('第 3 版高等数学 · 2024 年出版 · ISBN 9787040506945¥39.00');
    expect(within(newest as HTMLElement).getByRole('link', { name: '第 3 版' })).toHaveAttribute('href', `/course/info/${'3'.repeat(26)}`);
    expect(mine).toHaveTextContent('第 2 版当前页面');
    expect(within(mine as HTMLElement).queryByRole('link')).toBeNull();
    expect(old).toHaveTextContent('第 1 版已拥有已下架');
    expect(await accessibilityViolations()).toEqual([]);
  });
});

describe('the tab of ratings', () => {
  const list = (part: Partial<RatingList>) =>
    succeed(listRatings, { count: 0, distribution: [0, 0, 0, 0, 0], items: [], mayRate: 'signIn', ...part });
  const rating = { id: '2'.repeat(26), stars: 4, body: '<b>好书</b>', author: '孔丘', createdAt: DAY, updatedAt: DAY };

  it.each([
    ['signIn', '登录后可以评价。', 'button', '登录'],
    ['noRight', '拥有本书全文的阅读权限后可以评价。', undefined, ''],
    ['notOpened', '打开读过本书后可以评价。', 'link', '开始学习'],
    ['staff', '出版方人员和作者不评价自己的书。', undefined, ''],
  ] as const)('tells a user who may not rate why, with a link: %s', async (mayRate, text, role, name) => {
    stubCalls(list({ mayRate }));
    renderInApp(<BookRatings bookId={BOOK} />);
    expect(await screen.findByText(text)).toBeVisible();
    expect(screen.queryAllByRole(role ?? 'link', { name }).length).toBe(role === undefined ? 0 : 1);
    expect(screen.queryByRole('button', { name: '提交评价' })).toBeNull();
    expect(screen.getByRole('heading', { name: '还没有人评价这本书' })).toBeVisible();
  });

  it('shows the totals, and texts without markup', async () => {
    stubCalls(list({ count: 1, mean: 4, distribution: [0, 0, 0, 1, 0], items: [rating] }));
    renderInApp(<BookRatings bookId={BOOK} />);
    expect(await screen.findByText('<b>好书</b>')).toBeVisible();
    expect(screen.getByText('评分 4.0，满分 5')).toBeInTheDocument();
    expect(screen.getByRole('listitem', { name: '4 星 1 条' })).toBeVisible();
    expect(screen.getByRole('button', { name: '举报孔丘的评价' })).toBeVisible();
    expect(await accessibilityViolations()).toEqual([]);
  });

  it('requires stars', async () => {
    const { asked } = stubCalls(list({ mayRate: 'yes' }), succeed(saveRating, { mine: rating }));
    renderInApp(<BookRatings bookId={BOOK} />);
    const form = await screen.findByRole('region', { name: '评价这本书' });
    await userEvent.type(within(form).getByLabelText('评语（选填）'), '好书');
    await userEvent.click(within(form).getByRole('button', { name: '提交评价' }));
    expect(await within(form).findByRole('alert')).toHaveTextContent('请选择星级');
    expect(asked.some(({ name }) => name === saveRating.path)).toBe(false);
    await userEvent.click(within(form).getByRole('radio', { name: '5 星 很好' }));
    await userEvent.click(within(form).getByRole('button', { name: '提交评价' }));
    await waitFor(() => expect(asked.find(({ name }) => name === saveRating.path)?.fields).toMatchObject({ stars: 5, body: '好书' }));
  });

  it('tells the author of a hidden rating the reason', async () => {
    stubCalls(list({ mayRate: 'yes', mine: { ...rating, hiddenReason: '含有广告' } }));
    renderInApp(<BookRatings bookId={BOOK} />);
    expect(await screen.findByText(/编辑已隐藏这条评价：含有广告/)).toBeVisible();
    await userEvent.click(screen.getByRole('button', { name: '修改' }));
    expect(screen.getByRole('radio', { name: '4 星 较好' })).toBeChecked();
  });
});
