import { listHotWords, suggestSearch } from '@shufang/contract';
import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { accessibilityViolations, renderInApp } from '../../testing/render-in-app.tsx';
import { stubCalls, succeed } from '../../testing/stub-calls.ts';
import { SearchBox } from './search-box.tsx';

const bookId = '01m7z75wr7m6wm3yd1n8g1tnbx';
const suggestions = succeed(suggestSearch, { suggestions: [{ text: '论语', bookId }, { text: '论语译注' }] });

afterEach(() => vi.unstubAllGlobals());

describe('the search box', () => {
  it('opens a suggested book by arrow keys and Enter', async () => {
    stubCalls(suggestions);
    const { router, container } = renderInApp(<SearchBox />);
    await userEvent.type(screen.getByRole('combobox', { name: '搜索教材' }), '论语');
    await screen.findByRole('option', { name: '论语' });
    await userEvent.keyboard('{ArrowDown}');
    expect(screen.getByRole('option', { name: '论语' })).toHaveAttribute('aria-selected', 'true');
    expect(await accessibilityViolations(container)).toEqual([]);
    await userEvent.keyboard('{Enter}');
    expect(router.state.location.pathname).toBe(`/course/info/${bookId}`);
  });

  it('searches for the typed text when no suggestion is selected', async () => {
    stubCalls(suggestions);
    const { router } = renderInApp(<SearchBox tab="body" />);
    await userEvent.type(screen.getByRole('combobox'), ' 学而时习之 {Enter}');
    expect(`${router.state.location.pathname}?${decodeURIComponent(router.state.location.search.slice(1))}`).toBe(
      '/course/search?q=学而时习之&tab=body',
    );
  });

  it('closes the suggestions with Escape and keeps the text', async () => {
    stubCalls(suggestions);
    renderInApp(<SearchBox />);
    await userEvent.type(screen.getByRole('combobox'), '论');
    await screen.findByRole('option', { name: '论语' });
    await userEvent.keyboard('{Escape}');
    expect(screen.queryByRole('option')).toBeNull();
    expect(screen.getByRole('combobox')).toHaveValue('论');
  });

  it('shows recent and popular searches while it is empty, and can delete the recent ones', async () => {
    localStorage.clear();
    stubCalls(suggestions, succeed(listHotWords, { queries: ['线性代数', '论语'] }));
    const { container } = renderInApp(<SearchBox />);
    const box = screen.getByRole('combobox');
    await userEvent.type(box, '论语{Enter}');
    await userEvent.clear(box);
    await userEvent.keyboard('{Escape}');
    expect(screen.queryByRole('option')).toBeNull();
    await userEvent.keyboard('{ArrowDown}');
    const names = async () => (await screen.findAllByRole('option')).map((option) => option.textContent);
    await screen.findByRole('option', { name: /线性代数/ });
    const offered = await names();
    // Recent searches come first, the newest at the top. A hot word that is also a recent search is not suggested again.
    expect([offered[0], ...offered.slice(-2)]).toEqual(['论语最近搜索', '线性代数热搜', '清除最近搜索']);
    expect(offered).not.toContain('论语热搜');
    expect(await accessibilityViolations(container)).toEqual([]);
    await userEvent.click(screen.getByRole('option', { name: '清除最近搜索' }));
    expect(await names()).toEqual(['线性代数热搜', '论语热搜']);
    expect(localStorage.getItem('recentSearches')).toBeNull();
    await userEvent.click(screen.getByRole('option', { name: /线性代数/ }));
    expect(box).toHaveValue('线性代数');
  });
});
