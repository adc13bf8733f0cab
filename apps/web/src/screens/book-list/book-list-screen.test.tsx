import { type OutputOf, queryBooks } from '@shufang/contract';
import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { answerCalls, succeed } from '../../testing/answer-calls.ts';
import { accessibilityFaults, renderInApp } from '../../testing/render-in-app.tsx';
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
  it('says which filter leaves nothing, and takes back what was chosen, also what no book has', async () => {
    const without: typeof nothing.without = [
      { filter: 'category', total: 2 },
      { filter: 'language', total: 3 },
    ];
    const server = answerCalls(succeed(queryBooks, { ...nothing, without }));
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
    expect(await accessibilityFaults(container)).toEqual([]);
    await userEvent.selectOptions(screen.getByLabelText('语言'), 'zh');
    expect(new URLSearchParams(router.state.location.search).get('language')).toBe('zh');
  });

  it('says that a source has no books where no filter is on', async () => {
    answerCalls(succeed(queryBooks, nothing));
    renderInApp(<Component />, '/book/list?source=free');
    expect(await screen.findByRole('heading', { name: '还没有免费的图书' })).toBeInTheDocument();
    expect(screen.queryByLabelText('语言')).toBeNull();
  });
});
