/** `/user/myNotes`: all annotations of the reader: search, filter, open, edit, re-anchor, restore and export. */
import { type Annotation, anchorState, encodeLocatorParam } from '@shufang/contract';
import { buttonClass, Cluster, EmptyState, ModalDialog, Page, PageHeader, Select, Stack, Tabs, Text } from '@shufang/ui';
import { lazy, Suspense, useState } from 'react';
import { Link, useNavigate } from 'react-router';
import { ForSignedIn } from '../../../features/account/signed-out.tsx';
import { UserMenu } from '../../../features/account/user-menu.tsx';
import { ImportDialog } from '../../../features/annotation/import-dialog.tsx';
import { NoteEditor } from '../../../features/annotation/note-editor.tsx';
import { NotesBar } from '../../../features/annotation/notes-bar.tsx';
import { NotesBin } from '../../../features/annotation/notes-bin.tsx';
import { NotesList } from '../../../features/annotation/notes-list.tsx';
import { ReviewButton } from '../../../features/annotation/review-button.tsx';
import { TagsField } from '../../../features/annotation/tags-field.tsx';
import { useDeletedAnnotations } from '../../../features/annotation/use-annotations.ts';
import { type NoteFormat, useNotes } from '../../../features/annotation/use-notes.ts';
import { useReviewing } from '../../../features/annotation/use-reviewing.ts';
import { useUndo } from '../../../features/annotation/use-undo.tsx';
import { AdoptOffer } from '../../../features/sync/adopt-offer.tsx';
import { SyncStateLine } from '../../../features/sync/sync-state-line.tsx';
import { useSync } from '../../../features/sync/use-sync.ts';
import { onApiError } from '../../../platform/api/on-api-error.ts';
import { saveFile } from '../../../platform/api/save-file.ts';
import { broadcast } from '../../../platform/events/broadcasts.ts';
import { notesText } from '../../../platform/messages/zh-cn/notes.ts';
import { reviewText } from '../../../platform/messages/zh-cn/review.ts';
import { useSession } from '../../../platform/session/session.ts';
import { useOwner } from '../../../platform/storage/use-owner.ts';
import styles from './my-notes-screen.module.css';
import { NoteFilterFields, type NoteFilters, useNoteFilters } from './note-filters.tsx';

/** The review of cards is loaded on demand, because it needs the library that schedules review cards. */
const Review = lazy(async () => ({ default: (await import('../../../features/annotation/review.tsx')).Review }));

const FORMATS = ['md', 'docx', 'xlsx', 'annotation', 'anki'] as const satisfies readonly NoteFormat[];

const Skeleton = () => (
  <Stack gap={24} className={styles.skeleton} role="status" aria-label={notesText.loading}>
    {Array.from({ length: 5 }, (_, row) => (
      <span key={row} />
    ))}
  </Stack>
);

/** Converts the value of a date field to the local start of that day, or of the day `days` later; returns undefined for an empty value. */
const dayStart = (date: string, days = 0): number | undefined => {
  const [year, month, day] = date.split('-').map(Number);
  return year === undefined || month === undefined || day === undefined ? undefined : new Date(year, month - 1, day + days).getTime();
};

