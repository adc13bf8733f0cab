/** Tests the dialogs that create and redirect short codes: their checks and what they send. */
import { createShortLinks, retargetShortLink, type ShortLink } from '@shufang/contract';
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, it, vi } from 'vitest';
import { adminCatalogText } from '../../../platform/messages/zh-cn/admin-catalog.ts';
import { renderInApp } from '../../../testing/render-in-app.tsx';
import { stubCalls, succeed } from '../../../testing/stub-calls.ts';
import { MakeLinks, RetargetLink } from './short-link-dialogs.tsx';

const { links: text, home } = adminCatalogText;
const link: ShortLink = {
  targetType: 'page',
  targetId: '/book/list',
  fallbackUrl: '',
  label: '封底',
  code: 'Ab12',
  address: 'http://localhost/q/Ab12',
  hits: 0,
  createdAt: 1,
};

afterEach(() => vi.unstubAllGlobals());

const choosePage = () => userEvent.selectOptions(screen.getByRole('combobox', { name: text.kind }), text.kinds.page);
const submit = (name: string) => userEvent.click(screen.getByRole('button', { name }));
const field = (name: string) => screen.getByRole('textbox', { name });

it('a short code needs a target, and paths of the product', async () => {
  const { asked } = stubCalls();
  renderInApp(<MakeLinks onClose={() => undefined} />);
  await userEvent.type(field(text.fallback), 'https://example.org');
  await submit(text.make(0));
  expect(screen.getByRole('alert')).toHaveTextContent(text.targetNeeded);
  expect(screen.getByRole('combobox', { name: text.kind })).toHaveFocus();
  expect(field(text.fallback)).toHaveAccessibleDescription(text.fallbackWrong);
  await choosePage();
  await userEvent.type(field(home.page), '//example.org');
  await submit(text.make(1));
  expect(field(home.page)).toHaveAccessibleDescription(home.pageWrong);
  expect(field(home.page)).toHaveFocus();
  expect(asked).toEqual([]);
});

it('short codes are created, and redirected, without surrounding spaces', async () => {
  const { asked } = stubCalls(succeed(createShortLinks, { items: [link] }), succeed(retargetShortLink, { link }));
  const view = renderInApp(<MakeLinks onClose={() => undefined} />);
  await choosePage();
  await userEvent.type(field(home.page), ' /book/list ');
  await userEvent.type(field(text.label), ' 封底');
  await submit(text.make(1));
  expect(await screen.findByText('Ab12')).toBeVisible();
  view.unmount();
  const onClose = vi.fn();
  renderInApp(<RetargetLink link={link} onClose={onClose} />);
  await choosePage();
  await userEvent.type(field(home.page), '/help');
  await submit(text.saveTarget);
  await waitFor(() => expect(onClose).toHaveBeenCalledOnce());
  expect(asked.map(({ fields }) => fields)).toEqual([
    { links: [{ targetType: 'page', targetId: '/book/list', label: '封底', fallbackUrl: '' }] },
    { code: 'Ab12', targetType: 'page', targetId: '/help', label: '封底', fallbackUrl: '' },
  ]);
});
