/** The fonts that were added on this device: choose, add and remove. */
import type { ReadingPreferences } from '@shufang/contract';
import { IconTrash } from '@shufang/icons';
import { FileButton, IconButton, RadioOption, Row, Stack, Text } from '@shufang/ui';
import { useId, useState } from 'react';
import { ownFontText as text } from '../../platform/messages/zh-cn/own-font.ts';
import { removeFont } from '../../platform/storage/fonts.ts';
import { type FontEntry, readerDatabase } from '../../platform/storage/reader-database.ts';
import { addOwnFont } from './add-own-font.ts';
import styles from './display.module.css';
import { useDeviceFonts } from './use-own-font.ts';

interface OwnFontsProps {
  preferences: Pick<ReadingPreferences, 'fontFamily' | 'ownFont'>;
  onChange: (fields: Partial<ReadingPreferences>) => void;
}

export const OwnFonts = ({ preferences: { fontFamily, ownFont }, onChange }: OwnFontsProps) => {
  const group = useId();
  const { fonts, hasFailed } = useDeviceFonts();
  const [isAdding, setAdding] = useState(false);
  const [refusal, setRefusal] = useState<string>();
  const [removed, setRemoved] = useState<string>();
  const isChosen = fontFamily === 'own';
  const choose = ({ id, name }: FontEntry): void => onChange({ fontFamily: 'own', ownFont: { id, name } });
  const add = async ([file]: readonly File[]): Promise<void> => {
    if (!file) return;
    setAdding(true);
    setRefusal(undefined);
    setRemoved(undefined);
    try {
      const added = await addOwnFont(readerDatabase(), file, Date.now());
      if ('font' in added) choose(added.font);
      else setRefusal(added.refusal);
    } catch {
      // The browser refuses to store the file: its quota is used up, or it stores nothing in a private window.
      setRefusal(text.notStored);
    } finally {
      setAdding(false);
    }
  };
  const remove = async ({ id, name }: FontEntry): Promise<void> => {
    setRefusal(undefined);
    setRemoved(undefined);
    try {
      await removeFont(readerDatabase(), id);
    } catch {
      // The browser has closed the database or cannot write to its disk. The font is still there, and so is the choice of it.
      setRefusal(text.notRemoved(name));
      return;
    }
    if (isChosen && ownFont.id === id) onChange({ fontFamily: 'publisher' });
    setRemoved(text.removed(name));
  };
  if (hasFailed)
    return (
      <Text role="alert" size={13} tone="accent">
        {text.unreadable}
      </Text>
    );
  return (
    <Stack gap={8}>
      <fieldset className={styles.choice}>
        <legend>{text.title}</legend>
        {fonts?.map((font) => (
          <Row key={font.id} gap={4} align="center" marginTop={6}>
            <RadioOption
              look="segment"
              size={14}
              flex={1}
              className={styles.option}
              name={group}
              checked={isChosen && ownFont.id === font.id}
              onChange={() => choose(font)}
            >
              <span>{font.name}</span>
            </RadioOption>
            <IconButton name={text.remove(font.name)} onClick={() => void remove(font)}>
              <IconTrash size={18} stroke={1.6} aria-hidden />
            </IconButton>
          </Row>
        ))}
      </fieldset>
      {isChosen && fonts?.every(({ id }) => id !== ownFont.id) && (
        <Text role="status" size={13}>
          {text.missing(ownFont.name)}
        </Text>
      )}
      <Row gap={12} align="center">
        <FileButton label={text.add} accept=".ttf,.otf,.woff,.woff2" isBusy={isAdding} onFiles={(files) => void add(files)}>
          {text.add}
        </FileButton>
        <Text role="status" size={13} tone="faint">
          {isAdding ? text.adding : fonts === undefined ? text.listing : removed}
        </Text>
      </Row>
      {refusal !== undefined && (
        <Text role="alert" size={13} tone="accent">
          {refusal}
        </Text>
      )}
      <Text size={13} tone="faint">
        {text.hint}
      </Text>
    </Stack>
  );
};