const Notes = () => {
  const { filters, view, by, change, clear } = useNoteFilters();
  const [isChoosing, setChoosing] = useState(false);
  const [chosenIds, setChosenIds] = useState<ReadonlySet<string>>(new Set());
  const [editing, setEditing] = useState<Annotation>();
  const [isImporting, setImporting] = useState(false);
  const [isExporting, setExporting] = useState(false);
  const [nowMs] = useState(() => Date.now());
  const reviewing = useReviewing();
  const owner = useOwner();
  const isSignedIn = useSession((session) => session.token !== undefined);
  const navigate = useNavigate();
  const { from, to, ...chosen } = filters;
  const notes = useNotes({
    ...chosen,
    from: dayStart(from),
    before: dayStart(to, 1),
    anchor: view === 'orphan' ? 'orphan' : filters.anchor,
  });
  const bin = useDeletedAnnotations(nowMs) ?? [];
  const { deleteWithUndo, undoNotice } = useUndo(notes.actions);
  const titleOf = (id: string): string => notes.titleOf(id) ?? notesText.unknownBook;
  const { shown, all } = notes;
  const books = [...new Set(all.map(({ bookId }) => bookId))].map((id) => ({ id, title: titleOf(id) }));
  const inBook = all.filter(({ bookId }) => bookId === filters.bookId);
  const chapters = [...new Set(inBook.map(({ chapterTitle }) => chapterTitle))].filter(Boolean);
  const tags = [...new Set(all.flatMap(({ tags: names }) => names))].toSorted((a, b) => a.localeCompare(b, 'zh'));
  const hasMoved = filters.anchor !== undefined || all.some(({ anchor }) => anchor !== 'exact');
  const orphans = all.filter((annotation) => annotation.anchor === 'orphan').length;
  const setFilters: (more: Partial<NoteFilters>) => void = change;
  const endChoosing = (): void => {
    setChoosing(false);
    setChosenIds(new Set());
  };
  const toggle = ({ id }: Annotation): void => {
    const next = new Set(chosenIds);
    if (!next.delete(id)) next.add(id);
    setChosenIds(next);
  };

  const addressOf = (annotation: Annotation): string => {
    const { href, blocks } = annotation.target;
    const locations = annotation.anchor === 'orphan' ? { totalProgression: annotation.totalProgression } : { block: blocks.start };
    return `/course/learning/${annotation.bookId}?at=${encodeLocatorParam({ href, title: annotation.chapterTitle, locations })}`;
  };
  const open = (annotation: Annotation): void => void navigate(addressOf(annotation));
  const reanchor = (annotation: Annotation): void => void navigate(addressOf(annotation), { state: { reanchor: annotation.id } });
  const handleExport = async (format: NoteFormat): Promise<void> => {
    if (!shown) return;
    if (format === 'annotation' && filters.bookId === undefined && books.length > 1) {
      broadcast('toast', { kind: 'info', text: notesText.exportNeedsBook });
      return;
    }
    setExporting(true);
    try {
      const { fileName, content } = await notes.exportAs(format, shown, titleOf);
      saveFile(fileName, content);
    } catch (error) {
      onApiError(error);
    } finally {
      setExporting(false);
    }
  };

  const restore = async (annotations: readonly Annotation[]): Promise<void> => {
    for (const annotation of annotations) await notes.actions.restoreAnnotation(annotation);
  };

  if (!shown) return <Skeleton />;
  const importDialog = isImporting ? (
    <ImportDialog actions={notes.actions} books={notes.knownBooks} bookId={filters.bookId} onClose={() => setImporting(false)} />
  ) : null;
  if (all.length === 0 && bin.length === 0 && notes.hasServerFailed && !notes.hasPulledOnce) {
    return (
      <EmptyState title={notesText.nothingLoaded}>
        <p>{notesText.nothingLoadedHint}</p>
        <button type="button" className={buttonClass('quiet')} onClick={notes.retry}>
          {notesText.retry}
        </button>
      </EmptyState>
    );
  }
  if (all.length === 0 && bin.length === 0) {
    return (
      <EmptyState title={notesText.emptyTitle}>
        <p>{notesText.empty}</p>
        <Link to="/course/list" className={buttonClass()}>
          {notesText.browse}
        </Link>
        {isSignedIn && notes.knownBooks.length > 0 ? (
          <button type="button" className={buttonClass('quiet')} onClick={() => setImporting(true)}>
            {notesText.import}
          </button>
        ) : null}
        {importDialog}
      </EmptyState>
    );
  }
  if (reviewing.isReviewing) {
    return (
      <Suspense fallback={<Skeleton />}>
        <Review
          annotations={shown.filter(reviewing.isToReview)}
          titleOf={titleOf}
          linkTo={addressOf}
          isAll={reviewing.isAll}
          onAll={reviewing.reviewAll}
          onLeave={reviewing.leave}
        />
      </Suspense>
    );
  }
  return (
    <>
      <Tabs
        label={notesText.views}
        value={view}
        onChange={(next) => change({ view: next === 'all' ? undefined : next })}
        tabs={[
          { value: 'all', label: notesText.view.all, count: all.length },
          { value: 'orphan', label: notesText.view.orphan, count: orphans },
          { value: 'bin', label: notesText.view.bin, count: bin.length },
        ]}
      >
        {view === 'bin' ? (
          <NotesBin annotations={bin} nowMs={nowMs} titleOf={titleOf} onRestore={(annotations) => void restore(annotations)} />
        ) : (
          <>
            <NoteFilterFields
              filters={filters}
              by={by}
              books={books}
              chapters={chapters}
              tags={tags}
              anchors={hasMoved && view === 'all' ? anchorState.options : []}
              onFilters={setFilters}
              onGroupBy={(value) => change({ by: value === 'time' ? 'time' : undefined })}
            />
            <Cluster gap={[8, 12]} align="center" marginBottom={8} className={styles.carry}>
              <Text size={14} tone="faint" className={styles.count} role="status">
                {notesText.count(shown.length)}
              </Text>
              <ReviewButton annotations={shown} hasInitialFocus={reviewing.isBack} onStart={() => reviewing.start()} />
              <Select
                className={styles.select}
                aria-label={notesText.exportAs}
                value=""
                disabled={isExporting || shown.length === 0}
                onChange={(format) => void handleExport(format as NoteFormat)}
              >
                <option value="" hidden>
                  {isExporting ? notesText.exporting : notesText.exportAs}
                </option>
                {FORMATS.filter((format) => isSignedIn || format === 'md').map((format) => (
                  <option key={format} value={format}>
                    {notesText.formats[format]}
                  </option>
                ))}
              </Select>
              {isSignedIn ? (
                <button type="button" className={buttonClass('quiet')} onClick={() => setImporting(true)}>
                  {notesText.import}
                </button>
              ) : null}
              <button
                type="button"
                className={buttonClass('quiet')}
                aria-pressed={isChoosing}
                onClick={() => (isChoosing ? endChoosing() : setChoosing(true))}
              >
                {isChoosing ? notesText.chooseEnd : notesText.choose}
              </button>
            </Cluster>
            {notes.hasServerFailed && (
              <Cluster as="p" gap={12} align="center" className={styles.failed} role="status">
                {notesText.loadFailed}
                <button type="button" className={buttonClass('quiet')} onClick={notes.retry}>
                  {notesText.retry}
                </button>
              </Cluster>
            )}
            {view === 'orphan' && orphans > 0 ? <p className={styles.lead}>{notesText.orphanLead}</p> : null}
            {shown.length > 0 ? null : notes.isSearching ? (
              <Skeleton />
            ) : view === 'orphan' && orphans === 0 ? (
              <EmptyState title={notesText.orphanEmpty}>
                <p>{notesText.orphanEmptyHint}</p>
              </EmptyState>
            ) : (
              <EmptyState title={notesText.filterEmpty}>
                <button type="button" className={buttonClass('quiet')} onClick={clear}>
                  {notesText.clearFilters}
                </button>
              </EmptyState>
            )}
            <NotesList
              annotations={shown}
              by={by}
              titleOf={titleOf}
              onOpen={open}
              onEdit={setEditing}
              onDelete={(annotation) => void deleteWithUndo([annotation])}
              onReanchor={reanchor}
              choice={isChoosing ? { chosen: chosenIds, onToggle: toggle } : undefined}
            />
            {isChoosing ? (
              <NotesBar
                chosen={shown.filter(({ id }) => chosenIds.has(id))}
                actions={notes.actions}
                onAll={() => setChosenIds(new Set(shown.map(({ id }) => id)))}
                onReview={reviewing.start}
                onDelete={deleteWithUndo}
                onDone={endChoosing}
              />
            ) : null}
          </>
        )}
      </Tabs>
      {editing && (
        <ModalDialog title={notesText.editNote} onClose={() => setEditing(undefined)}>
          <TagsField annotation={editing} onSave={(names) => notes.actions.saveTags(editing, names)} />
          <NoteEditor
            owner={owner}
            annotation={editing}
            onSave={(body) => notes.actions.saveBody(editing, body)}
            onClose={() => setEditing(undefined)}
          />
        </ModalDialog>
      )}
      {importDialog}
      {undoNotice}
    </>
  );
};

