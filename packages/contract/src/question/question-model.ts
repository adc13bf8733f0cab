/**
 * Questions: a subset of the information model of QTI 3 (https://www.imsglobal.org/spec/qti/v3p0/impl). What a reader sees (`QuestionView`)
 * and what scores their responses (`QuestionKey`) are separate values, so that a paper cannot contain the answers. A question with several
 * interactions is a composite one: a text with several blanks, or a passage with several questions.
 */
import { z } from 'zod';
import { LIMITS } from '../limits.ts';
import { contentNode } from '../practice/question-content.ts';

/** Identifier of an interaction, or of one of its options. It has no space, because a pair of identifiers is written with a space. */
export const itemIdentifier = z.string().regex(/^[\p{L}\p{N}_][\p{L}\p{N}_.-]{0,63}$/u);

const content = z.array(contentNode);

/** An option of an interaction. */
export const questionOption = z.object({
  id: itemIdentifier,
  content,
  /** Whether it keeps its position when the options are shuffled, such as “以上都对”. */
  isFixed: z.boolean().optional(),
});
export type QuestionOption = z.output<typeof questionOption>;

const options = z.array(questionOption).min(1).max(100);
/** Maximum number of options that may be chosen; 0 if there is none. */
const maximumChoices = z.number().int().min(0).max(100);

/** An area of a picture. Coordinates are pixels of the picture, as in HTML's `area`. */
const hotspotArea = z.object({
  id: itemIdentifier,
  shape: z.enum(['rect', 'circle', 'poly']),
  coordinates: z.array(z.number()).min(3).max(200),
  /** What the area shows, for readers who do not see the picture. */
  label: z.string(),
});

/** Kinds of files that a student may hand in. `word`: DOCX. */
export const handedFileKind = z.enum(['picture', 'pdf', 'word']);
export type HandedFileKind = z.output<typeof handedFileKind>;

/** How a question is answered. The names are those of QTI. */
export const interaction = z.discriminatedUnion('type', [
  z.object({ type: z.literal('choice'), options, maximumChoices, isShuffled: z.boolean() }),
  z.object({ type: z.literal('inlineChoice'), options, isShuffled: z.boolean() }),
  z.object({ type: z.literal('textEntry'), expectedLength: z.number().int().min(1).max(1000).optional() }),
  z.object({
    type: z.literal('match'),
    sources: options,
    targets: options,
    isShuffled: z.boolean(),
    /** Maximum number of targets of a source; absent: 1, 0: any number. */
    maximumPerSource: z.number().int().min(0).max(100).optional(),
  }),
  z.object({ type: z.literal('order'), options, isShuffled: z.boolean() }),
  /** Options to insert into the gaps of the text; each gap is a slot with a `part`. */
  z.object({ type: z.literal('gapMatch'), options, gaps: z.array(itemIdentifier).min(1).max(100), isShuffled: z.boolean() }),
  /** Passages of the text to choose; each is a slot with a `part` that contains the text. */
  z.object({ type: z.literal('hottext'), texts: z.array(itemIdentifier).min(1).max(100), maximumChoices }),
  z.object({ type: z.literal('hotspot'), picture: z.string(), areas: z.array(hotspotArea).min(1).max(100), maximumChoices }),
  z.object({ type: z.literal('extendedText'), expectedLines: z.number().int().min(1).max(200).optional() }),
  /** Files to hand in. `accepts`: absent for every kind; `filesMax`: absent for the limit of all questions. */
  z.object({
    type: z.literal('upload'),
    accepts: z.array(handedFileKind).min(1).optional(),
    filesMax: z.number().int().min(1).max(LIMITS.handedFilesMax).optional(),
  }),
]);
export type Interaction = z.output<typeof interaction>;

/** What a reader sees of a question. */
export const questionView = z.object({
  id: itemIdentifier,
  title: z.string().max(200),
  /** The text, with a slot for each interaction. */
  body: content,
  interactions: z.record(itemIdentifier, interaction),
});
export type QuestionView = z.output<typeof questionView>;

const milli = z.number().int().min(0).max(1_000_000);
/** A number as it is written, such as `-1.5e3` or `2/3`, so that it is exact. */
const writtenNumber = z.string().min(1).max(100);

/** Units in which a number may be given: the number times the factor is the number in the unit of the key. */
const unit = z.object({ names: z.array(z.string().min(1).max(40)).min(1).max(20), factor: writtenNumber });

/** How the response to one interaction is scored. Points are in thousandths (`Milli`). */
export const responseKey = z.discriminatedUnion('rule', [
  /** The chosen options; their order has no meaning. `incompleteMilli`: for a part of the correct options and no wrong one. */
  z.object({ rule: z.literal('choice'), milli, correct: z.array(itemIdentifier), incompleteMilli: milli }),
  /** QTI's mapping: the sum of what the chosen values earn, between 0 and `milli`. A wrong choice may earn a negative number. */
  z.object({
    rule: z.literal('map'),
    milli,
    entries: z.array(z.object({ value: z.string().max(200), milli: z.number().int().min(-1_000_000).max(1_000_000) })).max(200),
    defaultMilli: z.number().int().min(-1_000_000).max(1_000_000),
  }),
  /** Pairs `source target`. `isPartial`: a part of the pairs earns its share. */
  z.object({ rule: z.literal('pairs'), milli, correct: z.array(z.tuple([itemIdentifier, itemIdentifier])).min(1), isPartial: z.boolean() }),
  /** All options in this order. `isPartial`: each option at its position earns its share. */
  z.object({ rule: z.literal('order'), milli, correct: z.array(itemIdentifier).min(1), isPartial: z.boolean() }),
  z.object({
    rule: z.literal('text'),
    milli,
    accepted: z
      .array(z.object({ text: z.string().max(1000), milli }))
      .min(1)
      .max(100),
    isCaseSensitive: z.boolean(),
  }),
  z.object({
    rule: z.literal('number'),
    milli,
    value: writtenNumber,
    tolerance: z.object({ kind: z.enum(['absolute', 'relative']), amount: writtenNumber }),
    units: z.array(unit).max(20),
    /** Points of a right number without a unit; `milli` where the unit is not needed. */
    withoutUnitMilli: milli,
  }),
  /** A person scores it. `sample`: an answer that the reader may compare with. */
  z.object({ rule: z.literal('manual'), milli, sample: content.optional() }),
]);
export type ResponseKey = z.output<typeof responseKey>;

/** What scores the responses, and what explains them. */
export const questionKey = z.object({
  responses: z.record(itemIdentifier, responseKey),
  explanation: content,
  /** A faulty question: everyone has full marks, whatever the response. */
  isFullPoints: z.literal(true).optional(),
});
export type QuestionKey = z.output<typeof questionKey>;

export type Question = { readonly view: QuestionView; readonly key: QuestionKey };

/**
 * The response to each interaction: ids of the chosen options, in the chosen order; pairs as `source target`; texts as typed; uploaded
 * files in their order, each as `id` or `id:rotation` (`handed-file.ts` of assignments).
 */
export const questionResponse = z.record(itemIdentifier, z.array(z.string().max(20_000)).max(200));
export type QuestionResponse = z.output<typeof questionResponse>;

/** Types of questions as teachers name them; `questionType` of the assessment rules derives the type of a question. */
export const QUESTION_TYPES = [
  'single',
  'multiple',
  'trueFalse',
  'blank',
  'numeric',
  'matching',
  'ordering',
  'gapMatch',
  'hottext',
  'hotspot',
  'shortAnswer',
  'upload',
  'cloze',
  'composite',
] as const;
export type QuestionType = (typeof QUESTION_TYPES)[number];
