/** The tags of an annotation as one line of text; saved when the field loses the focus. */
import { type Annotation, LIMITS } from '@shufang/contract';
import { Block, Input, Stack, Text } from '@shufang/ui';
import { type Ref, useId, useState } from 'react';
import { notesText } from '../../platform/messages/zh-cn/notes.ts';

const TAG_CHARS = 30;

/** Returns the tags in a text, each once, in the order of the text. */
export const tagsIn = (text: string): string[] =>
  [...new Set(text.split(/[\s,，、;；#＃]+/).map((tag) => Array.from(tag).slice(0, TAG_CHARS).join('')))]
    .filter(Boolean)
    .slice(0, LIMITS.noteTags);

interface TagsInputProps {
  readonly value: string;
  readonly onChange: (text: string) => void;
  /** Called when the field loses the focus, or when Enter is pressed in it outside of a form. */
  readonly onLeave?: (() => void) | undefined;
  readonly error?: string | undefined;
  readonly inputRef?: Ref<HTMLInputElement>;
}

export const TagsInput = ({ value, onChange, onLeave, error, inputRef }: TagsInputProps) => {
  const id = useId();
  return (
    <>
      <Block htmlFor={id} as="label" size={13} tone="soft">
        {notesText.tags}
      </Block>
      <Input
        id={id}
        ref={inputRef}
        value={value}
        aria-invalid={error !== undefined}
        aria-describedby={`${id}-hint`}
        onChange={onChange}
        onBlur={onLeave}
        onKeyDown={(event) => {
          if (event.key === 'Enter') onLeave?.();
        }}
      />
      <Text id={`${id}-hint`} size={13} tone={error === undefined ? 'faint' : 'accent'} flex={1}>
        {error ?? notesText.tagsHint}
      </Text>
    </>
  );
};

export const TagsField = ({ annotation, onSave }: { annotation: Annotation; onSave: (tags: readonly string[]) => Promise<void> }) => {
  const [text, setText] = useState(annotation.tags.join(' '));
  const save = (): void => {
    const tags = tagsIn(text);
    setText(tags.join(' '));
    if (tags.join(' ') !== annotation.tags.join(' ')) void onSave(tags);
  };
  return (
    <Stack gap={4} marginBottom={16}>
      <TagsInput value={text} onChange={setText} onLeave={save} />
    </Stack>
  );
};
