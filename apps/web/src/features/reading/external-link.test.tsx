/** Tests the confirmation before an external URL of a book is opened: exactly the displayed URL is opened. */
import { render, screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { readingText } from '../../platform/messages/zh-cn/reading.ts';
import { externalUrl } from './external-url.ts';
import { ExternalLinkDialog } from './link-popovers.tsx';

const ask = (href: string): void => {
  render(<ExternalLinkDialog href={href} onClose={() => undefined} />);
};

it.each([
  ['https://example.org/a?b=1#c', 'https://example.org/a?b=1#c'],
  ['http://example.org', 'http://example.org/'],
  ['mailto:author@example.org', 'mailto:author@example.org'],
  ['tel:+861012345678', 'tel:+861012345678'],
  ['https://good.example\u202e@evil.example/', 'https://good.example%E2%80%AE@evil.example/'],
])('the dialog offers to open %s', async (href, opened) => {
  ask(href);
  expect(await screen.findByRole('link', { name: readingText.externalOpen })).toHaveAttribute('href', opened);
  expect(screen.getByText(opened)).toBeVisible();
});

it.each([
  'javascript:alert(1)',
  'JaVaScRiPt:alert(1)',
  ' javascript:alert(1)',
  'java\nscript:alert(1)',
  '\u0001javascript:alert(1)',
  'data:text/html,<script>alert(1)</script>',
  'blob:https://example.org/1',
  'vbscript:msgbox(1)',
  'file:///etc/passwd',
  'filesystem:https://example.org/a',
  'ms-word:ofe|u|https://example.org/a.docx',
  'shufang://open',
  'view-source:https://example.org',
  '/course/list',
  '//example.org',
  '',
])('the URL %j is never opened', async (href) => {
  expect(externalUrl(href)).toBeUndefined();
  ask(href);
  expect(await screen.findByText(readingText.externalRefused)).toBeVisible();
  expect(screen.queryByRole('link')).toBeNull();
});
