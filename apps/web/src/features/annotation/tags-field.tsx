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

export const TagsField = ({ mark, onSave }: { mark: Annotation; onSave: (tags: readonly string[]) => Promise<void> }) => {
  const id = useId();
  const [text, setText] = useState(mark.tags.join(' '));
  const keep = (): void => {
    const tags = tagsIn(text);
    setText(tags.join(' '));
    if (tags.join(' ') !== mark.tags.join(' ')) void onSave(tags);
  };
  return (
    <div className={styles.tags}>
      <label htmlFor={id} className={styles.editorLabel}>
        {notesText.tags}
      </label>
      <input
        id={id}
        className={styles.tagsField}
        value={text}
        aria-describedby={`${id}-hint`}
        onChange={(event) => setText(event.target.value)}
        onBlur={keep}
        onKeyDown={(event) => {
          if (event.key === 'Enter') keep();
        }}
      />
      <span id={`${id}-hint`} className={styles.editorState}>
        {notesText.tagsHint}
      </span>
    </div>
  );
};
