import type { Navigator } from '@shufang/reading-engine';
import { act, renderHook } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import type * as opening from '../../../features/reading/use-open-book.ts';
import { ApiError } from '../../../platform/api/api-error.ts';
import { useContentTicket } from './use-content-ticket.ts';

const ID = '1'.repeat(26);
const opened = (kind: 'owned' | 'trial', open: readonly boolean[], versionId = ID): opening.OpenedBook =>
  ({
    book: { id: ID, title: '书' },
    right: { kind, reason: kind === 'owned' ? '您已购买本书' : '您的阅读权限已暂停（核查），可试读前 2 章' },
    version: { id: versionId, no: 1, releasedAt: 0 },
    content: { frameUrl: 'http://b.localhost/f', baseUrl: 'http://b.localhost/~c/new/', expiresAt: Date.now() + 3_600_000 },
    openRanges: open.flatMap((isOpen, n) => (isOpen ? [[n, n + 1]] : [])),
  }) as unknown as opening.OpenedBook;
const before = opened('owned', [true, true]);

/** The server's response when the book is opened again. */
const server = vi.hoisted(() => ({ response: (): unknown => undefined }));
vi.mock('../../../features/reading/use-open-book.ts', async (original) => ({
  ...(await original<typeof opening>()),
  openAgain: async () => server.response(),
}));

const renew = async () => {
  const setTicket = vi.fn(async () => undefined);
  const navigator = { setTicket } as unknown as Navigator;
  const hook = renderHook(() => useContentTicket(before, navigator));
  await act(() => hook.result.current.renew());
  return { ended: hook.result.current.ended, setTicket };
};

describe('a content ticket that the server rejects', () => {
  it('is renewed while the right continues', async () => {
    server.response = () => opened('owned', [true, true]);
    const { ended, setTicket } = await renew();
    expect(ended).toBeUndefined();
    expect(setTicket).toHaveBeenCalledWith('http://b.localhost/~c/new/');
  });

  it('is renewed when the navigator exists, if the early reader has reported it before', async () => {
    server.response = () => opened('owned', [true, true]);
    const setTicket = vi.fn(async () => undefined);
    const hook = renderHook(({ navigator }: { navigator: Navigator | undefined }) => useContentTicket(before, navigator), {
      initialProps: { navigator: undefined as Navigator | undefined },
    });
    await act(() => hook.result.current.renew());
    await act(async () => hook.rerender({ navigator: { setTicket } as unknown as Navigator }));
    expect(setTicket).toHaveBeenCalledOnce();
  });

  it('ends reading with the reason when only a trial remains, and the frame does not receive the new ticket', async () => {
    server.response = () => opened('trial', [true, false]);
    const { ended, setTicket } = await renew();
    expect(ended).toMatchObject({ reason: '您的阅读权限已暂停（核查），可试读前 2 章', isTrial: true });
    expect(setTicket).not.toHaveBeenCalled();
  });

  it('is renewed when another version has other chapters and the right is the same', async () => {
    server.response = () => opened('owned', [true], '2'.repeat(26));
    expect((await renew()).ended).toBeUndefined();
    server.response = () => opened('trial', [true], '2'.repeat(26));
    expect((await renew()).ended).toMatchObject({ isTrial: true });
  });

  it.each(['entitlement.notEntitled', 'catalog.bookNotFound'] as const)(
    'ends reading when opening the book fails with %s',
    async (code) => {
      server.response = () => {
        throw new ApiError('openBook', 'refused', '本书已停止阅读：依法停止使用', code);
      };
      expect((await renew()).ended).toMatchObject({ reason: '本书已停止阅读：依法停止使用', isTrial: false });
    },
  );
});
