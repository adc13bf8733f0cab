import { type AdminBook, getAdminBook, getCategoryTree, listBookChapters, saveAdminBook } from '@shufang/contract';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, it, vi } from 'vitest';
import { ANONYMOUS_OWNER } from '../../../platform/storage/anonymous-owner.ts';
import { dropFormDrafts, findFormDraft } from '../../../platform/storage/form-drafts.ts';
import { accessibilityViolations, renderInApp } from '../../../testing/render-in-app.tsx';
import { refuse, stubCalls, succeed } from '../../../testing/stub-calls.ts';
import { AdminBookEditor } from './admin-book-editor.tsx';

const ID = '1'.repeat(26);
const book: AdminBook = {
  bookId: ID,
  title: '分析初步',
  subtitle: '',
  authors: '甲',
  isbn: '',
  publisher: '甲出版社',
  placeOfPublication: '',
  description: '旧的简介',
  categoryIds: [],
  edition: 1,
  editions: [],
  accessModel: 'paid',
  priceFen: 3_900,
  trialChapters: 2,
  planTag: '',
  planProof: '',
  state: 'published',
  contributors: [{ name: '甲', role: 'author', unit: '' }],
  removalNotice: '',
  updatedAt: 0,
};
const chapters = succeed(listBookChapters, {
  items: [
    { title: '上编', depth: 0, chars: 0 },
    { title: '第一章', depth: 1, key: 'b1', rank: 0, chars: 1_000 },
    { title: '第二章', depth: 1, key: 'b2', rank: 1, chars: 2_000 },
    { title: '附录', depth: 0, key: 'b3', rank: 2, chars: 7_000 },
  ],
  frontChars: 0,
  totalChars: 10_000,
});
const others = [chapters, succeed(getCategoryTree, { items: [] }), succeed(getAdminBook, book)];
const draft = () => findFormDraft(ANONYMOUS_OWNER, `book:${ID}`);
const box = (name: RegExp): HTMLElement => screen.getByRole('checkbox', { name });

afterEach(async () => {
  vi.unstubAllGlobals();
  await dropFormDrafts(ANONYMOUS_OWNER);
});

it('input in the editor is restored after an error and a reload, and deleted after saving', async () => {
  stubCalls(...others, refuse(saveAdminBook, 'request.invalid', '没有这个学科'));
  const first = renderInApp(<AdminBookEditor book={book} />);
  await userEvent.clear(screen.getByRole('textbox', { name: '简介' }));
  await userEvent.type(screen.getByRole('textbox', { name: '简介' }), '新的简介');
  await userEvent.click(screen.getByRole('button', { name: '添加一人' }));
  await userEvent.type(screen.getAllByRole('textbox', { name: '姓名' })[1] as HTMLElement, '乙');
  await userEvent.click(screen.getByRole('button', { name: '保存' }));
  await waitFor(async () => expect(await draft()).toContain('乙'));
  first.unmount();

  const saved: AdminBook = {
    ...book,
    title: '分析初步（改）',
    description: '新的简介',
    contributors: [...book.contributors, { name: '乙', role: 'contributor', unit: '' }],
  };
  const { asked } = stubCalls(...others, succeed(saveAdminBook, saved));
  renderInApp(<AdminBookEditor book={{ ...book, title: '分析初步（改）' }} />);
  expect(await screen.findByText('上次填写、还没有保存的内容已恢复。')).toBeVisible();
  expect(screen.getByRole('textbox', { name: '简介' })).toHaveValue('新的简介');
  // The draft did not change the title, so the form shows the title that another editor has saved since.
  expect(screen.getByRole('textbox', { name: '书名' })).toHaveValue('分析初步（改）');
  expect(screen.getAllByRole('textbox', { name: '姓名' }).map((field) => (field as HTMLInputElement).value)).toEqual(['甲', '乙']);
  expect(await accessibilityViolations()).toEqual([]);
  await userEvent.click(screen.getByRole('button', { name: '保存' }));
  await waitFor(async () => expect(await draft()).toBeUndefined());
  expect(asked.find(({ name }) => name === saveAdminBook.path)?.fields).toMatchObject({ title: '分析初步（改）', description: '新的简介' });
  expect(screen.queryByText('上次填写、还没有保存的内容已恢复。')).toBeNull();
});

it('selecting a part selects all its chapters for the trial, and a large trial shows a warning', async () => {
  const { asked } = stubCalls(...others, succeed(saveAdminBook, { ...book, trialChosen: ['b1', 'b2'] }));
  renderInApp(<AdminBookEditor book={book} />, '/admin/books/1?part=trial');
  expect(screen.getByText('现在：前 2 章对所有人开放。封面、扉页不算。')).toBeVisible();
  await userEvent.click(await screen.findByRole('radio', { name: '选定的章节' }));
  const tree = within(await screen.findByRole('list', { name: '试读的章节' }));
  expect(tree.getAllByRole('checkbox')).toHaveLength(4);
  await userEvent.click(box(/^第二章/));
  expect(box(/^上编/)).toBePartiallyChecked();
  expect(screen.getByText('试读 1 章，2000 字，占全书的 20%')).toBeVisible();
  await userEvent.click(box(/^上编/));
  expect(box(/^第一章/)).toBeChecked();
  await userEvent.click(box(/^附录/));
  expect(screen.getByText('超过全书的 30%，确定要开放这么多吗？')).toBeVisible();
  await userEvent.click(box(/^附录/));
  expect(await accessibilityViolations()).toEqual([]);
  await userEvent.click(screen.getByRole('button', { name: '保存试读' }));
  await waitFor(() => expect(asked.find(({ name }) => name === saveAdminBook.path)).toBeDefined());
  expect(asked.find(({ name }) => name === saveAdminBook.path)?.fields).toEqual({ bookId: ID, trialChosen: ['b2', 'b1'] });
});

it('says that the name of a category could not be found when the categories cannot be loaded', async () => {
  stubCalls(chapters, succeed(getAdminBook, book), refuse(getCategoryTree, 'request.invalid', '不行'));
  renderInApp(<AdminBookEditor book={{ ...book, categoryIds: ['history'] }} />);
  expect(screen.getByText('正在加载', { selector: 'li' })).toBeVisible();
  expect(await screen.findByText('没有查到的学科', { selector: 'li' }, { timeout: 10_000 })).toBeVisible();
});
