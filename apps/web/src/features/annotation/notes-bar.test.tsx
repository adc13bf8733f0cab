/** Tests the dialog that adds tags to the selected annotations. */
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it, vi } from 'vitest';
import { notesText as text } from '../../platform/messages/zh-cn/notes.ts';
import { anAnnotation } from '../../platform/storage/testing/an-annotation.ts';
import { renderInApp } from '../../testing/render-in-app.tsx';
import { NotesBar } from './notes-bar.tsx';
import type { AnnotationActions } from './use-annotations.ts';

it('tags are needed before they are added, and are added once to those that an annotation has', async () => {
  const annotation = anAnnotation({ tags: ['考点'] });
  const saveTags = vi.fn(async () => undefined);
  const actions = { saveTags } as Partial<AnnotationActions> as AnnotationActions;
  const nothing = vi.fn();
  renderInApp(<NotesBar chosen={[annotation]} actions={actions} onAll={nothing} onReview={nothing} onDelete={vi.fn()} onDone={nothing} />);
  await userEvent.click(screen.getByRole('button', { name: text.addTags }));
  const field = screen.getByRole('textbox', { name: text.tags });
  await userEvent.type(field, ' ，{Enter}');
  expect(field).toHaveAccessibleDescription(text.tagsMissing);
  expect(field).toHaveFocus();
  expect(saveTags).not.toHaveBeenCalled();
  await userEvent.type(field, '考点 论语');
  expect(field).toBeValid();
  await userEvent.click(screen.getByRole('button', { name: text.save }));
  await waitFor(() => expect(saveTags).toHaveBeenCalledExactlyOnceWith(annotation, ['考点', '论语']));
  expect(screen.queryByRole('dialog')).toBeNull();
});
