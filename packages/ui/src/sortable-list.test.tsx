import { fireEvent, render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { expect, it, vi } from 'vitest';
import { SortableList } from './sortable-list.tsx';

const reported = vi.fn<(rows: readonly string[]) => void>();
const List = () => {
  const [rows, setRows] = useState<readonly string[]>(['甲', '乙', '丙']);
  return (
    <SortableList
      label="图书"
      rows={rows}
      keyOf={(row) => row}
      labels={{
        handleOf: (row) => `移动 ${row}`,
        hint: '拖动，或用上下方向键移动',
        movedTo: (row, position, count) => `${row}：第 ${position} 位，共 ${count} 位`,
      }}
      onOrder={(next) => {
        reported(next);
        setRows(next);
      }}
    >
      {(row) => <span>{row}</span>}
    </SortableList>
  );
};
const order = (): (string | null)[] =>
  within(screen.getByRole('list', { name: '图书' }))
    .getAllByRole('listitem')
    .map((item) => item.textContent);

it('arrow keys move a row, keep the focus on it, announce its position, and stop at the ends', async () => {
  reported.mockClear();
  render(<List />);
  const handle = screen.getByRole('button', { name: '移动 丙' });
  handle.focus();
  await userEvent.keyboard('{ArrowUp}');
  expect(order()).toEqual(['甲', '丙', '乙']);
  expect(screen.getByRole('button', { name: '移动 丙' })).toHaveFocus();
  expect(screen.getByRole('status')).toHaveTextContent('丙：第 2 位，共 3 位');
  await userEvent.keyboard('{ArrowUp}{ArrowUp}');
  expect(order()).toEqual(['丙', '甲', '乙']);
  expect(reported).toHaveBeenCalledTimes(2);
});

it('a drag reorders rows and reports the order at its end; a canceled drag changes nothing', () => {
  reported.mockClear();
  render(<List />);
  for (const [index, item] of screen.getAllByRole('listitem').entries())
    item.getBoundingClientRect = () => ({ top: index * 50, height: 50, bottom: index * 50 + 50 }) as DOMRect;
  const handle = screen.getByRole('button', { name: '移动 甲' });
  handle.setPointerCapture = vi.fn();
  fireEvent.pointerDown(handle, { button: 0, pointerId: 1, clientY: 20 });
  fireEvent.pointerMove(handle, { pointerId: 1, clientY: 140 });
  expect(screen.getAllByRole('listitem').map((item) => item.style.order)).toEqual(['2', '0', '1']);
  expect(reported).not.toHaveBeenCalled();
  fireEvent.pointerCancel(handle, { pointerId: 1 });
  expect(order()).toEqual(['甲', '乙', '丙']);
  fireEvent.pointerDown(handle, { button: 0, pointerId: 1, clientY: 20 });
  fireEvent.pointerMove(handle, { pointerId: 1, clientY: 140 });
  fireEvent.keyDown(handle, { key: 'Escape' });
  expect(screen.getAllByRole('listitem').map((item) => item.style.order)).toEqual(['0', '1', '2']);
  fireEvent.pointerUp(handle, { pointerId: 1 });
  expect(reported).not.toHaveBeenCalled();
  fireEvent.pointerDown(handle, { button: 0, pointerId: 1, clientY: 20 });
  fireEvent.pointerMove(handle, { pointerId: 1, clientY: 140 });
  fireEvent.pointerUp(handle, { pointerId: 1 });
  expect(reported).toHaveBeenCalledExactlyOnceWith(['乙', '丙', '甲']);
  expect(order()).toEqual(['乙', '丙', '甲']);
});
