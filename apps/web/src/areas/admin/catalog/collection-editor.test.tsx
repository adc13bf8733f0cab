/** Tests of the editor of a collection: facts, books in order with notes, saving, removing, and that nothing entered is lost. */
import { type CollectionRecord, listAdminBooks, type Operation, type OutputOf, removeCollection, saveCollection } from '@shufang/contract';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { ANONYMOUS_OWNER } from '../../../platform/storage/anonymous-owner.ts';
import { dropFormDrafts } from '../../../platform/storage/form-drafts.ts';
import { accessibilityViolations, renderInApp } from '../../../testing/render-in-app.tsx';
import { refuse, stubCalls, succeed } from '../../../testing/stub-calls.ts';
import { CollectionEditor } from './collection-editor.tsx';

type Found = OutputOf<typeof listAdminBooks>['items'][number];

const ID = 'k'.repeat(26);
const A = 'a'.repeat(26);
const B = 'b'.repeat(26);
const C = 'c'.repeat(26);
const record: CollectionRecord = {
  id: ID,
  kind: 'list',
  title: '先秦经典',
  intro: '从这里读起',
  curator: '文学编辑室',
  visible: true,
  items: [
    { bookId: A, title: '论语', shelfState: 'published', note: '先读这本' },
    { bookId: B, title: '孟子', shelfState: 'offShelf', note: '' },
  ],
  updatedAt: 1,
};
const found: Found = {
  bookId: C,
  title: '荀子',
  authors: '荀况',
  isbn: '',
  publisher: '',
  state: 'published',
  accessModel: 'free',
  priceFen: 0,
  updatedAt: 1,
};

afterEach(async () => {
  vi.unstubAllGlobals();
  await dropFormDrafts(ANONYMOUS_OWNER);
});

const open = (edited: CollectionRecord | undefined, ...responses: Parameters<typeof stubCalls>) => {
  const { asked } = stubCalls(...responses);
  const [onSaved, onRemoved] = [vi.fn(), vi.fn()];
  const view = renderInApp(<CollectionEditor {...(edited && { record: edited })} onSaved={onSaved} onRemoved={onRemoved} />);
  const sentTo = (operation: Operation) => asked.filter(({ name }) => name === operation.path);
  return { ...view, user: userEvent.setup(), sentTo, onSaved, onRemoved };
};
const field = (name: string) => screen.getByRole('textbox', { name });
const save = (user: ReturnType<typeof userEvent.setup>) => user.click(screen.getByRole('button', { name: '保存' }));