/** The annotations that an anonymous user made on this device, listed below the card that offers to sign in. */
const LocalNotes = ({ isLapsed }: { readonly isLapsed: boolean }) => {
  const { all } = useNotes({});
  if (all.length === 0) return null;
  return (
    <section>
      <h2 className={styles.local}>{isLapsed ? notesText.lapsedLocal : notesText.localOnly}</h2>
      <Notes />
    </section>
  );
};

export const Component = () => {
  const isSignedIn = useSession((session) => session.token !== undefined);
  const isLapsed = useSession((session) => session.lapsedUserId !== undefined);
  // The session has expired before the page started: the user reads stored books without a network, and their notes are on the device too.
  const [readsOffline] = useState(!isSignedIn && isLapsed);
  const { isReviewing } = useReviewing();
  useSync();
  return (
    <Page width="text">
      <PageHeader title={isReviewing ? reviewText.title : notesText.pageTitle}>
        <SyncStateLine />
      </PageHeader>
      <ForSignedIn signedOutText={notesText.signedOut}>
        {isReviewing ? null : (
          <>
            <UserMenu />
            <AdoptOffer />
          </>
        )}
        <Notes />
      </ForSignedIn>
      {!isSignedIn && (!isLapsed || readsOffline) && <LocalNotes isLapsed={isLapsed} />}
    </Page>
  );
};
