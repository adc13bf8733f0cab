/** Actions for the annotations selected on the page of the user's notes (我的笔记). */
import { type Annotation, LIMITS } from '@shufang/contract';
import { ActionBar, buttonClass, ModalDialog, Row, Stack } from '@shufang/ui';
import { useState } from 'react';
import { z } from 'zod';
import { broadcast } from '../../platform/events/broadcasts.ts';
import { useForm } from '../../platform/forms/use-form.ts';
import { notesText } from '../../platform/messages/zh-cn/notes.ts';
import { reviewText } from '../../platform/messages/zh-cn/review.ts';
import { joinAnnotations } from './join-annotations.ts';
import { TagsInput, tagsIn } from './tags-field.tsx';
import type { AnnotationActions } from './use-annotations.ts';

interface NotesBarProps {
  readonly chosen: readonly Annotation[];
  readonly actions: AnnotationActions;
  readonly onAll: () => void;
  /** Starts a review of the selected annotations. */
  readonly onReview: (annotations: readonly Annotation[]) => void;
  /** Deletes the selected annotations; for a while, the user can undo the deletion. */
  readonly onDelete: (annotations: readonly Annotation[]) => Promise<void>;
  readonly onDone: () => void;
}

const tagFields = z.object({
  tags: z
    .string()
    .transform(tagsIn)
    .refine((tags) => tags.length > 0, notesText.tagsMissing),
});

const AddTagsDialog = ({ onSave, onClose }: { onSave: (tags: readonly string[]) => void; onClose: () => void }) => {
  const form = useForm({ initial: { tags: '' }, schema: tagFields });
  const { value, onChange, ref } = form.register('tags');
  return (
    <ModalDialog title={notesText.addTags} onClose={onClose}>
      <Stack as="form" gap={4} marginBottom={16} noValidate onSubmit={form.handleSubmit(({ tags }) => onSave(tags))}>
        <TagsInput value={value} onChange={onChange} error={form.errors.tags?.message} inputRef={ref} />
        <Row as="p" gap={8} justify="end" marginTop={12}>
          <button type="button" className={buttonClass('quiet')} onClick={onClose}>
            {notesText.cancel}
          </button>
          <button type="submit" className={buttonClass()}>
            {notesText.save}
          </button>
        </Row>
      </Stack>
    </ModalDialog>
  );
};

export const NotesBar = ({ chosen, actions, onAll, onReview, onDelete, onDone }: NotesBarProps) => {
  const [isTagging, setTagging] = useState(false);
  const isNone = chosen.length === 0;
  const showToast = (kind: 'success' | 'error', text: string): void => broadcast('toast', { kind, text });
  const addTags = async (tags: readonly string[]): Promise<void> => {
    setTagging(false);
    const newTags = chosen.map((annotation) => ({ annotation, tags: [...new Set([...annotation.tags, ...tags])] }));
    const withinLimit = newTags.filter((each) => each.tags.length <= LIMITS.noteTags);
    for (const each of withinLimit) await actions.saveTags(each.annotation, each.tags);
    const left = newTags.length - withinLimit.length;
    showToast(left > 0 ? 'error' : 'success', left > 0 ? notesText.tagsFull(left) : notesText.tagged(withinLimit.length));
    onDone();
  };
  const join = async (): Promise<void> => {
    const joined = joinAnnotations(chosen);
    if (typeof joined === 'string') return showToast('error', notesText.joinRefused[joined]);
    await actions.saveBody(joined.remaining, joined.body);
    await actions.saveTags(joined.remaining, joined.tags);
    for (const annotation of joined.removed) await actions.deleteAnnotation(annotation);
    showToast('success', notesText.joined(chosen.length));
    onDone();
  };
  const remove = async (): Promise<void> => {
    await onDelete(chosen);
    onDone();
  };
  return (
    <>
      <ActionBar label={notesText.actions} summary={notesText.chosen(chosen.length)}>
        <button type="button" className={buttonClass('quiet')} onClick={onAll}>
          {notesText.chooseAll}
        </button>
        <button type="button" className={buttonClass('quiet')} disabled={isNone} onClick={() => onReview(chosen)}>
          {reviewText.reviewChosen}
        </button>
        <button type="button" className={buttonClass('quiet')} disabled={isNone} onClick={() => setTagging(true)}>
          {notesText.addTags}
        </button>
        <button type="button" className={buttonClass('quiet')} disabled={chosen.length < 2} onClick={() => void join()}>
          {notesText.join}
        </button>
        <button type="button" className={buttonClass('quiet')} disabled={isNone} onClick={() => void remove()}>
          {notesText.deleteAnnotation}
        </button>
      </ActionBar>
      {isTagging ? <AddTagsDialog onSave={(tags) => void addTags(tags)} onClose={() => setTagging(false)} /> : null}
    </>
  );
};
