/** What an import would store: the notes that were found, those that are uncertain or were not found, and those that exist already. */
import { Block, buttonClass, CheckboxOption, Cluster, Stack } from '@shufang/ui';
import { useState } from 'react';
import { broadcast } from '../../platform/events/broadcasts.ts';
import { notesText } from '../../platform/messages/zh-cn/notes.ts';
import styles from './import-dialog.module.css';
import { type ImportChoice, type ImportPreview, type ImportProgress, type LocatedNote, notesToStore } from './use-import-annotations.ts';

/** Notes of one group that are listed. */
const LISTED_MAX = 100;

const GROUPS = ['found', 'uncertain', 'lost', 'existing'] as const;
type Group = (typeof GROUPS)[number];

const groupOf = ({ state, isExisting }: LocatedNote): Group => (isExisting ? 'existing' : state);

const Note = ({ note: { annotation, state } }: { note: LocatedNote }) => {
  const { exact, current } = annotation.target.quote;
  return (
    <li>
      <blockquote>{exact === '' ? notesText.importNoPassage : exact}</blockquote>
      {state === 'uncertain' && current !== undefined ? (
        <p>
          {notesText.importInBook}
          {current}
        </p>
      ) : null}
      {annotation.body === '' ? null : <p className={styles.body}>{annotation.body}</p>}
      {annotation.chapterTitle === '' ? null : <small>{annotation.chapterTitle}</small>}
    </li>
  );
};

/** Returns notes as text, for the clipboard. */
const textOf = (notes: readonly LocatedNote[]): string =>
  notes.map(({ annotation: { target, body } }) => [target.quote.exact, body].filter(Boolean).join('\n')).join('\n\n');

const copy = async (text: string): Promise<void> => {
  try {
    await navigator.clipboard.writeText(text);
    broadcast('toast', { kind: 'success', text: notesText.importCopied });
  } catch {
    // The browser offers no clipboard on plain HTTP or without permission. The texts are listed, so the user can select them by hand.
    broadcast('toast', { kind: 'info', text: notesText.importCopyFailed });
  }
};

interface PreviewProps {
  readonly preview: ImportPreview;
  readonly progress: ImportProgress | undefined;
  readonly onBack: () => void;
  readonly onStore: (choice: ImportChoice) => void;
}

export const Preview = ({ preview, progress, onBack, onStore }: PreviewProps) => {
  const [choice, setChoice] = useState<ImportChoice>({ uncertain: true, lost: true, overwrite: false });
  const groups = Map.groupBy(preview.notes, groupOf);
  const countOf = (group: Group): number => groups.get(group)?.length ?? 0;
  const count = notesToStore(preview, choice).length;
  const refused = Object.entries(preview.refused) as [keyof typeof notesText.importWhy, number][];
  const option = (name: keyof ImportChoice, label: string, hint = '') => (
    <CheckboxOption
      look="small"
      gap={10}
      align="start"
      className={styles.check}
      checked={choice[name]}
      onChange={(checked) => setChoice({ ...choice, [name]: checked })}
    >
      <span>
        {label}
        {hint === '' ? null : <small>{hint}</small>}
      </span>
    </CheckboxOption>
  );
  return (
    <Stack gap={12} className={styles.form}>
      {GROUPS.map((group) => {
        const notes = groups.get(group) ?? [];
        return notes.length === 0 ? null : (
          <details key={group} className={styles.group} open={group === 'uncertain' || group === 'lost'}>
            <summary>
              {notesText.importGroups[group]}
              <b>{notes.length}</b>
            </summary>
            {notesText.importGroupHints[group] === '' ? null : <p className={styles.groupHint}>{notesText.importGroupHints[group]}</p>}
            {/* A list that scrolls can be reached by the keyboard. */}
            {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
            <ul tabIndex={0} aria-label={notesText.importGroups[group]}>
              {notes.slice(0, LISTED_MAX).map((note, index) => (
                <Note key={`${note.annotation.id} ${index}`} note={note} />
              ))}
              {notes.length > LISTED_MAX ? <li>{notesText.importMore(notes.length - LISTED_MAX)}</li> : null}
            </ul>
            {group === 'lost' ? (
              <button type="button" className={buttonClass('quiet')} onClick={() => void copy(textOf(notes))}>
                {notesText.importCopyLost}
              </button>
            ) : null}
          </details>
        );
      })}
      {refused.length === 0 ? null : (
        <Block as="ul" tone="soft" className={styles.refused}>
          {refused.map(([why, each]) => (
            <li key={why}>
              {notesText.importWhy[why]}
              <span>{each}</span>
            </li>
          ))}
        </Block>
      )}
      {countOf('uncertain') > 0 ? option('uncertain', notesText.importUncertain(countOf('uncertain'))) : null}
      {countOf('lost') > 0 ? option('lost', notesText.importLost(countOf('lost')), notesText.importLostHint) : null}
      {countOf('existing') > 0 ? option('overwrite', notesText.importOverwrite, notesText.importOverwriteHint) : null}
      {preview.notes.length === 0 ? <p role="status">{notesText.importNothing}</p> : null}
      <Cluster gap={12} justify="end">
        <button type="button" className={buttonClass('quiet')} onClick={onBack}>
          {notesText.importBack}
        </button>
        <button type="button" className={buttonClass()} aria-disabled={progress !== undefined} onClick={() => progress ?? onStore(choice)}>
          {notesText.importStart(count)}
        </button>
      </Cluster>
    </Stack>
  );
};
