import { HEAD_PATH_ATTRIBUTE } from '@shufang/contract';
import { act, render } from '@testing-library/react';
import { useRef } from 'react';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { beforeEach, expect, test } from 'vitest';
import { useAnnouncedTitle } from './use-announced-title.ts';

const Shell = ({ title }: { title: string }) => {
  useAnnouncedTitle(useRef(null), { title }, () => true);
  return null;
};

const open = (path: string) => {
  const router = createMemoryRouter(
    [
      { path: '/course/info/:bookId', element: <Shell title="图书详情" /> },
      { path: '/course/list', element: <Shell title="全部教材" /> },
    ],
    { initialEntries: [path] },
  );
  render(<RouterProvider router={router} />);
  return router;
};

beforeEach(() => {
  document.head.innerHTML = `<title>论语 · 书房</title><meta name="description" content="语录" ${HEAD_PATH_ATTRIBUTE}="/course/info/1">`;
});

test('the first page keeps the title that the server has written, and the next page replaces it', async () => {
  const router = open('/course/info/1');
  expect(document.title).toBe('论语 · 书房');
  await act(() => router.navigate('/course/list'));
  expect(document.title).toBe('全部教材 · 书房');
});

test('a first page whose head the server has not written gets the title of its route', () => {
  open('/course/list');
  expect(document.title).toBe('全部教材 · 书房');
});
