/** What can be done with the marks chosen on 我的笔记. */
import { type Annotation, LIMITS } from '@shufang/contract';
import { ActionBar, buttonClass, ModalDialog } from '@shufang/ui';
import { type FormEvent, useState } from 'react';
import { broadcast } from '../../platform/events/broadcasts.ts';
import { notesText } from '../../platform/messages/zh-cn/notes.ts';
import { reviewText } from '../../platform/messages/zh-cn/review.ts';
import styles from './annotation.module.css';
import { joinMarks } from './join-marks.ts';
import { TagsInput, tagsIn } from './tags-field.tsx';
import type { MarkVerbs } from './use-marks.ts';

interface NotesBarProps {
  readonly chosen: readonly Annotation[];
  readonly verbs: MarkVerbs;
  readonly onAll: () => void;
  /** Reviews the cards of these. */
  readonly onReview: (marks: readonly Annotation[]) => void;
  /** Deletes them, with a way back. */
  readonly onDelete: (marks: readonly Annotation[]) => Promise<void>;
  readonly onDone: () => void;
}

const AddTagsDialog = ({ onSave, onClose }: { onSave: (tags: readonly string[]) => void; onClose: () => void }) => {
  const [text, setText] = useState('');
  const handleSubmit = (event: FormEvent): void => {
    event.preventDefault();
    const tags = tagsIn(text);
    if (tags.length > 0) onSave(tags);
  };
  return (
    <ModalDialog title={notesText.addTags} onClose={onClose}>
      <form className={styles.tags} onSubmit={handleSubmit}>
        <TagsInput value={text} onChange={setText} />
        <p className={styles.dialogButtons}>
          <button type="button" className={buttonClass('quiet')} onClick={onClose}>
            {notesText.cancel}
          </button>
          <button type="submit" className={buttonClass()}>
            {notesText.save}
          </button>
        </p>
      </form>
    </ModalDialog>
  );
};

export const NotesBar = ({ chosen, verbs, onAll, onReview, onDelete, onDone }: NotesBarProps) => {
  const [isTagging, setTagging] = useState(false);
  const isNone = chosen.length === 0;
  const say = (kind: 'success' | 'error', text: string): void => broadcast('toast', { kind, text });
  const addTags = async (tags: readonly string[]): Promise<void> => {
    setTagging(false);
    const wanted = chosen.map((mark) => ({ mark, tags: [...new Set([...mark.tags, ...tags])] }));
    const fitting = wanted.filter((each) => each.tags.length <= LIMITS.noteTags);
    for (const each of fitting) await verbs.saveTags(each.mark, each.tags);
    const left = wanted.length - fitting.length;
    say(left > 0 ? 'error' : 'success', left > 0 ? notesText.tagsFull(left) : notesText.tagged(fitting.length));
    onDone();
  };
  const join = async (): Promise<void> => {
    const joined = joinMarks(chosen);
    if (typeof joined === 'string') return say('error', notesText.joinRefused[joined]);
    await verbs.saveBody(joined.kept, joined.body);
    await verbs.saveTags(joined.kept, joined.tags);
    for (const mark of joined.gone) await verbs.deleteMark(mark);
    say('success', notesText.joined(chosen.length));
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
          {notesText.deleteMark}
        </button>
      </ActionBar>
      {isTagging ? <AddTagsDialog onSave={(tags) => void addTags(tags)} onClose={() => setTagging(false)} /> : null}
    </>
  );
};
