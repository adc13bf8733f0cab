/** Editor of a note. Every keystroke is stored as a draft, which is deleted only when the note is saved or the edit is canceled. */
import type { Annotation } from '@shufang/contract';
import { LIMITS } from '@shufang/contract';
import { Block, Button, Column, Row, Text, TextArea } from '@shufang/ui';
import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react';
import { passageOf } from '../../platform/formula/readable-quote.ts';
import { notesText } from '../../platform/messages/zh-cn/notes.ts';
import { dropDraft, findDraft, noteDraftKey, saveDraft } from '../../platform/storage/drafts.ts';
import { readerDatabase } from '../../platform/storage/reader-database.ts';
import styles from './annotation.module.css';

export interface NoteEditorProps {
  /** Id of the user to whom the note belongs; it does not change when another user signs in while the editor is open. */
  owner: string;
  annotation: Annotation;
  /** Saves the note; resolves when the text is stored on the device. */
  onSave: (body: string) => Promise<void>;
  /** Called when the edit is canceled, before the editor closes. */
  onCancel?: () => Promise<void>;
  onClose: () => void;
}

export const NoteEditor = ({ owner, annotation, onSave, onCancel, onClose }: NoteEditorProps) => {
  const fieldId = useId();
  const field = useRef<HTMLTextAreaElement>(null);
  const [writer] = useState(owner);
  const [body, setBody] = useState(annotation.body);
  const [draft, setDraft] = useState<'none' | 'kept' | 'restored' | 'failed'>('none');
  const key = noteDraftKey(annotation.id);
  const isTooLong = body.length > LIMITS.noteBodyChars;

  useEffect(() => {
    let isClosed = false;
    void findDraft(readerDatabase(), writer, key).then((found) => {
      if (isClosed || !found || found.body === annotation.body) return;
      setBody(found.body);
      setDraft('restored');
    });
    field.current?.focus();
    return () => {
      isClosed = true;
    };
  }, [writer, key, annotation.body]);

  const type = (text: string): void => {
    setBody(text);
    void saveDraft(readerDatabase(), writer, key, text).then(() => setDraft('kept'));
  };
  const save = async (): Promise<void> => {
    if (isTooLong) return;
    try {
      await onSave(body.trim());
    } catch (cause) {
      // The draft cannot be stored, for example on a full disk; the text stays in the editor.
      setDraft('failed');
      reportError(cause);
      return;
    }
    await dropDraft(readerDatabase(), writer, key);
    onClose();
  };
  const cancel = async (): Promise<void> => {
    await dropDraft(readerDatabase(), writer, key);
    await onCancel?.();
    onClose();
  };
  const handleKeyDown = (event: KeyboardEvent): void => {
    if (event.key !== 'Escape') event.stopPropagation();
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) void save();
  };

  return (
    <Column
      as="form"
      gap={8}
      className={styles.editor}
      aria-label={notesText.editorTitle}
      onSubmit={(event) => {
        event.preventDefault();
        void save();
      }}
    >
      {passageOf(annotation) !== '' && (
        <blockquote className={styles.editorQuote} data-color={annotation.color}>
          {passageOf(annotation)}
        </blockquote>
      )}
      {annotation.otherBodies?.map((other) => (
        <div key={`${other.deviceId}-${other.at}`} className={styles.otherBody}>
          <strong>{notesText.otherVersions}</strong>
          <p>{other.body}</p>
          <Button size="compact" variant="quiet" onClick={() => type(`${body}\n${other.body}`.trim())}>
            {notesText.useOther}
          </Button>
        </div>
      ))}
      <Block htmlFor={fieldId} as="label" size={13} tone="soft">
        {notesText.noteField}
      </Block>
      <TextArea
        id={fieldId}
        ref={field}
        className={styles.editorField}
        // The surrounding panel gives the focus to the element with this attribute, or else to itself.
        data-autofocus
        rows={5}
        value={body}
        placeholder={notesText.notePlaceholder}
        aria-invalid={isTooLong}
        aria-describedby={`${fieldId}-state`}
        onChange={type}
        onKeyDown={handleKeyDown}
      />
      <Row gap={8} align="center">
        <Text id={`${fieldId}-state`} role="status" size={13} tone="faint" flex={1}>
          {isTooLong
            ? notesText.tooLong(LIMITS.noteBodyChars)
            : draft === 'failed'
              ? notesText.saveFailed
              : draft === 'restored'
                ? notesText.draftRestored
                : draft === 'kept'
                  ? notesText.draftSaved
                  : ''}
        </Text>
        <Button size="sm" variant="quiet" onClick={() => void cancel()}>
          {notesText.cancel}
        </Button>
        <Button size="sm" type="submit" disabled={isTooLong}>
          {notesText.save}
        </Button>
      </Row>
    </Column>
  );
};
