import { type OutputOf, queryBooks } from '@shufang/contract';
import { act, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { useConnection } from '../../../platform/api/connection.ts';
import { noteBroadcasts } from '../../../testing/note-broadcasts.ts';
import { accessibilityViolations, renderInApp } from '../../../testing/render-in-app.tsx';
import { refuse, stubCalls, succeed } from '../../../testing/stub-calls.ts';
import { Component } from './book-list-screen.tsx';

const nothing: OutputOf<typeof queryBooks> = {
  items: [],
  total: 0,
  facets: {
    categories: [{ id: 'science', kind: 'discipline', name: '理学', count: 0 }],
    levels: [],
    access: [],
    languages: [{ value: 'zh', count: 2 }],
    publishers: [],
    plans: [],
    media: [],
    years: [],
  },
};

afterEach(() => vi.unstubAllGlobals());

describe('the list of one source', () => {
  it('shows which filter leaves no results, and removes filters, also one that no book matches', async () => {
    const without: typeof nothing.without = [
      { filter: 'category', total: 2 },
      { filter: 'language', total: 3 },
    ];
    const server = stubCalls(succeed(queryBooks, { ...nothing, without }));
    const address = '/book/list?source=free&access=paid&category=science&language=ja&view=rows';
    const { container, router } = renderInApp(<Component />, address);
    const links = await screen.findAllByRole('link', { name: /^去掉/ });
    expect(server.asked[0]?.fields).toMatchObject({ source: 'free', category: 'science', language: 'ja' });
    expect(server.asked[0]?.fields).not.toHaveProperty('access');
    expect(links.map((link) => [link.textContent, link.getAttribute('href')])).toEqual([
      ['去掉“日语”3 本', '/book/list?source=free&category=science&view=rows'],
      ['去掉“理学”2 本', '/book/list?source=free&language=ja&view=rows'],
    ]);
    expect(screen.getByRole('link', { name: '清除全部条件' })).toHaveAttribute('href', '/book/list?source=free&view=rows');
    expect(screen.queryByText('还没有免费的图书')).toBeNull();
    expect(screen.getByLabelText('语言')).toHaveDisplayValue('日语');
    expect(await accessibilityViolations(container)).toEqual([]);
    await userEvent.selectOptions(screen.getByLabelText('语言'), 'zh');
    expect(new URLSearchParams(router.state.location.search).get('language')).toBe('zh');
  });

  it('shows the error of the server in place of the list, and no toast or dialog', async () => {
    const broadcasts = noteBroadcasts();
    stubCalls(refuse(queryBooks, 'request.invalid', '这个来源现在打不开'));
    renderInApp(<Component />, '/book/list?source=free');
    expect(await screen.findByRole('alert')).toHaveTextContent('这个来源现在打不开重试');
    expect(broadcasts).toEqual([]);
  });

  it('leaves a network failure to the alert, and shows it in place of the list after confirmation', async () => {
    const broadcasts = noteBroadcasts();
    vi.stubGlobal('fetch', () => Promise.reject(new TypeError('no network')));
    useConnection.setState({ isAlerted: true });
    const { container } = renderInApp(<Component />, '/book/list?source=free');
    await waitFor(() => expect(broadcasts).toEqual(['network']));
    expect(container.querySelector('[role="alert"]')).toBeNull();
    act(() => useConnection.setState({ isAlerted: false }));
    expect(await screen.findByRole('alert')).toHaveTextContent('列表没有加载出来重试');
  });

  it('shows an empty state for a source without books when no filter is set', async () => {
    stubCalls(succeed(queryBooks, nothing));
    renderInApp(<Component />, '/book/list?source=free');
    expect(await screen.findByRole('heading', { name: '还没有免费的图书' })).toBeInTheDocument();
    expect(screen.queryByLabelText('语言')).toBeNull();
  });
});
