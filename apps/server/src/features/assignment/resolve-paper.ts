/** Turns the draft of a paper into questions: their newest versions, with the points that the paper gives them, and the pools of draws. */
import { scaleQuestionKey, scoreQuestion } from '@shufang/assessment';
import { CodedError, LIMITS, type PaperDraft, type PaperLayout, type PaperSection, type PaperSlot } from '@shufang/contract';
import type { Queryable } from '../../platform/database.ts';
import { readDrawPool, readNewestVersions } from '../question/paper-questions.ts';
import type { PinnedQuestion } from '../question/question-versions.ts';
import type { PaperRow } from './store.ts';

export interface ResolvedPaper {
  readonly rows: readonly PaperRow[];
  readonly layout: PaperLayout;
  /** Questions that each student answers, and their points. */
  readonly questions: number;
  readonly possibleMilli: number;
  /** Ids of picked questions that were deleted from their bank. The other fields do not include them. */
  readonly missing: readonly string[];
  /** The picked questions. */
  readonly picked: readonly PinnedQuestion[];
}

/** Collects the questions of a paper. One that two draws could take, with the same points, is stored once. */
class Rows {
  readonly rows: PaperRow[] = [];
  private readonly stored = new Map<string, { readonly id: string; readonly milli: number }>();

  /** Returns the id of a question in the paper; undefined if the paper has it with other points. */
  add({ summary, view, key }: PinnedQuestion, milli: number): string | undefined {
    const known = this.stored.get(summary.id);
    if (known !== undefined) return known.milli === milli ? known.id : undefined;
    const scaled = scaleQuestionKey(key, milli);
    const id = `q${this.rows.length + 1}`;
    const { possibleMilli } = scoreQuestion(scaled, {});
    this.rows.push({ id, view, key: scaled, possibleMilli, sourceId: summary.id, versionId: summary.versionId });
    this.stored.set(summary.id, { id, milli });
    return id;
  }

  possibleMilliOf(id: string): number {
    return this.rows.find((row) => row.id === id)?.possibleMilli ?? 0;
  }
}

const pickedIdsOf = (draft: PaperDraft): string[] =>
  draft.sections.flatMap(({ slots }) => slots.flatMap((slot) => (slot.kind === 'question' ? slot.questionId : [])));

type Entry = PaperLayout['sections'][number]['entries'][number];

export const resolvePaper = async (db: Queryable, draft: PaperDraft): Promise<ResolvedPaper> => {
  const ids = pickedIdsOf(draft);
  const newest = await readNewestVersions(db, ids);
  const rows = new Rows();
  const entryOf = async (section: PaperSection, slot: PaperSlot): Promise<Entry[]> => {
    if (slot.kind === 'question') {
      const question = newest.get(slot.questionId);
      const milli = slot.milli ?? section.milliEach ?? question?.summary.maximumMilli;
      if (question === undefined || milli === undefined) return [];
      const questionId = rows.add(question, milli);
      return questionId === undefined ? [] : [{ kind: 'question', slotId: slot.id, questionId }];
    }
    const found = await readDrawPool(db, slot.bankId, slot.filter, LIMITS.drawPoolMax);
    const pool = found.flatMap((question) => (newest.has(question.summary.id) ? [] : (rows.add(question, slot.milliEach) ?? [])));
    return [{ kind: 'draw', slotId: slot.id, count: slot.count, pool }];
  };
  const sections: PaperLayout['sections'] = [];
  let questions = 0;
  let possibleMilli = 0;
  for (const section of draft.sections) {
    const { id, title, instructions, keepsOrder } = section;
    const entries: Entry[] = [];
    // One after the other, because a transaction has one connection, and because earlier draws decide about later ones.
    for (const slot of section.slots) {
      entries.push(...(await entryOf(section, slot)));
      if (slot.kind === 'draw') {
        questions += slot.count;
        possibleMilli += slot.count * slot.milliEach;
      }
    }
    for (const entry of entries) {
      if (entry.kind !== 'question') continue;
      questions += 1;
      possibleMilli += rows.possibleMilliOf(entry.questionId);
    }
    sections.push({ id, title, instructions, keepsOrder, entries });
  }
  return {
    rows: rows.rows,
    layout: { sections },
    questions,
    possibleMilli,
    missing: ids.filter((id) => !newest.has(id)),
    picked: ids.flatMap((id) => newest.get(id) ?? []),
  };
};

const isAnsweredWithFile = ({ view }: PinnedQuestion): boolean => Object.values(view.interactions).some(({ type }) => type === 'upload');

/** Throws `question.notFound`, `assignment.uploadQuestion`, `assignment.tooManyQuestions` for a paper that cannot be stored. */
export const requireStorable = ({ missing, picked, questions, rows }: ResolvedPaper): void => {
  if (missing.length > 0) throw new CodedError('question.notFound');
  const upload = picked.find(isAnsweredWithFile);
  if (upload !== undefined) {
    const { title, excerpt } = upload.summary;
    throw new CodedError('assignment.uploadQuestion', { title: title === '' ? excerpt.slice(0, 20) : title });
  }
  if (questions > LIMITS.assignmentQuestionsMax || rows.length > LIMITS.paperPoolMax)
    throw new CodedError('assignment.tooManyQuestions', { max: LIMITS.assignmentQuestionsMax, pool: LIMITS.paperPoolMax });
};
