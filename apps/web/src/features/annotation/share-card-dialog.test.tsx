/** Tests the dialog of the share card: passages that cannot be on a card, the picture with its actions, and an error. */
import { shareLink } from '@shufang/contract';
import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { shareCardText as text } from '../../platform/messages/zh-cn/share-card.ts';
import { BOOK_ID } from '../../platform/storage/testing/an-annotation.ts';
import { accessibilityViolations, renderInApp } from '../../testing/render-in-app.tsx';
import { refuse, stubCalls, succeed } from '../../testing/stub-calls.ts';
import { drawShareCard, type SharedPassage } from './draw-share-card.ts';
import { ShareCardDialog } from './share-card-dialog.tsx';

// jsdom draws no pictures; a journey looks at the real one.
vi.mock('./draw-share-card.ts', () => ({ drawShareCard: vi.fn() }));

const SHARED: SharedPassage = {
  passage: '学而时习之',
  title: '论语',
  authors: '孔子',
  publisher: undefined,
  chapter: '学而第一',
  cover: undefined,
};

beforeEach(() => {
  vi.spyOn(URL, 'createObjectURL').mockReturnValue('blob:card');
  vi.spyOn(URL, 'revokeObjectURL').mockReturnValue();
  vi.mocked(drawShareCard)
    .mockReset()
    .mockResolvedValue(new Blob(['png'], { type: 'image/png' }));
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

const open = (more: Partial<SharedPassage> = {}, isLocked = false) =>
  renderInApp(<ShareCardDialog bookId={BOOK_ID} shared={{ ...SHARED, ...more }} isLocked={isLocked} onClose={() => undefined} />);

it('a passage that is too long, or of a closed chapter, is refused with the reason', () => {
  const { asked } = stubCalls();
  open({ passage: '学'.repeat(201) });
  expect(screen.getByText(text.tooLong(201, 200))).toBeVisible();
  open({}, true);
  expect(screen.getByText(text.locked)).toBeVisible();
  expect([asked.length, vi.mocked(drawShareCard).mock.calls.length]).toEqual([0, 0]);
});

it('the card leads to the short URL of the book, and can be saved, copied and shared', async () => {
  stubCalls(succeed(shareLink, { address: 'http://elsewhere.example/s/abc' }));
  const share = vi.fn(async () => undefined);
  const write = vi.fn(async () => undefined);
  vi.stubGlobal(
    'ClipboardItem',
    class {
      readonly items: unknown;
      constructor(items: unknown) {
        this.items = items;
      }
    },
  );
  userEvent.setup();
  Object.assign(navigator, { share, canShare: () => true });
  vi.spyOn(navigator.clipboard, 'write').mockImplementation(write);
  open();
  expect(await screen.findByRole('img', { name: text.alt('学而时习之') })).toHaveAttribute('src', 'blob:card');
  expect(vi.mocked(drawShareCard)).toHaveBeenCalledExactlyOnceWith(SHARED, `${location.origin}/s/abc`);
  expect(await accessibilityViolations()).toEqual([]);
  await userEvent.click(screen.getByRole('button', { name: text.copy }));
  await userEvent.click(screen.getByRole('button', { name: text.share }));
  expect([write.mock.calls.length, share.mock.calls.length]).toEqual([1, 1]);
  Object.assign(navigator, { share: undefined, canShare: () => false });
});

it('without a short URL the card leads to the page of the book; after an error it can be drawn again', async () => {
  stubCalls(refuse(shareLink, 'request.tooMany', '稍后再试'));
  vi.mocked(drawShareCard).mockRejectedValueOnce(new Error('no canvas to draw on'));
  open();
  expect(await screen.findByText(text.failed)).toBeVisible();
  await userEvent.click(screen.getByRole('button', { name: text.retry }));
  await screen.findByRole('img', { name: text.alt('学而时习之') });
  expect(vi.mocked(drawShareCard)).toHaveBeenLastCalledWith(SHARED, `${location.origin}/course/info/${BOOK_ID}`);
});