describe('the editor of a collection', () => {
  it('shows the facts and the books, and which book readers cannot open, without accessibility violations', async () => {
    const { container } = open(record);
    expect(field('名称')).toHaveValue('先秦经典');
    expect(screen.getByRole('checkbox', { name: '读者可以看到' })).toBeChecked();
    const [first, second] = within(screen.getByRole('list', { name: '书单里的图书' })).getAllByRole('listitem');
    expect(within(first ?? container).queryByText(/不在架/)).toBeNull();
    expect(within(second ?? container).getByText(/不在架/)).toBeVisible();
    expect(screen.getByRole('link', { name: '查看读者看到的页面' })).toHaveAttribute('href', `/book/collection/${ID}`);
    expect(await accessibilityViolations(container)).toEqual([]);
  });

  it('does not save without a name: the field shows the error and is focused', async () => {
    const { user, sentTo } = open(undefined);
    await save(user);
    expect(field('名称')).toHaveFocus();
    expect(field('名称')).toHaveAccessibleDescription('请填写名称');
    expect(sentTo(saveCollection)).toEqual([]);
  });

  it('saves a new order, a note and a removed book', async () => {
    const { user, sentTo, onSaved } = open(
      { ...record, items: [...record.items, { bookId: C, title: '荀子', shelfState: 'published', note: '' }] },
      succeed(saveCollection, record),
    );
    screen.getByRole('button', { name: '移动 《论语》' }).focus();
    await user.keyboard('{ArrowDown}');
    await user.click(screen.getByRole('button', { name: '移除《荀子》' }));
    const [first] = screen.getAllByRole('textbox', { name: '推荐语' });
    await user.type(first ?? document.body, '再读这本');
    await save(user);
    await waitFor(() => expect(onSaved).toHaveBeenCalledWith(record));
    expect(sentTo(saveCollection)[0]?.fields).toMatchObject({
      id: ID,
      title: '先秦经典',
      items: [
        { bookId: B, note: '再读这本' },
        { bookId: A, note: '先读这本' },
      ],
    });
  });

  it('adds a book that was found, once', async () => {
    const { user, sentTo } = open(record, succeed(listAdminBooks, { items: [found] }), succeed(saveCollection, record));
    await user.type(field('查找图书'), '荀子{Enter}');
    await user.click(await screen.findByRole('button', { name: '添加《荀子》' }));
    expect(screen.getByText('已在其中')).toBeVisible();
    expect(sentTo(saveCollection)).toEqual([]);
    await save(user);
    await waitFor(() => expect(sentTo(saveCollection)).toHaveLength(1));
    expect(sentTo(saveCollection)[0]?.fields.items).toEqual([
      { bookId: A, note: '先读这本' },
      { bookId: B, note: '' },
      { bookId: C, note: '' },
    ]);
  });

  it('loses nothing when the server refuses, and restores the texts when the page is opened again', async () => {
    const { user, sentTo, onSaved, unmount } = open(record, refuse(saveCollection, 'catalog.collectionNotFound', '没有这个专题或书单'));
    await user.clear(field('介绍'));
    await user.type(field('介绍'), '十天读完');
    await save(user);
    await waitFor(() => expect(sentTo(saveCollection)).toHaveLength(1));
    await waitFor(() => expect(screen.getByRole('button', { name: '保存' })).not.toHaveAttribute('aria-disabled', 'true'));
    expect(field('介绍')).toHaveValue('十天读完');
    expect(onSaved).not.toHaveBeenCalled();
    unmount();
    const again = open(record);
    expect(await screen.findByText('上次填写、还没有保存的内容已恢复。')).toBeVisible();
    expect(field('介绍')).toHaveValue('十天读完');
    await again.user.click(screen.getByRole('button', { name: '放弃，显示已保存的内容' }));
    expect(field('介绍')).toHaveValue('从这里读起');
  });
});

describe('removing a collection', () => {
  it('asks first, and tells the page when it is removed', async () => {
    const { user, sentTo, onRemoved } = open(record, succeed(removeCollection, {}));
    await user.click(screen.getByRole('button', { name: '删除' }));
    const dialog = within(screen.getByRole('dialog', { name: '删除《先秦经典》' }));
    await user.click(dialog.getByRole('button', { name: '取消' }));
    expect(sentTo(removeCollection)).toEqual([]);
    await user.click(screen.getByRole('button', { name: '删除' }));
    await user.click(within(screen.getByRole('dialog')).getByRole('button', { name: '删除' }));
    await waitFor(() => expect(onRemoved).toHaveBeenCalledOnce());
    expect(sentTo(removeCollection)[0]?.fields).toEqual({ id: ID });
  });

  it('stays on the page when the server refuses', async () => {
    const { user, sentTo, onRemoved } = open(record, refuse(removeCollection, 'catalog.collectionNotFound', '没有这个专题或书单'));
    await user.click(screen.getByRole('button', { name: '删除' }));
    await user.click(within(screen.getByRole('dialog')).getByRole('button', { name: '删除' }));
    await waitFor(() => expect(sentTo(removeCollection)).toHaveLength(1));
    expect(onRemoved).not.toHaveBeenCalled();
  });

  it('is not offered for a collection that was never saved', () => {
    open(undefined);
    expect(screen.queryByRole('button', { name: '删除' })).toBeNull();
  });
});
