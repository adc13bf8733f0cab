/** `/user/myNotes`: every highlight, note and bookmark of the reader, to search, sort, open, edit and take along. */
import { type Annotation, type AnnotationColor, type AnnotationKind, encodeLocatorParam } from '@shufang/contract';
import { buttonClass, EmptyState, ModalDialog, Page, PageHeader } from '@shufang/ui';
import { useState } from 'react';
import { Link, useNavigate } from 'react-router';
import { ForSignedIn } from '../../features/account/signed-out.tsx';
import { UserMenu } from '../../features/account/user-menu.tsx';
import { NoteEditor } from '../../features/annotation/note-editor.tsx';
import { NotesList } from '../../features/annotation/notes-list.tsx';
import { ColorFilter, KindFilter } from '../../features/annotation/notes-panel.tsx';
import { useNotes } from '../../features/annotation/use-notes.ts';
import { useUndo } from '../../features/annotation/use-undo.tsx';
import { AdoptOffer } from '../../features/sync/adopt-offer.tsx';
import { SyncStateLine } from '../../features/sync/sync-state-line.tsx';
import { useKeepSynced } from '../../features/sync/use-sync.ts';
import { notesText } from '../../platform/messages/zh-cn/notes.ts';
import { useSession } from '../../platform/session/session.ts';
import { useOwner } from '../../platform/storage/use-owner.ts';
import styles from './my-notes-screen.module.css';

const saveFile = (fileName: string, text: string): void => {
  const address = URL.createObjectURL(new Blob([text], { type: 'text/markdown;charset=utf-8' }));
  const link = document.createElement('a');
  link.href = address;
  link.download = fileName;
  link.click();
  URL.revokeObjectURL(address);
};

const Skeleton = () => (
  <div className={styles.skeleton} role="status" aria-label={notesText.loading}>
    {Array.from({ length: 5 }, (_, row) => (
      <span key={row} />
    ))}
  </div>
);

const Notes = () => {
  const [words, setWords] = useState('');
  const [bookId, setBookId] = useState<string>();
  const [kind, setKind] = useState<AnnotationKind>();
  const [color, setColor] = useState<AnnotationColor>();
  const [by, setBy] = useState<'book' | 'time'>('book');
  const [editing, setEditing] = useState<Annotation>();
  const [isExporting, setExporting] = useState(false);
  const owner = useOwner();
  const navigate = useNavigate();
  const notes = useNotes({ words, bookId, kind, color });
  const { deleteWithUndo, undoNotice } = useUndo(notes.verbs);
  const titleOf = (id: string): string => notes.titleOf(id) ?? notesText.unknownBook;
  const { shown, all } = notes;
  const bookIds = [...new Set(all.map((mark) => mark.bookId))];

  const open = (mark: Annotation): void => {
    const at = encodeLocatorParam({ href: mark.target.href, title: mark.chapterTitle, locations: { block: mark.target.blocks.start } });
    void navigate(`/course/learning/${mark.bookId}?at=${at}`);
  };
  const handleExport = async (): Promise<void> => {
    if (!shown) return;
    setExporting(true);
    try {
      const { fileName, text } = await notes.exportMarkdown(shown, titleOf);
      saveFile(fileName, text);
    } finally {
      setExporting(false);
    }
  };
  const clear = (): void => {
    setWords('');
    setBookId(undefined);
    setKind(undefined);
    setColor(undefined);
  };

  if (!shown) return <Skeleton />;
  if (all.length === 0) {
    return (
      <EmptyState title={notesText.emptyTitle}>
        <p>{notesText.empty}</p>
        <Link to="/course/list" className={buttonClass()}>
          {notesText.browse}
        </Link>
      </EmptyState>
    );
  }
  return (
    <>
      <div className={styles.tools}>
        <input
          type="search"
          className={styles.search}
          aria-label={notesText.searchNotes}
          placeholder={notesText.searchPlaceholder}
          value={words}
          onChange={(event) => setWords(event.target.value)}
        />
        <select
          className={styles.select}
          aria-label={notesText.filterBook}
          value={bookId ?? ''}
          onChange={(event) => setBookId(event.target.value === '' ? undefined : event.target.value)}
        >
          <option value="">{notesText.allBooks}</option>
          {bookIds.map((id) => (
            <option key={id} value={id}>
              {titleOf(id)}
            </option>
          ))}
        </select>
        <select
          className={styles.select}
          aria-label={notesText.groupBy}
          value={by}
          onChange={(event) => setBy(event.target.value === 'time' ? 'time' : 'book')}
        >
          <option value="book">{notesText.byBook}</option>
          <option value="time">{notesText.byTime}</option>
        </select>
        <button
          type="button"
          className={buttonClass('quiet')}
          disabled={isExporting || shown.length === 0}
          onClick={() => void handleExport()}
        >
          {isExporting ? notesText.exporting : notesText.exportMarkdown}
        </button>
      </div>
      <div className={styles.filters}>
        <KindFilter value={kind} onChange={setKind} />
        <ColorFilter value={color} onChange={setColor} />
        <span className={styles.count} role="status">
          {notesText.count(shown.length)}
        </span>
      </div>
      {notes.hasServerFailed && (
        <p className={styles.failed} role="status">
          {notesText.loadFailed}
          <button type="button" className={buttonClass('quiet')} onClick={notes.retry}>
            {notesText.retry}
          </button>
        </p>
      )}
      {shown.length === 0 && (
        <EmptyState title={notesText.filterEmpty}>
          <button type="button" className={buttonClass('quiet')} onClick={clear}>
            {notesText.clearFilters}
          </button>
        </EmptyState>
      )}
      <NotesList marks={shown} by={by} titleOf={titleOf} onOpen={open} onEdit={setEditing} onDelete={(mark) => void deleteWithUndo(mark)} />
      {editing && (
        <ModalDialog title={notesText.editNote} onClose={() => setEditing(undefined)}>
          <NoteEditor
            owner={owner}
            mark={editing}
            onSave={(body) => notes.verbs.saveBody(editing, body)}
            onClose={() => setEditing(undefined)}
          />
        </ModalDialog>
      )}
      {undoNotice}
    </>
  );
};

/** Marks made on this device without an account stay in reach below the card. */
const LocalNotes = () => {
  const { all } = useNotes({});
  if (all.length === 0) return null;
  return (
    <section>
      <h2 className={styles.local}>{notesText.localOnly}</h2>
      <Notes />
    </section>
  );
};

export const Component = () => {
  const isSignedIn = useSession((session) => session.token !== undefined);
  const isLapsed = useSession((session) => session.lapsedUserId !== undefined);
  useKeepSynced();
  return (
    <Page width="text">
      <PageHeader title={notesText.pageTitle}>
        <SyncStateLine />
      </PageHeader>
      <ForSignedIn signedOutText={notesText.signedOut}>
        <UserMenu />
        <AdoptOffer />
        <Notes />
      </ForSignedIn>
      {!isSignedIn && !isLapsed && <LocalNotes />}
    </Page>
  );
};
