import { cleanup, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import axe from 'axe-core';
import { afterEach, expect, test, vi } from 'vitest';
import { aMark } from '../../platform/storage/testing/a-mark.ts';
import { NotesPanel } from './notes-panel.tsx';
import { SelectionToolbar, type SelectionToolbarProps } from './selection-toolbar.tsx';

afterEach(cleanup);

/** jsdom has no layout to compute colours of text from. */
const axeRules = { rules: { 'color-contrast': { enabled: false } } };

const aToolbar = (parts: Partial<SelectionToolbarProps> = {}) => {
  const props: SelectionToolbarProps = {
    passage: { x: 100, y: 100, width: 50, height: 20 },
    area: { width: 800, height: 600 },
    byTouch: false,
    hasNote: false,
    onColor: vi.fn(),
    onWriteNote: vi.fn(),
    onCopyCitation: vi.fn(),
    onReport: vi.fn(),
    onDismiss: vi.fn(),
    ...parts,
  };
  const { container } = render(<SelectionToolbar {...props} />);
  // A toolbar shows itself when its size is known, which it never is without layout.
  const bar = container.querySelector<HTMLElement>('[role="toolbar"]');
  bar?.style.removeProperty('visibility');
  return props;
};

test('five colours, a note, a citation and a report of a fault, each by its name; deleting only on a mark', () => {
  aToolbar();
  expect(screen.getByRole('toolbar', { name: '划线工具' })).toBeDefined();
  expect(screen.getAllByRole('button').map((button) => button.getAttribute('aria-label'))).toEqual([
    '黄色',
    '绿色',
    '蓝色',
    '粉色',
    '红色',
    '写笔记',
    '复制引用',
    '报错',
  ]);
  cleanup();
  aToolbar({ color: 'blue', hasNote: true, onDelete: vi.fn() });
  expect(screen.getByRole('button', { name: '蓝色' }).getAttribute('aria-pressed')).toBe('true');
  expect(screen.getByRole('button', { name: '编辑笔记' })).toBeDefined();
  expect(screen.getByRole('button', { name: '删除' })).toBeDefined();
});

test('is one stop of the Tab key, with arrows inside, around the ends, and Escape out of it', async () => {
  const person = userEvent.setup();
  const props = aToolbar();
  await person.tab();
  expect(document.activeElement?.getAttribute('aria-label')).toBe('黄色');
  await person.keyboard('{ArrowRight}{ArrowRight}');
  expect(document.activeElement?.getAttribute('aria-label')).toBe('蓝色');
  await person.keyboard('{Enter}');
  expect(props.onColor).toHaveBeenCalledWith('blue');
  await person.keyboard('{End}');
  expect(document.activeElement?.getAttribute('aria-label')).toBe('报错');
  await person.keyboard('{ArrowRight}');
  expect(document.activeElement?.getAttribute('aria-label')).toBe('黄色');
  await person.keyboard('{Escape}');
  expect(props.onDismiss).toHaveBeenCalledOnce();
  await person.tab();
  expect(document.activeElement).toBe(document.body);
});

test('the notes of a book filter by kind and colour and say how a passage was found again', async () => {
  const person = userEvent.setup();
  const note = aMark({ kind: 'note', body: '要背', color: 'green', anchor: 'orphan' });
  const highlight = aMark({ color: 'red' });
  const onOpen = vi.fn();
  const { container } = render(<NotesPanel marks={[note, highlight]} onOpen={onOpen} onEdit={vi.fn()} onDelete={vi.fn()} />);
  expect((await axe.run(container, axeRules)).violations).toEqual([]);
  expect(screen.getByText('原文已删除，摘录保留在这里')).toBeDefined();
  await person.click(screen.getByRole('button', { name: '红色' }));
  expect(screen.getAllByRole('listitem')).toHaveLength(1);
  await person.click(screen.getByRole('button', { name: '红色' }));
  await person.click(screen.getByRole('button', { name: '笔记' }));
  await person.click(screen.getByText('要背'));
  expect(onOpen).toHaveBeenCalledWith(note);
});
