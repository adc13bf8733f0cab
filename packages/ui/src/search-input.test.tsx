import { act, fireEvent, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';
import { SearchInput } from './search-input.tsx';

/** Renders the field in a parent that passes a new value late, as the URL does: only when the test calls `setValue`. */
const open = (start = '') => {
  const reported: string[] = [];
  const field = (value: string) => <SearchInput aria-label="搜索" value={value} onChange={(next) => reported.push(next)} />;
  const { rerender } = render(field(start));
  return { reported, setValue: (value: string) => act(() => rerender(field(value))), box: screen.getByRole('searchbox') };
};

describe('a search field whose value updates late', () => {
  it('shows the typed text immediately, also in the middle of a word', async () => {
    const { box, reported, setValue } = open('编程');
    box.focus();
    (box as HTMLInputElement).setSelectionRange(0, 0);
    await userEvent.type(box, '学', { initialSelectionStart: 0, initialSelectionEnd: 0 });
    setValue('学编程');
    await userEvent.type(box, '习', { initialSelectionStart: 1, initialSelectionEnd: 1 });
    expect(box).toHaveValue('学习编程');
    expect(reported).toEqual(['学编程', '学习编程']);
  });

  it('is not reset by the late value of an earlier letter', async () => {
    const { box, setValue } = open();
    await userEvent.type(box, 'abc');
    setValue('a');
    expect(box).toHaveValue('abc');
    setValue('abc');
    expect(box).toHaveValue('abc');
  });

  it('reports nothing while an input method is composing, and the text once afterwards', () => {
    const { box, reported, setValue } = open();
    fireEvent.compositionStart(box);
    for (const value of ['b', 'bi', 'bian']) fireEvent.input(box, { target: { value }, isComposing: true });
    expect(box).toHaveValue('bian');
    expect(reported).toEqual([]);
    fireEvent.input(box, { target: { value: '编' }, isComposing: true });
    fireEvent.compositionEnd(box);
    expect(reported).toEqual(['编']);
    setValue('编');
    expect(box).toHaveValue('编');
  });

  it('adopts a value that is set from outside, and an empty one', async () => {
    const { box, setValue } = open('编程');
    setValue('');
    expect(box).toHaveValue('');
    await userEvent.type(box, 'ab');
    setValue('物理');
    expect(box).toHaveValue('物理');
  });
});
