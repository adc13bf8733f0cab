import { act, render, screen } from '@testing-library/react';
import { createBrowserRouter, RouterProvider } from 'react-router';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { useAddressedPlace } from './use-addressed-place.ts';

const PLACE = `/course/learning/7?href=${encodeURIComponent('text/2.xhtml')}`;
const jumpTo = vi.fn();

const Book = () => {
  useAddressedPlace(jumpTo);
  return <p>正文</p>;
};
const openBook = async () => {
  const router = createBrowserRouter([
    { path: '/course/learning/:bookId', element: <Book /> },
    { path: '*', element: <p>笔记</p> },
  ]);
  render(<RouterProvider router={router} />);
  await screen.findByText('正文');
  return router;
};
const address = () => `${location.pathname}${location.search}`;

beforeEach(() => {
  jumpTo.mockClear();
});

describe('an address that names a place', () => {
  test('loses the place when the book is open; a later one is jumped to', async () => {
    history.replaceState(null, '', PLACE);
    const router = await openBook();
    await vi.waitFor(() => expect(address()).toBe('/course/learning/7'));
    expect(jumpTo).not.toHaveBeenCalled();
    await act(() => router.navigate(PLACE));
    await vi.waitFor(() => expect(address()).toBe('/course/learning/7'));
    expect(jumpTo).toHaveBeenCalledOnce();
  });

  test('is left alone when the browser went back while the book was opening', async () => {
    history.replaceState(null, '', PLACE);
    const router = createBrowserRouter([{ path: '*', element: <Book /> }]);
    // What the browser has done before React hears of it.
    history.replaceState(null, '', '/user/myNotes?tag=x');
    render(<RouterProvider router={router} />);
    await screen.findByText('正文');
    expect(address()).toBe('/user/myNotes?tag=x');
  });
});
