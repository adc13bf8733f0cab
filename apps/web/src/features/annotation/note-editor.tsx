/** Writes the text of a note. Every keystroke goes to disk as a draft; it is dropped only when the note was saved or the writer gave it up. */

import { Button } from '@mantine/core';
import type { Annotation } from '@shufang/contract';
import { LIMITS } from '@shufang/contract';
import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react';
import { notesText } from '../../platform/messages/zh-cn/notes.ts';
import { dropDraft, findDraft, noteDraftKey, saveDraft } from '../../platform/storage/drafts.ts';
import { readerDatabase } from '../../platform/storage/reader-database.ts';
import styles from './annotation.module.css';

export interface NoteEditorProps {
  /** Whose note it is; stays theirs though somebody else should sign in while it is open. */
  owner: string;
  mark: Annotation;
  /** Resolves when the text is safe on disk. */
  onSave: (body: string) => Promise<void>;
  /** The writer gave it up, before it is closed. */
  onGiveUp?: () => Promise<void>;
  onClose: () => void;
}

export const NoteEditor = ({ owner, mark, onSave, onGiveUp, onClose }: NoteEditorProps) => {
  const fieldId = useId();
  const field = useRef<HTMLTextAreaElement>(null);
  const [writer] = useState(owner);
  const [body, setBody] = useState(mark.body);
  const [draft, setDraft] = useState<'none' | 'kept' | 'restored' | 'failed'>('none');
  const key = noteDraftKey(mark.id);
  const isTooLong = body.length > LIMITS.noteBodyChars;

  useEffect(() => {
    let isGone = false;
    void findDraft(readerDatabase(), writer, key).then((found) => {
      if (isGone || !found || found.body === mark.body) return;
      setBody(found.body);
      setDraft('restored');
    });
    field.current?.focus();
    return () => {
      isGone = true;
    };
  }, [writer, key, mark.body]);

  const type = (text: string): void => {
    setBody(text);
    void saveDraft(readerDatabase(), writer, key, text).then(() => setDraft('kept'));
  };
  const save = async (): Promise<void> => {
    if (isTooLong) return;
    try {
      await onSave(body.trim());
    } catch (cause) {
      // A full or broken disk: the writer keeps the text in front of them.
      setDraft('failed');
      reportError(cause);
      return;
    }
    await dropDraft(readerDatabase(), writer, key);
    onClose();
  };
  const giveUp = async (): Promise<void> => {
    await dropDraft(readerDatabase(), writer, key);
    await onGiveUp?.();
    onClose();
  };
  const handleKeyDown = (event: KeyboardEvent): void => {
    if (event.key !== 'Escape') event.stopPropagation();
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) void save();
  };

  return (
    <form
      className={styles.editor}
      aria-label={notesText.editorTitle}
      onSubmit={(event) => {
        event.preventDefault();
        void save();
      }}
    >
      {mark.target.quote.exact !== '' && (
        <blockquote className={styles.editorQuote} data-color={mark.color}>
          {mark.target.quote.exact}
        </blockquote>
      )}
      {mark.otherBodies?.map((other) => (
        <div key={`${other.deviceId}-${other.at}`} className={styles.otherBody}>
          <strong>{notesText.otherVersions}</strong>
          <p>{other.body}</p>
          <Button size="compact-xs" variant="default" onClick={() => type(`${body}\n${other.body}`.trim())}>
            {notesText.useOther}
          </Button>
        </div>
      ))}
      <label htmlFor={fieldId} className={styles.editorLabel}>
        {notesText.noteField}
      </label>
      <textarea
        id={fieldId}
        ref={field}
        className={styles.editorField}
        // The panel around it would take the focus otherwise.
        data-autofocus
        rows={5}
        value={body}
        placeholder={notesText.notePlaceholder}
        aria-invalid={isTooLong}
        aria-describedby={`${fieldId}-state`}
        onChange={(event) => type(event.target.value)}
        onKeyDown={handleKeyDown}
      />
      <div className={styles.editorFoot}>
        <span id={`${fieldId}-state`} role="status" className={styles.editorState}>
          {isTooLong
            ? notesText.tooLong(LIMITS.noteBodyChars)
            : draft === 'failed'
              ? notesText.saveFailed
              : draft === 'restored'
                ? notesText.draftRestored
                : draft === 'kept'
                  ? notesText.draftKept
                  : ''}
        </span>
        <Button size="sm" variant="default" onClick={() => void giveUp()}>
          {notesText.cancel}
        </Button>
        <Button size="sm" type="submit" disabled={isTooLong}>
          {notesText.save}
        </Button>
      </div>
    </form>
  );
};
