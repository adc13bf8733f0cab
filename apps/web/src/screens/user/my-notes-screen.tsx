/** `/user/myNotes`: every highlight, note and bookmark of the reader, to search, sort, open, edit, find a place for, bring back and take along. */
import {
  type Annotation,
  type AnnotationColor,
  type AnnotationKind,
  annotationColor,
  annotationKind,
  encodeLocatorParam,
} from '@shufang/contract';
import { buttonClass, EmptyState, ModalDialog, Page, PageHeader, SearchInput, Tabs } from '@shufang/ui';
import { lazy, Suspense, useState } from 'react';
import { Link, useNavigate, useSearchParams } from 'react-router';
import { ForSignedIn } from '../../features/account/signed-out.tsx';
import { UserMenu } from '../../features/account/user-menu.tsx';
import { ImportDialog } from '../../features/annotation/import-dialog.tsx';
import { NoteEditor } from '../../features/annotation/note-editor.tsx';
import { NotesBar } from '../../features/annotation/notes-bar.tsx';
import { NotesBin } from '../../features/annotation/notes-bin.tsx';
import { NotesList } from '../../features/annotation/notes-list.tsx';
import { ColorFilter, KindFilter } from '../../features/annotation/notes-panel.tsx';
import { ReviewButton } from '../../features/annotation/review-button.tsx';
import { TagsField } from '../../features/annotation/tags-field.tsx';
import { useBin } from '../../features/annotation/use-marks.ts';
import { type NoteFormat, useNotes } from '../../features/annotation/use-notes.ts';
import { useReviewing } from '../../features/annotation/use-reviewing.ts';
import { useUndo } from '../../features/annotation/use-undo.tsx';
import { AdoptOffer } from '../../features/sync/adopt-offer.tsx';
import { SyncStateLine } from '../../features/sync/sync-state-line.tsx';
import { useKeepSynced } from '../../features/sync/use-sync.ts';
import { onApiError } from '../../platform/api/on-api-error.ts';
import { saveFile } from '../../platform/api/save-file.ts';
import { broadcast } from '../../platform/events/broadcasts.ts';
import { notesText } from '../../platform/messages/zh-cn/notes.ts';
import { reviewText } from '../../platform/messages/zh-cn/review.ts';
import { useSession } from '../../platform/session/session.ts';
import { useOwner } from '../../platform/storage/use-owner.ts';
import styles from './my-notes-screen.module.css';

/** The library that plans the cards comes with it. */
const Review = lazy(async () => ({ default: (await import('../../features/annotation/review.tsx')).Review }));

const FORMATS = ['md', 'docx', 'xlsx', 'annotation', 'anki'] as const satisfies readonly NoteFormat[];

const Skeleton = () => (
  <div className={styles.skeleton} role="status" aria-label={notesText.loading}>
    {Array.from({ length: 5 }, (_, row) => (
      <span key={row} />
    ))}
  </div>
);

/** The first moment of a day as a date field gives it, here; undefined for none. `days`: so many later. */
const dayStart = (date: string, days = 0): number | undefined => {
  const [year, month, day] = date.split('-').map(Number);
  return year === undefined || month === undefined || day === undefined ? undefined : new Date(year, month - 1, day + days).getTime();
};

const FilterSelect = (props: {
  label: string;
  all: string;
  value: string | undefined;
  options: readonly (readonly [value: string, name: string])[];
  onChange: (value: string | undefined) => void;
}) => (
  <select
    className={styles.select}
    aria-label={props.label}
    value={props.value ?? ''}
    onChange={(event) => props.onChange(event.target.value === '' ? undefined : event.target.value)}
  >
    <option value="">{props.all}</option>
    {props.options.map(([value, name]) => (
      <option key={value} value={value}>
        {name}
      </option>
    ))}
  </select>
);

interface Wishes {
  words: string;
  bookId?: string | undefined;
  chapter?: string | undefined;
  tag?: string | undefined;
  kind?: AnnotationKind | undefined;
  color?: AnnotationColor | undefined;
  /** As a date field gives them: `2026-11-21`, or empty. */
  from: string;
  to: string;
}
const WISHES = ['words', 'bookId', 'chapter', 'tag', 'kind', 'color', 'from', 'to'] as const;

