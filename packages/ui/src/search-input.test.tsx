import { act, fireEvent, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';
import { SearchInput } from './search-input.tsx';

/** A place that gives back what it was told when `settle` is called, as the address does. */
const open = (start = '') => {
  const told: string[] = [];
  const field = (value: string) => <SearchInput aria-label="搜索" value={value} onChange={(next) => told.push(next)} />;
  const { rerender } = render(field(start));
  return { told, comes: (value: string) => act(() => rerender(field(value))), box: screen.getByRole('searchbox') };
};

describe('a field whose words come back late', () => {
  it('shows what is typed at once, also in the middle of a word', async () => {
    const { box, told, comes } = open('编程');
    box.focus();
    (box as HTMLInputElement).setSelectionRange(0, 0);
    await userEvent.type(box, '学', { initialSelectionStart: 0, initialSelectionEnd: 0 });
    comes('学编程');
    await userEvent.type(box, '习', { initialSelectionStart: 1, initialSelectionEnd: 1 });
    expect(box).toHaveValue('学习编程');
    expect(told).toEqual(['学编程', '学习编程']);
  });

  it('is not put back by an answer to an earlier letter', async () => {
    const { box, comes } = open();
    await userEvent.type(box, 'abc');
    comes('a');
    expect(box).toHaveValue('abc');
    comes('abc');
    expect(box).toHaveValue('abc');
  });

  it('tells nothing while an input method composes, and the words once when it is done', () => {
    const { box, told, comes } = open();
    fireEvent.compositionStart(box);
    for (const value of ['b', 'bi', 'bian']) fireEvent.input(box, { target: { value }, isComposing: true });
    expect(box).toHaveValue('bian');
    expect(told).toEqual([]);
    fireEvent.input(box, { target: { value: '编' }, isComposing: true });
    fireEvent.compositionEnd(box);
    expect(told).toEqual(['编']);
    comes('编');
    expect(box).toHaveValue('编');
  });

  it('takes words from elsewhere, and lets go of them', async () => {
    const { box, comes } = open('编程');
    comes('');
    expect(box).toHaveValue('');
    await userEvent.type(box, 'ab');
    comes('物理');
    expect(box).toHaveValue('物理');
  });
});
