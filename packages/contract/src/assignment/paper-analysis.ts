/** The analysis of a paper: statistics of the whole, of each question, and of the course objectives. */
import { z } from 'zod';
import { assignmentQuestionId } from './assignment.ts';

/** A share or a coefficient; absent where too few attempts or no spread leave it undefined. */
const coefficient = z.number().optional();

/** An option of a question, with the students whose analyzed attempt chose it. */
export const optionAnalysis = z.object({
  /** Its letter in the order of the question; options without an answer have the last place and no letter. */
  label: z.string(),
  text: z.string(),
  isCorrect: z.boolean(),
  students: z.number().int(),
});

/** Points are in thousandths and may be fractions, because they are means. */
export const itemAnalysis = z.object({
  id: assignmentQuestionId,
  /** How the paper names the question (`labelsOfPaper`). */
  label: z.string(),
  objective: z.string(),
  possibleMilli: z.number().int(),
  meanMilli: z.number(),
  deviationMilli: z.number().optional(),
  /** 难度: mean score divided by the full score. */
  facility: coefficient,
  /** 鉴别指数: facility of the 27 % with the highest totals minus that of the 27 % with the lowest. */
  discrimination: coefficient,
  /** 点二列相关: correlation with the total, and with the total of the other questions. */
  pointBiserial: coefficient,
  itemRest: coefficient,
  /** Empty for a question without options to choose from. */
  options: z.array(optionAnalysis),
});

export const objectiveAttainment = z.object({
  objective: z.string(),
  questionIds: z.array(assignmentQuestionId),
  /** Points of one paper for the objective; a mean where questions are drawn. */
  possibleMilli: z.number(),
  meanMilli: z.number(),
  attainment: coefficient,
});

export const paperAnalysis = z.object({
  /** Attempts that are analyzed: the first one of each student that is scored completely. */
  students: z.number().int(),
  /** Students whose first attempt waits for a person; they are left out. */
  waiting: z.number().int(),
  possibleMilli: z.number().int(),
  meanMilli: z.number().optional(),
  deviationMilli: z.number().optional(),
  highestMilli: z.number().optional(),
  lowestMilli: z.number().optional(),
  /** 信度: Cronbach's alpha, and the standard error of measurement. */
  alpha: coefficient,
  errorMilli: z.number().optional(),
  items: z.array(itemAnalysis),
  objectives: z.array(objectiveAttainment),
  /** Students by the share of the full score, in ten bands. */
  bands: z.array(z.number().int()),
});

export type PaperAnalysisRecord = z.output<typeof paperAnalysis>;