const wishesIn = (params: URLSearchParams): Wishes => ({
  words: params.get('words') ?? '',
  bookId: params.get('bookId') ?? undefined,
  chapter: params.get('chapter') ?? undefined,
  tag: params.get('tag') ?? undefined,
  kind: annotationKind.safeParse(params.get('kind')).data,
  color: annotationColor.safeParse(params.get('color')).data,
  from: params.get('from') ?? '',
  to: params.get('to') ?? '',
});

const VIEWS = ['all', 'orphan', 'bin'] as const;

/** What is looked for stands in the address: who went to a passage comes back to the same list. */
const useWishes = () => {
  const [params, setParams] = useSearchParams();
  const change = (more: Readonly<Record<string, string | undefined>>): void => {
    const next = new URLSearchParams(params);
    for (const [name, value] of Object.entries(more)) {
      if (value === undefined || value === '') next.delete(name);
      else next.set(name, value);
    }
    setParams(next, { replace: true });
  };
  return {
    wishes: wishesIn(params),
    view: VIEWS.find((each) => each === params.get('view')) ?? 'all',
    by: params.get('by') === 'time' ? ('time' as const) : ('book' as const),
    change,
    clear: () => change(Object.fromEntries(WISHES.map((name) => [name, undefined]))),
  };
};

