import type { Accessibility } from '@shufang/contract';
import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { accessibilityViolations, renderInApp } from '../../testing/render-in-app.tsx';
import { BookAccessibility } from './book-accessibility.tsx';
import type { BookInfo } from './book-facts.tsx';

const infoWith = (accessibility: Partial<Accessibility>): BookInfo =>
  ({
    metadata: {
      layout: 'reflowable',
      accessibility: { accessModes: [], accessModesSufficient: [], features: [], hazards: [], conformsTo: [], ...accessibility },
    },
  }) as unknown as BookInfo;

it('the metadata of the book is listed with its origin, and a report opens in a new window', async () => {
  const { container } = renderInApp(
    <BookAccessibility
      info={infoWith({
        summary: '<b>全书</b>配有替代文字。',
        conformsTo: ['EPUB Accessibility 1.1 - WCAG 2.1 Level AA'],
        certifierReports: ['https://example.com/report'],
      })}
    />,
  );
  expect(screen.getByText(/由出版者填写，本站没有核对/)).toBeVisible();
  expect(screen.getByText('<b>全书</b>配有替代文字。')).toBeVisible();
  expect(screen.getAllByRole('term').map(({ textContent }) => textContent)).toEqual([
    '阅读方式',
    '符合的标准',
    '导航',
    '可能引起不适的内容',
    '出版者的总结',
  ]);
  expect(screen.getByRole('link', { name: '查看认证报告' })).toHaveAttribute('rel', 'noopener noreferrer nofollow');
  expect(screen.getByRole('link', { name: '本站的无障碍声明' })).toHaveAttribute('href', '/helper/accessibility');
  expect(await accessibilityViolations(container)).toEqual([]);
});

it('a message says that the book states nothing, and links to the contact page', async () => {
  const { container } = renderInApp(<BookAccessibility info={infoWith({})} />);
  expect(screen.getByRole('heading', { name: '这本书没有附带无障碍说明' })).toBeVisible();
  expect(screen.getByRole('link', { name: '询问' })).toHaveAttribute('href', '/helper/contact#ask');
  expect(await accessibilityViolations(container)).toEqual([]);
});
