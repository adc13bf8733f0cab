/** What became of the user's notes in a book after a new version: their numbers, with links to the lists. */
import { type AnchorState, anchorState } from '@shufang/contract';
import { RecordsSkeleton, Section, Text } from '@shufang/ui';
import { Link } from 'react-router';
import { textChangesText as text } from '../../platform/messages/zh-cn/text-changes.ts';
import styles from './annotation.module.css';
import { useAnnotations } from './use-annotations.ts';

const addressOf = (bookId: string, anchor: AnchorState): string =>
  `/user/myNotes?bookId=${bookId}&${anchor === 'orphan' ? 'view' : 'anchor'}=${anchor}`;

export const NotesReport = ({ bookId }: { bookId: string }) => {
  const { annotations } = useAnnotations(bookId);
  return (
    <Section title={text.notesTitle}>
      {annotations === undefined ? (
        <RecordsSkeleton label={text.loading} />
      ) : annotations.length === 0 ? (
        <Text as="p" tone="soft">
          {text.notesEmpty}
        </Text>
      ) : (
        <ul className={styles.report}>
          {anchorState.options.map((state) => {
            const count = annotations.filter(({ anchor }) => anchor === state).length;
            const line = text.notes[state](count);
            return <li key={state}>{count === 0 ? line : <Link to={addressOf(bookId, state)}>{line}</Link>}</li>;
          })}
        </ul>
      )}
    </Section>
  );
};
