/** What the pages, the server and the tests use of this package. */

export {
  type AnalyzedItem,
  analyzePaper,
  BANDS,
  type ItemAnalysis,
  type ObjectiveAttainment,
  type PaperAnalysis,
  scoreBands,
} from './analysis/paper-analysis.ts';
export { pictureType } from './archive/picture-type.ts';
export {
  type BlueprintCount,
  type BlueprintDraw,
  type BlueprintQuestion,
  blueprintCounts,
  questionsOutsideOf,
} from './blueprint/blueprint-counts.ts';
export { add, compare, divide, type Rational, rational, roundHalfUp } from './exact/rational.ts';
export { assessedScheme } from './grades/assessed-scheme.ts';
export { type AssignmentCell, type AssignmentOutcome, assignmentCell } from './grades/assignment-cell.ts';
export { type CategoryMethod, type CountedResult, categoryShare, droppedResults } from './grades/drop-lowest.ts';
export { type CellEffect, cellEffect, GRADE_STATES, type GradeCell, type GradeState } from './grades/grade-cell.ts';
export { type CategoryExplanation, type GradeScheme, type StudentGrade, studentGrade, type TotalGrade } from './grades/total-grade.ts';
export { type ImportedItem, type ImportFinding, type ImportVerdict } from './import/imported-item.ts';
export { QuestionFileError, type QuestionFileProblem } from './import/question-file-error.ts';
export { readAiken } from './import/read-aiken.ts';
export { readGift } from './import/read-gift.ts';
export {
  IMPORTED_ITEMS_MAX,
  QUESTION_FILE_BYTES_MAX,
  QUESTION_FORMATS,
  type QuestionFile,
  type QuestionFormat,
  readQuestionFile,
} from './import/read-question-file.ts';
export { writeGift } from './import/write-gift.ts';
export { type ExportedText, writeMoodleXml } from './moodle/write-moodle-xml.ts';
export {
  attemptDeadline,
  type EffectivePolicy,
  effectivePolicy,
  type PolicyOrigin,
  type StartRefusal,
  startRefusal,
} from './policy/effective-policy.ts';
export { type CountedScore, countedScore, type LateExplanation, lateScore, type ScoredAttempt } from './policy/late-score.ts';
export { questionFromPractice } from './practice/question-from-practice.ts';
export { type ExportedQuestion, exportQtiItem, picturesOf, writeQtiPackage } from './qti/write-qti-package.ts';
export { type NotationParts, readInlineNotation, readNotation, writeNotation } from './question/content-notation.ts';
export { findQuestionProblems, QUESTION_PROBLEMS, type QuestionProblem } from './question/find-question-problems.ts';
export { questionType, TRUE_FALSE } from './question/question-type.ts';
export { scaleQuestionKey } from './question/scale-question.ts';
export { drawPaper, findShortDraws, orderSections, plainSections, type ShortDraw } from './random/draw-paper.ts';
export { orderPaper } from './random/order-paper.ts';
export { drawItems, shuffle } from './random/shuffle.ts';
export { shuffleView } from './random/shuffle-view.ts';
export { createRandomStream, type RandomStream, RNG_VERSION } from './random/xoshiro128.ts';
export { isScoredByTeacher, rubricMilli, rubricOf, rubricScore } from './rubric/rubric-score.ts';
export { type QuestionScore, scoreQuestion } from './scoring/score-question.ts';
export { type ResponseScore, scoreResponse, type Verdict } from './scoring/score-response.ts';
export { parseWrittenNumber } from './scoring/written-number.ts';
export { type QuestionTable, writeQuestionTable } from './table/question-table.ts';
export { type WordExport, writeDocx } from './word/write-docx.ts';
