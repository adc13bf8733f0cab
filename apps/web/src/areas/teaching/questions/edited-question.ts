/**
 * The form of a question while it is edited: texts in the notation of authors, and a part for each interaction. A part that the form cannot
 * show, such as unusual points of an imported question, is preserved as it is.
 */
import { contentNode, interaction, responseKey } from '@shufang/contract';
import { z } from 'zod';
import { questionEditorText } from '../../../platform/messages/zh-cn/question-editor.ts';

export const PART_KINDS = [
  'single',
  'multiple',
  'trueFalse',
  'blank',
  'numeric',
  'inline',
  'matching',
  'ordering',
  'gaps',
  'hottext',
  'hotspot',
  'text',
  'upload',
] as const;
export type PartKind = (typeof PART_KINDS)[number];

const editedOption = z.object({ id: z.string(), text: z.string(), isRight: z.boolean(), isFixed: z.boolean() });
export type EditedOption = z.output<typeof editedOption>;

const editedArea = z.object({
  id: z.string(),
  shape: z.enum(['rect', 'circle', 'poly']),
  /** Numbers of the picture's pixels, separated by commas. */
  coordinates: z.string(),
  label: z.string(),
  isRight: z.boolean(),
});
export type EditedArea = z.output<typeof editedArea>;

export const editedPart = z.object({
  id: z.string(),
  kind: z.enum([...PART_KINDS, 'preserved']),
  /** Points as they are typed. */
  points: z.string(),
  /** Options of a choice or of the gaps; those of an order are in the right order. */
  options: z.array(editedOption),
  /** Points for a part of the right options of a multiple choice. */
  incompletePoints: z.string(),
  isShuffled: z.boolean(),
  /** Whether a part of the pairs or positions earns its share. */
  isPartial: z.boolean(),
  pairs: z.array(z.object({ id: z.string(), source: z.string(), targetId: z.string(), target: z.string() })),
  /** Targets that belong to no source. */
  extras: z.array(editedOption),
  /** Accepted texts of a blank, one per line. */
  accepted: z.string(),
  isCaseSensitive: z.boolean(),
  value: z.string(),
  tolerance: z.string(),
  toleranceKind: z.enum(['absolute', 'relative']),
  /** Units as `m 米=1; cm=1/100`. */
  units: z.string(),
  unitlessPoints: z.string(),
  /** Ids of the gaps, and of the option that belongs into each. */
  gaps: z.array(z.object({ id: z.string(), optionId: z.string() })),
  sample: z.string(),
  picture: z.string(),
  areas: z.array(editedArea),
  preserved: z.object({ interaction, key: responseKey }).optional(),
});
export type EditedPart = z.output<typeof editedPart>;

export const editedQuestion = z.object({
  title: z.string(),
  /** The text with placeholders. */
  body: z.string(),
  parts: z.array(editedPart),
  explanation: z.string(),
  pictures: z.array(z.object({ src: z.string(), alt: z.string() })),
  /** Elements of the texts that have no notation, such as tables and formulas. */
  preservedNodes: z.array(contentNode),
  tags: z.string(),
  knowledgePoints: z.string(),
  folderId: z.string(),
  difficulty: z.string(),
});
export type EditedQuestion = z.output<typeof editedQuestion>;

const EMPTY_PART: Omit<EditedPart, 'id' | 'kind'> = {
  points: '1',
  options: [],
  incompletePoints: '0',
  isShuffled: false,
  isPartial: true,
  pairs: [],
  extras: [],
  accepted: '',
  isCaseSensitive: false,
  value: '',
  tolerance: '0',
  toleranceKind: 'absolute',
  units: '',
  unitlessPoints: '',
  gaps: [],
  sample: '',
  picture: '',
  areas: [],
};

/** Returns the first letter, or letters, that no option has. */
export const freeId = (taken: readonly string[], prefix = ''): string => {
  for (let number = 0; ; number += 1) {
    const id = prefix === '' && number < 26 ? String.fromCodePoint(65 + number) : `${prefix === '' ? 'O' : prefix}${number + 1}`;
    if (!taken.includes(id)) return id;
  }
};

export const emptyOption = (taken: readonly string[], prefix = ''): EditedOption => ({
  id: freeId(taken, prefix),
  text: '',
  isRight: false,
  isFixed: false,
});

const emptyOptions = (count: number, prefix = ''): EditedOption[] => {
  const options: EditedOption[] = [];
  for (let at = 0; at < count; at += 1)
    options.push(
      emptyOption(
        options.map(({ id }) => id),
        prefix,
      ),
    );
  return options;
};

/** Returns a new part without content. */
export const emptyPart = (kind: PartKind, taken: readonly string[]): EditedPart => {
  const part: EditedPart = { ...EMPTY_PART, id: freeId(taken, 'R'), kind };
  switch (kind) {
    case 'single':
    case 'multiple':
      return { ...part, options: emptyOptions(4) };
    case 'inline':
      return { ...part, options: emptyOptions(3) };
    case 'trueFalse':
      return {
        ...part,
        options: [
          { id: 'true', text: questionEditorText.isTrue, isRight: true, isFixed: true },
          { id: 'false', text: questionEditorText.isFalse, isRight: false, isFixed: true },
        ],
      };
    case 'ordering':
      return { ...part, isShuffled: true, options: emptyOptions(3) };
    case 'matching':
      return {
        ...part,
        isShuffled: true,
        pairs: [1, 2, 3].map((number) => ({ id: `S${number}`, source: '', targetId: `T${number}`, target: '' })),
      };
    case 'gaps':
      return { ...part, isShuffled: true, options: emptyOptions(3), gaps: [{ id: 'G1', optionId: '' }] };
    default:
      return part;
  }
};

/** Returns a new question of one part. */
export const emptyQuestion = (kind: PartKind): EditedQuestion => ({
  title: '',
  body: '',
  parts: [emptyPart(kind, [])],
  explanation: '',
  pictures: [],
  preservedNodes: [],
  tags: '',
  knowledgePoints: '',
  folderId: '',
  difficulty: '',
});
