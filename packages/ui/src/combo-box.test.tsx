/** Tests of the combo box: keyboard, pointer, input methods, accessible names. */
import { createEvent, fireEvent, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import axe from 'axe-core';
import { useState } from 'react';
import { expect, it, vi } from 'vitest';
import { ComboBox } from './combo-box.tsx';

const open = () => {
  const onChoose = vi.fn();
  const Controlled = () => {
    const [value, setValue] = useState('');
    const [isOpen, setOpen] = useState(false);
    return (
      <ComboBox
        label="搜索"
        listLabel="建议"
        value={value}
        onChange={setValue}
        isOpen={isOpen}
        onOpenChange={setOpen}
        options={['诗经', '史记'].filter((title) => title.startsWith(value))}
        keyOf={(title) => title}
        renderOption={(title) => title}
        onChoose={onChoose}
      />
    );
  };
  const view = render(<Controlled />);
  return { ...view, onChoose, input: screen.getByRole('combobox', { name: '搜索' }), user: userEvent.setup() };
};

it('the list opens by arrow key, moves through the options, and Enter chooses one', async () => {
  const { input, user, onChoose } = open();
  await user.tab();
  expect(input).toHaveAttribute('aria-expanded', 'false');
  await user.keyboard('{ArrowDown}');
  expect(input).toHaveAttribute('aria-expanded', 'true');
  await user.keyboard('{ArrowDown}{ArrowDown}');
  const option = screen.getByRole('option', { name: '史记' });
  expect(option).toHaveAttribute('aria-selected', 'true');
  expect(input).toHaveAttribute('aria-activedescendant', option.id);
  await user.keyboard('{ArrowDown}{ArrowUp}{Enter}');
  expect(onChoose).toHaveBeenCalledExactlyOnceWith('史记');
});

it('an option that is selected by an arrow key is scrolled into view, one under the pointer is not', async () => {
  const { input, user } = open();
  await user.click(input);
  const option = screen.getByRole('option', { name: '诗经' });
  const scroll = vi.spyOn(option, 'scrollIntoView');
  await user.hover(option);
  expect(scroll).not.toHaveBeenCalled();
  await user.keyboard('{ArrowDown}{ArrowDown}');
  expect(scroll).toHaveBeenCalledExactlyOnceWith({ block: 'nearest' });
});

it('a click chooses an option and keeps the focus in the input', async () => {
  const { input, user, onChoose } = open();
  await user.click(input);
  await user.click(screen.getByRole('option', { name: '诗经' }));
  expect(onChoose).toHaveBeenCalledExactlyOnceWith('诗经');
  expect(input).toHaveFocus();
});

it('the list closes by Escape and when the input loses the focus', async () => {
  const { input, user } = open();
  await user.click(input);
  await user.keyboard('{Escape}');
  expect(screen.queryByRole('listbox')).toBeNull();
  await user.type(input, '诗');
  expect(screen.getAllByRole('option')).toHaveLength(1);
  await user.tab();
  expect(screen.queryByRole('listbox')).toBeNull();
});

it('keys are ignored while an input method is composing', async () => {
  const { input, user, onChoose } = open();
  await user.click(input);
  await user.keyboard('{ArrowDown}');
  for (const key of ['Enter', 'ArrowDown', 'Escape']) {
    const event = createEvent.keyDown(input, { key, isComposing: true });
    fireEvent(input, event);
    expect(event.defaultPrevented, key).toBe(false);
  }
  expect(onChoose).not.toHaveBeenCalled();
  expect(screen.getByRole('option', { name: '诗经' })).toHaveAttribute('aria-selected', 'true');
});

it('an open combo box has no accessibility violations', async () => {
  const { container, input, user } = open();
  await user.click(input);
  await user.keyboard('{ArrowDown}');
  expect((await axe.run(container)).violations).toEqual([]);
});
