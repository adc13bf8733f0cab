/** Tests of the widgets that are based on React Aria Components: names, keyboard, values. */
import { render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import axe from 'axe-core';
import { useState } from 'react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { DateField } from './date-field.tsx';
import { Menu } from './menu.tsx';
import { NumberField } from './number-field.tsx';
import { Tree } from './tree.tsx';

beforeEach(() => {
  document.documentElement.lang = 'zh-CN';
});

describe('a menu', () => {
  const open = () => {
    const onAction = vi.fn();
    const view = render(
      <Menu
        label="更多操作"
        onAction={onAction}
        items={[
          { id: 'edit', label: '编辑' },
          { id: 'copy', label: '复制', isDisabled: true },
          { id: 'remove', label: '删除' },
        ]}
      >
        …
      </Menu>,
    );
    return { ...view, onAction, user: userEvent.setup(), button: screen.getByRole('button', { name: '更多操作' }) };
  };

  it('opens by keyboard, skips disabled items, and returns the focus to its button', async () => {
    const { user, onAction, button } = open();
    await user.tab();
    await user.keyboard('{ArrowDown}');
    expect(within(screen.getByRole('menu', { name: '更多操作' })).getByRole('menuitem', { name: '编辑' })).toHaveFocus();
    await user.keyboard('{ArrowDown}{Enter}');
    expect(onAction).toHaveBeenCalledExactlyOnceWith('remove');
    expect(screen.queryByRole('menu')).toBeNull();
    await vi.waitFor(() => expect(button).toHaveFocus());
  });

  it('closes by Escape without an action', async () => {
    const { user, onAction, button } = open();
    await user.click(button);
    await user.keyboard('{Escape}');
    expect(screen.queryByRole('menu')).toBeNull();
    expect(onAction).not.toHaveBeenCalled();
  });
});

describe('a number field', () => {
  const Controlled = ({ onChange }: { onChange: (value: number | undefined) => void }) => {
    const [value, setValue] = useState<number | undefined>(5);
    return (
      <NumberField
        label="数量"
        hint="1 至 20"
        min={1}
        max={20}
        value={value}
        onChange={(next) => {
          setValue(next);
          onChange(next);
        }}
      />
    );
  };

  it('is changed by arrow keys within its limits', async () => {
    const user = userEvent.setup();
    const onChange = vi.fn();
    render(<Controlled onChange={onChange} />);
    const input = screen.getByRole('textbox', { name: '数量' });
    expect(input).toHaveAccessibleDescription('1 至 20');
    await user.click(input);
    await user.keyboard('{ArrowUp}');
    expect(onChange).toHaveBeenLastCalledWith(6);
    await user.keyboard('{End}');
    await user.clear(input);
    await user.type(input, '99');
    await user.tab();
    expect(onChange).toHaveBeenLastCalledWith(20);
  });

  it('is empty when its digits are deleted', async () => {
    const user = userEvent.setup();
    const onChange = vi.fn();
    render(<Controlled onChange={onChange} />);
    await user.clear(screen.getByRole('textbox', { name: '数量' }));
    await user.tab();
    expect(onChange).toHaveBeenLastCalledWith(undefined);
  });
});

describe('a date field', () => {
  it('accepts its parts one by one and reports an ISO date', async () => {
    const user = userEvent.setup();
    const onChange = vi.fn();
    render(<DateField label="截止日期" value="2026-03-01" onChange={onChange} />);
    const parts = within(screen.getByRole('group', { name: '截止日期' })).getAllByRole('spinbutton');
    expect(parts.map((part) => part.textContent)).toEqual(['2026', '3', '1']);
    await user.click(parts[2] as HTMLElement);
    await user.keyboard('{ArrowUp}');
    expect(onChange).toHaveBeenLastCalledWith('2026-03-02');
  });
});

describe('a tree', () => {
  const nodes = [
    { id: 'a', label: '第一章', children: [{ id: 'a1', label: '第一节' }] },
    { id: 'b', label: '第二章' },
  ];

  it('is opened and traversed by arrow keys, and Enter selects', async () => {
    const user = userEvent.setup();
    const onSelect = vi.fn();
    render(<Tree label="目录" nodes={nodes} onSelect={onSelect} />);
    const tree = screen.getByRole('treegrid', { name: '目录' });
    expect(within(tree).getAllByRole('row')).toHaveLength(2);
    await user.tab();
    await user.keyboard('{ArrowRight}');
    expect(within(tree).getAllByRole('row')).toHaveLength(3);
    await user.keyboard('{ArrowDown}');
    expect(within(tree).getByRole('row', { name: '第一节' })).toHaveFocus();
    expect(onSelect).toHaveBeenLastCalledWith('a1');
  });
});

it('has no accessibility violations', async () => {
  const { container } = render(
    <main>
      <Menu label="更多操作" items={[{ id: 'a', label: '编辑' }]} onAction={() => undefined}>
        …
      </Menu>
      <NumberField label="数量" value={1} error="太少" onChange={() => undefined} />
      <DateField label="日期" value="" onChange={() => undefined} />
      <Tree label="目录" nodes={[{ id: 'a', label: '第一章' }]} onSelect={() => undefined} />
    </main>,
  );
  expect((await axe.run(container)).violations).toEqual([]);
});
