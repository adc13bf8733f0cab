/** The tags of a mark as one line of text; kept when the field is left. */
import { type Annotation, LIMITS } from '@shufang/contract';
import { useId, useState } from 'react';
import { notesText } from '../../platform/messages/zh-cn/notes.ts';
import styles from './annotation.module.css';

const TAG_CHARS = 30;

/** Each once, in the order they stand. */
export const tagsIn = (text: string): string[] =>
  [...new Set(text.split(/[\s,，、;；#＃]+/).map((tag) => Array.from(tag).slice(0, TAG_CHARS).join('')))]
    .filter(Boolean)
    .slice(0, LIMITS.noteTags);

interface TagsInputProps {
  readonly value: string;
  readonly onChange: (text: string) => void;
  /** The field is left, or Enter was pressed in it where no form is sent by that. */
  readonly onLeave?: (() => void) | undefined;
}

export const TagsInput = ({ value, onChange, onLeave }: TagsInputProps) => {
  const id = useId();
  return (
    <>
      <label htmlFor={id} className={styles.editorLabel}>
        {notesText.tags}
      </label>
      <input
        id={id}
        className={styles.tagsField}
        value={value}
        aria-describedby={`${id}-hint`}
        onChange={(event) => onChange(event.target.value)}
        onBlur={onLeave}
        onKeyDown={(event) => {
          if (event.key === 'Enter') onLeave?.();
        }}
      />
      <span id={`${id}-hint`} className={styles.editorState}>
        {notesText.tagsHint}
      </span>
    </>
  );
};

export const TagsField = ({ mark, onSave }: { mark: Annotation; onSave: (tags: readonly string[]) => Promise<void> }) => {
  const [text, setText] = useState(mark.tags.join(' '));
  const keep = (): void => {
    const tags = tagsIn(text);
    setText(tags.join(' '));
    if (tags.join(' ') !== mark.tags.join(' ')) void onSave(tags);
  };
  return (
    <div className={styles.tags}>
      <TagsInput value={text} onChange={setText} onLeave={keep} />
    </div>
  );
};
