/** Test support: re-anchors the notes of a book through successive editions and counts how they land. */
import { compareVersions } from '@shufang/contract/align-versions';
import { createPassageFinder, type FoundPassage } from '@shufang/contract/anchoring';
import { assignBlockIds, type PreviousBlock } from '../../publication/content/assign-block-ids.ts';
import { sketchOf } from '../../publication/content/block-sketch.ts';
import type { Block } from '../../publication/content/content-model.ts';
import { createRetargeter } from '../reanchor/retarget.ts';
import { type CheckedLanding, checkLanding, type LocatedEdition, locateEdition, makeNotes, type NoteOfTest } from './check-landings.ts';
import { createBookEditor, type Edition, seededRandom } from './edit-book.ts';

export interface LandingReport {
  readonly edition: number;
  /** Index of the note. */
  readonly index: number;
  readonly note: NoteOfTest;
  readonly checked: CheckedLanding;
  readonly found: FoundPassage | undefined;
  readonly before: LocatedEdition;
  readonly after: LocatedEdition;
  readonly range?: { start: number; end: number } | undefined;
}

export interface RevisionOptions {
  readonly seed: number;
  readonly editions: number;
  readonly notes: number;
}

/** In this edition all files are renamed, and in the other most chapters are cut in two files. */
const RENAMED_IN = 4;
const CUT_IN = 7;

/** Makes the editions and calls `report` with every landing. Returns how many blocks have and do not have the id of their text. */
export const reviseBook = (
  book: readonly { readonly href: string; readonly blocks: readonly Block[] }[],
  { seed, editions, notes: noteCount }: RevisionOptions,
  report: (landing: LandingReport) => void,
): { readonly rightIds: number; readonly wrongIds: number; readonly newIds: number } => {
  const random = seededRandom(seed);
  const editor = createBookEditor(book, random);
  let previous: PreviousBlock[] = [];
  let nextNumber = 1;
  const ids = { rightIds: 0, wrongIds: 0, newIds: 0 };
  const release = (edition: Edition): LocatedEdition => {
    const blocks = edition.documents.flatMap((document) => document.blocks) as readonly Block[];
    const assigned = assignBlockIds(previous, blocks, nextNumber);
    nextNumber = assigned.next;
    previous = blocks.map(({ hash, text }, index) => ({
      id: assigned.ids[index] ?? '',
      hash,
      sketch: sketchOf(text),
      formerIds: assigned.formerIds[index] ?? [],
      chars: text.length,
    }));
    return locateEdition(edition, assigned);
  };
  let edition = editor.first;
  let before = release(edition);
  let notes = makeNotes(before, noteCount, random);
  const orphans = new Set<number>();
  for (let number = 1; number <= editions; number++) {
    edition = editor.next(edition, number === RENAMED_IN ? 'renamed' : number === CUT_IN ? 'cut' : undefined);
    const after = release(edition);
    countIds(before, after, ids);
    const finder = createPassageFinder(after.blocks);
    const retarget = createRetargeter(after.blocks);
    const previousVersion = compareVersions(before.blocks, after.blocks);
    const blockById = new Map(after.blocks.map((block) => [block.id, block]));
    notes = notes.map((note, index) => {
      const found = finder.find({ ...note.target, isOrphan: orphans.has(index) }, previousVersion);
      if (found === undefined) orphans.add(index);
      else orphans.delete(index);
      const start = found && blockById.get(found.start.blockId);
      const end = found && blockById.get(found.end.blockId);
      const range =
        found && start && end
          ? {
              start: start.bookStart + found.start.offset,
              end: end.bookStart + found.end.offset,
              isChanged: found.state === 'fuzzy',
            }
          : undefined;
      const checked = checkLanding(after, editor.originCount, note, range);
      report({ edition: number, index, note, checked, found, before, after, range });
      if (found === undefined || start === undefined || end === undefined) return note;
      const target = retarget(note.target, found) ?? note.target;
      if (checked.landing !== 'right' || range === undefined) return { ...note, target };
      // From now on the note is on the part that was found; what the reader selected in the first edition is only history.
      const contained = new Set(after.origins.slice(range.start, range.end));
      return { target, origins: note.origins.filter((origin) => contained.has(origin)) };
    });
    before = after;
  }
  return ids;
};

/** Counts the blocks whose id is, and is not, that of the block of the previous edition that has most of their characters. */
const countIds = (before: LocatedEdition, after: LocatedEdition, ids: { rightIds: number; wrongIds: number; newIds: number }): void => {
  const ownerOf = new Map<number, string>();
  for (const { id, origins } of before.blocks) for (const origin of origins) ownerOf.set(origin, id);
  const existing = new Set(before.blocks.map(({ id }) => id));
  for (const { id, origins } of after.blocks) {
    if (origins.length === 0) continue;
    const owners = new Set(origins.map((origin) => ownerOf.get(origin) ?? ''));
    if (owners.has(id)) ids.rightIds++;
    else if (existing.has(id)) ids.wrongIds++;
    else if ([...owners].some((owner) => owner !== '')) ids.newIds++;
  }
};
