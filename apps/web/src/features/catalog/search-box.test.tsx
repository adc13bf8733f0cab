import { listHotWords, suggestSearch } from '@shufang/contract';
import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { answerCalls, succeed } from '../../testing/answer-calls.ts';
import { accessibilityFaults, renderInApp } from '../../testing/render-in-app.tsx';
import { SearchBox } from './search-box.tsx';

const bookId = '01m7z75wr7m6wm3yd1n8g1tnbx';
const suggestions = succeed(suggestSearch, { suggestions: [{ text: '论语', bookId }, { text: '论语译注' }] });

afterEach(() => vi.unstubAllGlobals());

describe('the search box', () => {
  it('opens a suggested book by arrow keys and Enter', async () => {
    answerCalls(suggestions);
    const { router, container } = renderInApp(<SearchBox />);
    await userEvent.type(screen.getByRole('combobox', { name: '搜索教材' }), '论语');
    await screen.findByRole('option', { name: '论语' });
    await userEvent.keyboard('{ArrowDown}');
    expect(screen.getByRole('option', { name: '论语' })).toHaveAttribute('aria-selected', 'true');
    expect(await accessibilityFaults(container)).toEqual([]);
    await userEvent.keyboard('{Enter}');
    expect(router.state.location.pathname).toBe(`/course/info/${bookId}`);
  });

  it('searches for what was typed when nothing is chosen', async () => {
    answerCalls(suggestions);
    const { router } = renderInApp(<SearchBox tab="body" />);
    await userEvent.type(screen.getByRole('combobox'), ' 学而时习之 {Enter}');
    expect(`${router.state.location.pathname}?${decodeURIComponent(router.state.location.search.slice(1))}`).toBe(
      '/course/search?q=学而时习之&tab=body',
    );
  });

  it('closes the suggestions with Escape and keeps the text', async () => {
    answerCalls(suggestions);
    renderInApp(<SearchBox />);
    await userEvent.type(screen.getByRole('combobox'), '论');
    await screen.findByRole('option', { name: '论语' });
    await userEvent.keyboard('{Escape}');
    expect(screen.queryByRole('option')).toBeNull();
    expect(screen.getByRole('combobox')).toHaveValue('论');
  });

  it('offers what was searched for last and what many look for while nothing is typed, and forgets the former', async () => {
    localStorage.clear();
    answerCalls(suggestions, succeed(listHotWords, { words: ['线性代数', '论语'] }));
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
    // The newest first; a word that was searched for here is not offered twice.
    expect([offered[0], ...offered.slice(-2)]).toEqual(['论语最近搜索', '线性代数热搜', '清除最近搜索']);
    expect(offered).not.toContain('论语热搜');
    expect(await accessibilityFaults(container)).toEqual([]);
    await userEvent.click(screen.getByRole('option', { name: '清除最近搜索' }));
    expect(await names()).toEqual(['线性代数热搜', '论语热搜']);
    expect(localStorage.getItem('recentSearches')).toBeNull();
    await userEvent.click(screen.getByRole('option', { name: /线性代数/ }));
    expect(box).toHaveValue('线性代数');
  });
});
