/** A paper as the teacher edits it: numbers as typed. Pure. */
import {
  type BlueprintRow,
  type DrawFilter,
  drawFilter,
  LIMITS,
  type PaperCandidate,
  type PaperDraft,
  type PaperSlot,
  questionDifficulty,
  questionTypeName,
} from '@shufang/contract';
import { z } from 'zod';
import { paperText as text } from '../../../platform/messages/zh-cn/paper.ts';

const MILLI = 1000;

const editedSlot = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('question'), id: z.string(), bankId: z.string(), questionId: z.string(), points: z.string() }),
  z.object({
    kind: z.literal('draw'),
    id: z.string(),
    bankId: z.string(),
    /** Name of the bank and of the folder, for the list. */
    bankName: z.string(),
    folderName: z.string(),
    filter: drawFilter,
    count: z.string(),
    points: z.string(),
  }),
]);
export type EditedSlot = z.output<typeof editedSlot>;
export type EditedDraw = Extract<EditedSlot, { kind: 'draw' }>;

const editedSection = z.object({
  id: z.string(),
  title: z.string(),
  instructions: z.string(),
  points: z.string(),
  keepsOrder: z.boolean(),
  slots: z.array(editedSlot),
});
export type EditedSection = z.output<typeof editedSection>;

const editedRow = z.object({
  id: z.string(),
  knowledgePoint: z.string(),
  type: z.union([questionTypeName, z.literal('')]),
  difficulty: z.string(),
  wanted: z.string(),
});
export type EditedRow = z.output<typeof editedRow>;

export const editedPaper = z.object({ sections: z.array(editedSection), blueprint: z.array(editedRow) });
export type EditedPaper = z.output<typeof editedPaper>;

/** The questions that a paper may name, by their ids. */
export type Candidates = ReadonlyMap<string, PaperCandidate>;

/** Returns an id for a part of a paper; it is unique on this device and improbable elsewhere. */
export const newPartId = (): string => crypto.randomUUID().replaceAll('-', '');

export const newSection = (): EditedSection => ({ id: newPartId(), title: '', instructions: '', points: '', keepsOrder: false, slots: [] });

export const typedPoints = (milli: number | null): string => (milli === null ? '' : String(milli / MILLI));

/** Returns points in thousandths; undefined for a text that is no valid number of points. */
export const milliOf = (typed: string): number | undefined => {
  const found = /^(\d{1,4})(?:\.(\d{1,3}))?$/.exec(typed.trim());
  if (found === null) return undefined;
  const milli = Number(found[1]) * MILLI + Number((found[2] ?? '').padEnd(3, '0'));
  return milli > 0 && milli <= MILLI * MILLI ? milli : undefined;
};

const countOf = (typed: string, minimum: number, maximum: number): number | undefined => {
  const count = /^\d{1,3}$/.test(typed.trim()) ? Number(typed) : Number.NaN;
  return count >= minimum && count <= maximum ? count : undefined;
};

export const drawCountOf = (typed: string): number | undefined => countOf(typed, 1, LIMITS.drawnQuestionsMax);

/** Returns the form of a stored paper. `names`: of banks and folders. */
export const editedFrom = ({ sections, blueprint }: PaperDraft, names: ReadonlyMap<string, string> = new Map()): EditedPaper => ({
  sections: sections.map(({ milliEach, slots, ...section }) => ({
    ...section,
    points: typedPoints(milliEach),
    slots: slots.map((slot) =>
      slot.kind === 'question'
        ? { kind: 'question', id: slot.id, bankId: slot.bankId, questionId: slot.questionId, points: typedPoints(slot.milli) }
        : {
            kind: 'draw',
            id: slot.id,
            bankId: slot.bankId,
            bankName: names.get(slot.bankId) ?? '',
            folderName: names.get(slot.filter.folderId ?? '') ?? '',
            filter: slot.filter,
            count: String(slot.count),
            points: typedPoints(slot.milliEach),
          },
    ),
  })),
  blueprint: blueprint.map(({ knowledgePoint, type, difficulty, wanted }, index) => ({
    id: `row${index}`,
    knowledgePoint,
    type: type ?? '',
    difficulty: difficulty === null ? '' : String(difficulty),
    wanted: String(wanted),
  })),
});

const slotFrom = (slot: EditedSlot): PaperSlot =>
  slot.kind === 'question'
    ? { kind: 'question', id: slot.id, bankId: slot.bankId, questionId: slot.questionId, milli: milliOf(slot.points) ?? null }
    : {
        kind: 'draw',
        id: slot.id,
        bankId: slot.bankId,
        filter: slot.filter,
        count: drawCountOf(slot.count) ?? 1,
        milliEach: milliOf(slot.points) ?? MILLI,
      };

export const rowsFrom = (blueprint: readonly EditedRow[]): BlueprintRow[] =>
  blueprint.map(({ knowledgePoint, type, difficulty, wanted }) => ({
    knowledgePoint: knowledgePoint.trim(),
    type: type === '' ? null : type,
    difficulty: questionDifficulty.safeParse(Number(difficulty)).data ?? null,
    wanted: countOf(wanted, 0, LIMITS.assignmentQuestionsMax) ?? 0,
  }));

