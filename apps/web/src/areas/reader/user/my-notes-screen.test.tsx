import 'fake-indexeddb/auto';
import { type Annotation, listAuthRoles, type OutputOf, queryNotes } from '@shufang/contract';
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { endSession } from '../../../platform/session/session.ts';
import { ANONYMOUS_OWNER } from '../../../platform/storage/anonymous-owner.ts';
import { markPulled } from '../../../platform/storage/first-pull.ts';
import { readerDatabase } from '../../../platform/storage/reader-database.ts';
import { anAnnotation } from '../../../platform/storage/testing/an-annotation.ts';
import { accessibilityViolations, renderInApp } from '../../../testing/render-in-app.tsx';
import { serveEmpty, serveFailures, serveNothing } from '../../../testing/serve-operations.ts';
import { signInHere } from '../../../testing/sign-in-here.ts';
import { succeed } from '../../../testing/stub-calls.ts';
import { Component } from './my-notes-screen.tsx';

const USER = 'u1';
const roles = succeed(listAuthRoles, { roles: [{ role: 'reader', scope: '' }], permissions: ['annotate'] });
const found = (part: Partial<OutputOf<typeof queryNotes>> = {}) => succeed(queryNotes, { items: [], total: 0, books: [], ...part });
const store = async (annotation: Annotation, owner = USER): Promise<void> => {
  await readerDatabase().records.put({
    owner,
    entity: 'annotation',
    entityId: annotation.id,
    bookId: annotation.bookId,
    record: annotation,
    clocks: {},
  });
};
const open = (search = '') =>
  renderInApp(
    <main>
      <Component />
    </main>,
    `/user/myNotes${search}`,
  );

beforeEach(() => signInHere({ id: USER }));
afterEach(async () => {
  endSession();
  localStorage.clear();
  vi.unstubAllGlobals();
  for (const table of readerDatabase().tables) await table.clear();
});

describe('the notes of a user', () => {
  it('are announced as being read on a device without annotations, until the server responds', async () => {
    serveNothing(roles);
    open();
    expect(await screen.findByRole('status', { name: '正在读取笔记' })).toBeVisible();
    expect(screen.queryByText('还没有笔记')).toBeNull();
    expect(await accessibilityViolations()).toEqual([]);
  });

  it('are filtered by what became of them in new versions of the book', async () => {
    await store(anAnnotation({ body: '没有变' }));
    await store(anAnnotation({ anchor: 'fuzzy', body: '变了' }));
    serveEmpty(roles);
    const { router } = open('?anchor=fuzzy');
    expect(await screen.findByText('变了')).toBeVisible();
    expect(screen.queryByText('没有变')).toBeNull();
    await userEvent.selectOptions(screen.getByRole('combobox', { name: '改版以后' }), '仍在原处');
    expect(await screen.findByText('没有变')).toBeVisible();
    expect(router.state.location.search).toBe('?anchor=exact');
  });

  it('without any note say how to make one', async () => {
    serveEmpty(roles);
    open();
    expect(await screen.findByText('还没有笔记')).toBeVisible();
    expect(screen.getByRole('link', { name: '去选一本书' })).toHaveAttribute('href', '/course/list');
    expect(await accessibilityViolations()).toEqual([]);
  });

  it('are not called empty on a device that has never received them, and are loaded on retry', async () => {
    const user = userEvent.setup();
    serveFailures(roles);
    open();
    expect(await screen.findByText('没有加载出来', {}, { timeout: 15_000 })).toBeVisible();
    expect(screen.queryByText('还没有笔记')).toBeNull();
    expect(await accessibilityViolations()).toEqual([]);
    serveEmpty(roles, found());
    await markPulled(readerDatabase(), USER);
    await user.click(screen.getByRole('button', { name: '重试' }));
    expect(await screen.findByText('还没有笔记')).toBeVisible();
  });

  it('of this device are shown at once, with a message while the server cannot be reached', async () => {
    await store(anAnnotation({ body: '温习旧的' }));
    serveFailures(roles);
    open();
    expect((await screen.findAllByText('共 1 条'))[0]).toBeVisible();
    expect(screen.getByText('学而时习')).toBeVisible();
    expect(await screen.findByText('暂时读不到账号里的笔记，下面是本机保存的内容', {}, { timeout: 15_000 })).toBeVisible();
    expect(await accessibilityViolations()).toEqual([]);
  });

  it('of another account on this device are not shown', async () => {
    await store(anAnnotation({ body: '别人的笔记' }), 'u2');
    serveEmpty(roles);
    open();
    expect(await screen.findByText('还没有笔记')).toBeVisible();
    expect(screen.queryByText('别人的笔记')).toBeNull();
  });

  it('that a filter excludes are shown again without it', async () => {
    const user = userEvent.setup();
    await store(anAnnotation());
    serveEmpty(roles);
    const { router } = open('?kind=bookmark');
    const clear = await screen.findByRole('button', { name: '清除筛选' });
    expect(screen.getByText('共 0 条')).toBeVisible();
    await user.click(clear);
    expect((await screen.findAllByText('共 1 条'))[0]).toBeVisible();
    expect(router.state.location.search).toBe('');
  });
});

describe('an anonymous user', () => {
  beforeEach(() => endSession());

  it('is asked to sign in, and no call requests notes', async () => {
    const { asked } = serveEmpty();
    open();
    expect(await screen.findByText(/^这里会收好您在每本书里的划线/)).toBeVisible();
    await waitFor(() => expect(screen.queryByRole('status', { name: '正在读取笔记' })).toBeNull());
    expect(asked.map(({ name }) => name)).not.toContain(queryNotes.path);
    expect(await accessibilityViolations()).toEqual([]);
  });

  it('sees the annotations made on this device below that', async () => {
    await store(anAnnotation(), ANONYMOUS_OWNER);
    serveEmpty();
    open();
    expect(await screen.findByRole('heading', { name: '以下是这台设备上未登录时的标注' })).toBeVisible();
    expect((await screen.findAllByText('共 1 条'))[0]).toBeVisible();
    expect(screen.queryByRole('button', { name: '导入批注' })).toBeNull();
  });
});