const Notes = () => {
  const { wishes, view, by, change, clear } = useWishes();
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
  const { from, to, ...chosen } = wishes;
  const notes = useNotes({
    ...chosen,
    from: dayStart(from),
    before: dayStart(to, 1),
    anchor: view === 'orphan' ? 'orphan' : undefined,
  });
  const bin = useBin(nowMs) ?? [];
  const { deleteWithUndo, undoNotice } = useUndo(notes.verbs);
  const titleOf = (id: string): string => notes.titleOf(id) ?? notesText.unknownBook;
  const { shown, all } = notes;
  const books = [...new Set(all.map((mark) => mark.bookId))].map((id) => ({ id, title: titleOf(id) }));
  const chapters = [...new Set(all.filter((mark) => mark.bookId === wishes.bookId).map((mark) => mark.chapterTitle))].filter(Boolean);
  const tags = [...new Set(all.flatMap((mark) => mark.tags))].toSorted((a, b) => a.localeCompare(b, 'zh'));
  const orphans = all.filter((mark) => mark.anchor === 'orphan').length;
  const wish: (more: Partial<Wishes>) => void = change;
  const endChoosing = (): void => {
    setChoosing(false);
    setChosenIds(new Set());
  };
  const toggle = ({ id }: Annotation): void => {
    const next = new Set(chosenIds);
    if (!next.delete(id)) next.add(id);
    setChosenIds(next);
  };

  const addressOf = (mark: Annotation): string => {
    const { href, blocks } = mark.target;
    const locations = mark.anchor === 'orphan' ? { totalProgression: mark.totalProgression } : { block: blocks.start };
    return `/course/learning/${mark.bookId}?at=${encodeLocatorParam({ href, title: mark.chapterTitle, locations })}`;
  };
  const open = (mark: Annotation): void => void navigate(addressOf(mark));
  const reanchor = (mark: Annotation): void => void navigate(addressOf(mark), { state: { reanchor: mark.id } });
  const handleExport = async (format: NoteFormat): Promise<void> => {
    if (!shown) return;
    if (format === 'annotation' && wishes.bookId === undefined && books.length > 1) {
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

  const restore = async (marks: readonly Annotation[]): Promise<void> => {
    for (const mark of marks) await notes.verbs.restoreMark(mark);
  };

  if (!shown) return <Skeleton />;
  const importDialog = isImporting ? (
    <ImportDialog verbs={notes.verbs} books={notes.knownBooks} bookId={wishes.bookId} onClose={() => setImporting(false)} />
  ) : null;
  if (all.length === 0 && bin.length === 0 && notes.hasServerFailed && !notes.isHeard) {
    return (
      <EmptyState title={notesText.nothingKept}>
        <p>{notesText.nothingKeptHint}</p>
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
          marks={shown.filter(reviewing.isToReview)}
          titleOf={titleOf}
          addressOf={addressOf}
          isAll={reviewing.isAll}
          onAll={reviewing.goThroughAll}
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
          <NotesBin marks={bin} nowMs={nowMs} titleOf={titleOf} onRestore={(marks) => void restore(marks)} />
        ) : (
          <>
            <div className={styles.tools}>
              <SearchInput
                className={styles.search}
                aria-label={notesText.searchNotes}
                placeholder={notesText.searchPlaceholder}
                value={wishes.words}
                onChange={(words) => wish({ words })}
              />
              <FilterSelect
                label={notesText.filterBook}
                all={notesText.allBooks}
                value={wishes.bookId}
                options={books.map(({ id, title }) => [id, title])}
                onChange={(bookId) => wish({ bookId, chapter: undefined })}
              />
              {chapters.length > 1 ? (
                <FilterSelect
                  label={notesText.filterChapter}
                  all={notesText.allChapters}
                  value={wishes.chapter}
                  options={chapters.map((title) => [title, title])}
                  onChange={(chapter) => wish({ chapter })}
                />
              ) : null}
              {tags.length > 0 ? (
                <FilterSelect
                  label={notesText.filterTag}
                  all={notesText.allTags}
                  value={wishes.tag}
                  options={tags.map((tag) => [tag, tag])}
                  onChange={(tag) => wish({ tag })}
                />
              ) : null}
              <select
                className={styles.select}
                aria-label={notesText.groupBy}
                value={by}
                onChange={(event) => change({ by: event.target.value === 'time' ? 'time' : undefined })}
              >
                <option value="book">{notesText.byBook}</option>
                <option value="time">{notesText.byTime}</option>
              </select>
            </div>
            <div className={styles.filters}>
              <KindFilter value={wishes.kind} onChange={(kind) => wish({ kind })} />
              <ColorFilter value={wishes.color} onChange={(color) => wish({ color })} />
              <div className={styles.dates}>
                <input
                  type="date"
                  className={styles.date}
                  aria-label={notesText.filterFrom}
                  max={wishes.to}
                  value={wishes.from}
                  onChange={(event) => wish({ from: event.target.value })}
                />
                <span aria-hidden>—</span>
                <input
                  type="date"
                  className={styles.date}
                  aria-label={notesText.filterTo}
                  min={wishes.from}
                  value={wishes.to}
                  onChange={(event) => wish({ to: event.target.value })}
                />
              </div>
            </div>
            <div className={styles.carry}>
              <span className={styles.count} role="status">
                {notesText.count(shown.length)}
              </span>
              <ReviewButton marks={shown} takesFocus={reviewing.isBack} onStart={() => reviewing.start()} />
              <select
                className={styles.select}
                aria-label={notesText.exportAs}
                value=""
                disabled={isExporting || shown.length === 0}
                onChange={(event) => void handleExport(event.target.value as NoteFormat)}
              >
                <option value="" hidden>
                  {isExporting ? notesText.exporting : notesText.exportAs}
                </option>
                {FORMATS.filter((format) => isSignedIn || format === 'md').map((format) => (
                  <option key={format} value={format}>
                    {notesText.formats[format]}
                  </option>
                ))}
              </select>
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
            </div>
            {notes.hasServerFailed && (
              <p className={styles.failed} role="status">
                {notesText.loadFailed}
                <button type="button" className={buttonClass('quiet')} onClick={notes.retry}>
                  {notesText.retry}
                </button>
              </p>
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
              marks={shown}
              by={by}
              titleOf={titleOf}
              onOpen={open}
              onEdit={setEditing}
              onDelete={(mark) => void deleteWithUndo([mark])}
              onReanchor={reanchor}
              choice={isChoosing ? { chosen: chosenIds, onToggle: toggle } : undefined}
            />
            {isChoosing ? (
              <NotesBar
                chosen={shown.filter(({ id }) => chosenIds.has(id))}
                verbs={notes.verbs}
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
          <TagsField mark={editing} onSave={(names) => notes.verbs.saveTags(editing, names)} />
          <NoteEditor
            owner={owner}
            mark={editing}
            onSave={(body) => notes.verbs.saveBody(editing, body)}
            onClose={() => setEditing(undefined)}
          />
        </ModalDialog>
      )}
      {importDialog}
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
  const { isReviewing } = useReviewing();
  useKeepSynced();
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
      {!isSignedIn && !isLapsed && <LocalNotes />}
    </Page>
  );
};