/** Returns what is sent to the server. Call it for a paper without problems. */
export const draftFrom = ({ sections, blueprint }: EditedPaper): PaperDraft => ({
  sections: sections.map(({ points, slots, ...section }) => ({
    ...section,
    milliEach: milliOf(points) ?? null,
    slots: slots.map(slotFrom),
  })),
  blueprint: rowsFrom(blueprint),
});

const isPoints = (typed: string): boolean => typed.trim() === '' || milliOf(typed) !== undefined;

/** Returns the problem of each field by the id of its section, place or row. */
export const problemsOf = ({ sections, blueprint }: EditedPaper): ReadonlyMap<string, string> => {
  const found = new Map<string, string>();
  for (const section of sections) {
    if (!isPoints(section.points)) found.set(section.id, text.pointsWrong);
    for (const slot of section.slots) {
      const isWrong = slot.kind === 'question' ? !isPoints(slot.points) : milliOf(slot.points) === undefined;
      if (isWrong) found.set(slot.id, text.pointsWrong);
      if (slot.kind === 'draw' && drawCountOf(slot.count) === undefined) found.set(slot.id, text.countWrong(LIMITS.drawnQuestionsMax));
    }
  }
  for (const { id, wanted } of blueprint)
    if (countOf(wanted, 0, LIMITS.assignmentQuestionsMax) === undefined) found.set(id, text.wantedWrong);
  return found;
};

/** Returns the points of a place: its own, those of its section, or those of the question. */
export const milliOfSlot = (section: Pick<EditedSection, 'points'>, slot: EditedSlot, candidates: Candidates): number =>
  slot.kind === 'draw'
    ? (milliOf(slot.points) ?? 0)
    : (milliOf(slot.points) ?? milliOf(section.points) ?? candidates.get(slot.questionId)?.maximumMilli ?? 0);

/** Returns the number of questions that each student gets, and their points. */
export const sizeOf = (
  sections: readonly EditedSection[],
  candidates: Candidates,
): { readonly questions: number; readonly milli: number } => {
  let questions = 0;
  let milli = 0;
  for (const section of sections)
    for (const slot of section.slots) {
      const count = slot.kind === 'draw' ? (drawCountOf(slot.count) ?? 0) : 1;
      questions += count;
      milli += count * milliOfSlot(section, slot, candidates);
    }
  return { questions, milli };
};

/** Returns the ids of the questions of a paper. */
export const questionIdsOf = ({ sections }: EditedPaper): ReadonlySet<string> =>
  new Set(sections.flatMap(({ slots }) => slots.flatMap((slot) => (slot.kind === 'question' ? slot.questionId : []))));

/** Returns whether a draw would find a question. */
const isDrawn = (question: PaperCandidate, bankId: string, { folderId, type, tag, knowledgePoint, difficulty }: DrawFilter): boolean =>
  question.bankId === bankId &&
  question.status === 'active' &&
  question.maximumMilli > 0 &&
  !Object.values(question.view.interactions).some((interaction) => interaction.type === 'upload') &&
  (folderId === undefined || (question.folderId ?? 'none') === folderId) &&
  (type === undefined || question.type === type) &&
  (tag === undefined || question.tags.includes(tag)) &&
  (knowledgePoint === undefined || question.knowledgePoints.includes(knowledgePoint)) &&
  (difficulty === undefined || question.difficulty === difficulty);

/** Returns how many questions that a draw would find are in the paper already, so that it cannot draw them. */
export const pickedAmong = (paper: EditedPaper, candidates: Candidates, bankId: string, filter: DrawFilter): number =>
  [...questionIdsOf(paper)].filter((id) => {
    const question = candidates.get(id);
    return question !== undefined && isDrawn(question, bankId, filter);
  }).length;

export const drawsOf = ({ sections }: EditedPaper): { readonly filter: DrawFilter; readonly count: number }[] =>
  sections.flatMap(({ slots }) =>
    slots.flatMap((slot) => (slot.kind === 'draw' ? { filter: slot.filter, count: drawCountOf(slot.count) ?? 0 } : [])),
  );

/** Returns the paper with one section replaced. */
export const withSection = (paper: EditedPaper, id: string, change: (section: EditedSection) => EditedSection): EditedPaper => ({
  ...paper,
  sections: paper.sections.map((section) => (section.id === id ? change(section) : section)),
});

/** Returns the paper with a place moved to the end of another section. */
export const moveSlot = (paper: EditedPaper, slotId: string, toSectionId: string): EditedPaper => {
  const slot = paper.sections.flatMap(({ slots }) => slots).find(({ id }) => id === slotId);
  if (slot === undefined || !paper.sections.some(({ id }) => id === toSectionId)) return paper;
  return {
    ...paper,
    sections: paper.sections.map((section) => {
      const rest = section.slots.filter(({ id }) => id !== slotId);
      return { ...section, slots: section.id === toSectionId ? [...rest, slot] : rest };
    }),
  };
};
