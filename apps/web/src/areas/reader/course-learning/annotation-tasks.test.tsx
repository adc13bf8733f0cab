/** Tests the annotation assignments of the reader: what counts, what is missing, and that nothing is shown without an assignment. */
import { type Annotation, listAnnotationTasks } from '@shufang/contract';
import { screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { annotationTaskText as text } from '../../../platform/messages/zh-cn/assignment-annotation.ts';
import { endSession } from '../../../platform/session/session.ts';
import { accessibilityViolations, renderInApp } from '../../../testing/render-in-app.tsx';
import { signInHere } from '../../../testing/sign-in-here.ts';
import { stubCalls, succeed } from '../../../testing/stub-calls.ts';
import { AnnotationTasks } from './annotation-tasks.tsx';

const ID = '1'.repeat(26);
const BOOK = '2'.repeat(26);
const task = { kind: 'annotation' as const, chapters: [{ href: 'a.xhtml', title: '学而' }], annotationsMin: 2, noteCharsMin: 4 };

const annotation = (id: string, href: string, body: string, kind: Annotation['kind'] = 'note') =>
  ({ id, kind, body, target: { href } }) as Annotation;
const annotations = [
  annotation('counted', 'a.xhtml', '说明了道理'),
  annotation('short', 'a.xhtml', '好 的\n！'),
  annotation('elsewhere', 'b.xhtml', '别的章里的批注'),
  annotation('bookmark', 'a.xhtml', '', 'bookmark'),
];

beforeEach(() => signInHere());
afterEach(() => {
  endSession();
  vi.unstubAllGlobals();
});

it('shows how many annotations count and how many are missing, and labels those in the chapters', async () => {
  stubCalls(succeed(listAnnotationTasks, { items: [{ id: ID, title: '第一次批注', dueAt: null, task, isHandedIn: false }] }));
  const onLabels = vi.fn<(labels: ReadonlyMap<string, string>) => void>();
  renderInApp(<AnnotationTasks bookId={BOOK} annotations={annotations} onLabels={onLabels} />, '/');
  expect(await screen.findByText('第一次批注')).toBeVisible();
  expect(screen.getByText(text.readerCount(1, 2))).toBeVisible();
  expect(screen.getByText(text.missing(1))).toBeVisible();
  expect(screen.getByText(new RegExp(text.readerShort(1)))).toBeVisible();
  expect(screen.getByRole('link', { name: text.readerHandIn })).toHaveAttribute('href', `/assignment/${ID}`);
  expect([...(onLabels.mock.lastCall?.[0] ?? [])]).toEqual([
    ['counted', text.counted],
    ['short', text.notCounted],
  ]);
  expect(await accessibilityViolations()).toEqual([]);
});

it('shows nothing in a book without an annotation assignment', async () => {
  const { asked } = stubCalls(succeed(listAnnotationTasks, { items: [] }));
  renderInApp(<AnnotationTasks bookId={BOOK} annotations={annotations} onLabels={() => undefined} />, '/');
  await vi.waitFor(() => expect(asked).toHaveLength(1));
  expect(screen.queryByRole('region', { name: text.readerTitle })).toBeNull();
});
