import { suggestSearch } from '@shufang/contract';
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
});
