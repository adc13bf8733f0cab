import { act, render, screen } from '@testing-library/react';
import { createBrowserRouter, RouterProvider } from 'react-router';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { useLocatorInUrl } from './use-locator-in-url.ts';

const LOCATOR = `/course/learning/7?href=${encodeURIComponent('text/2.xhtml')}`;
const jumpTo = vi.fn();

const Book = () => {
  useLocatorInUrl(jumpTo);
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
const path = () => `${location.pathname}${location.search}`;

beforeEach(() => {
  jumpTo.mockClear();
});

describe('a locator in the URL', () => {
  test('is removed from the URL when the book is open, and a later one causes a jump', async () => {
    history.replaceState(null, '', LOCATOR);
    const router = await openBook();
    await vi.waitFor(() => expect(path()).toBe('/course/learning/7'));
    expect(jumpTo).not.toHaveBeenCalled();
    await act(() => router.navigate(LOCATOR));
    await vi.waitFor(() => expect(path()).toBe('/course/learning/7'));
    expect(jumpTo).toHaveBeenCalledOnce();
  });

  test('is ignored when the user has navigated back while the book was opening', async () => {
    history.replaceState(null, '', LOCATOR);
    const router = createBrowserRouter([{ path: '*', element: <Book /> }]);
    // Simulates that the browser navigated back to another page, and that React does not know it yet.
    history.replaceState(null, '', '/user/myNotes?tag=x');
    render(<RouterProvider router={router} />);
    await screen.findByText('正文');
    expect(path()).toBe('/user/myNotes?tag=x');
  });
});
