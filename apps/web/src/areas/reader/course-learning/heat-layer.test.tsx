/** Tests the heat strips of the reading page: who has them, what is drawn, the legend and the table. */
import { type BookCard, bookCard, getBlockHeat, getBooksAsAuthor, type OutputOf } from '@shufang/contract';
import type { Navigator } from '@shufang/reading-engine';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, it, vi } from 'vitest';
import { LAYER_TOOLS_ID } from '../../../features/reading/reader-bars.tsx';
import type { OpenedBook } from '../../../features/reading/use-open-book.ts';
import { emptyPayload } from '../../../testing/empty-payload.ts';
import { accessibilityViolations, renderInApp } from '../../../testing/render-in-app.tsx';
import { signInHere } from '../../../testing/sign-in-here.ts';
import { refuse, stubCalls, succeed } from '../../../testing/stub-calls.ts';
import { HeatLayer } from './heat-layer.tsx';

const BOOK = '0'.repeat(26);
const opened = { book: { id: BOOK }, version: { id: '1'.repeat(26) } } as OpenedBook;
const book = { ...(emptyPayload(bookCard) as BookCard), id: BOOK };
const own: OutputOf<typeof getBooksAsAuthor> = { items: [{ book, roles: ['author'], state: 'published', updatedAt: 0 }] };
const heat: OutputOf<typeof getBlockHeat> = {
  isSimulated: true,
  heat: {
    from: '2026-09-07',
    to: '2026-11-29',
    computedAt: 0,
    blocks: [
      { id: 'b1', start: '学而时习之', readers: 20, medianSeconds: 100 },
      { id: 'b2', start: '不亦说乎', readers: 10, medianSeconds: 12 },
      { id: 'b3', start: '' },
    ],
  },
};

const setBlockShades = vi.fn(() => Promise.resolve(undefined));
const onJump = vi.fn();
const open = () =>
  renderInApp(
    <>
      <div id={LAYER_TOOLS_ID} />
      <HeatLayer opened={opened} navigator={{ setBlockShades } as unknown as Navigator} href="a.xhtml" onJump={onJump} />
    </>,
  );

beforeEach(() => {
  signInHere();
  setBlockShades.mockClear();
});

it('draws strips when the panel is opened, explains them, and lists every block with hidden numbers', async () => {
  stubCalls(succeed(getBooksAsAuthor, own), succeed(getBlockHeat, heat));
  const { container } = open();
  await userEvent.click(await screen.findByRole('button', { name: '段落热度' }));
  const panel = within(await screen.findByRole('dialog', { name: '段落热度' }));
  expect(await panel.findByRole('row', { name: '学而时习之 100 秒 20 人' })).toBeVisible();
  expect(panel.getByRole('row', { name: '（图、表或公式） 人太少 人太少' })).toBeVisible();
  expect(panel.getByText('81–100 秒')).toBeVisible();
  expect(panel.getByText('模拟数据')).toBeVisible();
  expect(setBlockShades).toHaveBeenLastCalledWith({ b1: 5, b2: 1 });
  expect(await accessibilityViolations(container)).toEqual([]);
  await userEvent.click(panel.getByRole('button', { name: '不亦说乎' }));
  expect(onJump).toHaveBeenCalledWith({ href: 'a.xhtml', locations: { block: { blockId: 'b2', offset: 0 } } });
  await userEvent.click(panel.getByRole('checkbox', { name: '在正文旁显示细条' }));
  await waitFor(() => expect(setBlockShades).toHaveBeenLastCalledWith({}));
});

it('a contributor of another book has no button', async () => {
  const server = stubCalls(succeed(getBooksAsAuthor, { ...own, items: [] }));
  open();
  await waitFor(() => expect(server.asked.length).toBe(1));
  expect(screen.queryByRole('button', { name: '段落热度' })).toBeNull();
});

it('says when too few have read the chapter, and offers to load again after a failure', async () => {
  const blocks = heat.heat.blocks.map(({ id, start }) => ({ id, start }));
  stubCalls(succeed(getBooksAsAuthor, own), succeed(getBlockHeat, { ...heat, heat: { ...heat.heat, blocks } }));
  const view = open();
  await userEvent.click(await screen.findByRole('button', { name: '段落热度' }));
  expect(await screen.findByText('这一章读者还太少')).toBeVisible();
  view.unmount();
  stubCalls(succeed(getBooksAsAuthor, own), refuse(getBlockHeat, 'unavailable', '暂时不可用'));
  open();
  await userEvent.click(await screen.findByRole('button', { name: '段落热度' }));
  expect(await screen.findByRole('button', { name: '重试' })).toBeVisible();
});

it('has its button in the top bar, where it covers no text, and the button closes the panel again', async () => {
  stubCalls(succeed(getBooksAsAuthor, own), succeed(getBlockHeat, heat));
  open();
  const button = await screen.findByRole('button', { name: '段落热度', expanded: false });
  expect(button.parentElement).toHaveAttribute('id', LAYER_TOOLS_ID);
  await userEvent.click(button);
  expect(await screen.findByRole('dialog', { name: '段落热度' })).toBeVisible();
  await userEvent.click(screen.getByRole('button', { name: '段落热度', expanded: true }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
});
