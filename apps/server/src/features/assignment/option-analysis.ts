/** Counts who chose which option of a question. Pure. */
import { contentText, type PaperAnalysisRecord, type QuestionKey, type QuestionResponse, type QuestionView } from '@shufang/contract';

type Option = PaperAnalysisRecord['items'][number]['options'][number];

/** Number of characters of an option's text; the paper has the rest. */
const TEXT_CHARS = 40;

const letterOf = (at: number): string => (at < 26 ? String.fromCharCode(65 + at) : String(at + 1));

/**
 * Returns the options of all choices in a question with the number of students, and in the last place those who chose none. A question with
 * several choices numbers them.
 */
export const analyzeOptions = (view: QuestionView, key: QuestionKey | undefined, responses: readonly QuestionResponse[]): Option[] => {
  const choices = Object.entries(view.interactions).flatMap(([id, one]) => (one.type === 'choice' ? [{ id, options: one.options }] : []));
  return choices.flatMap(({ id, options }, at) => {
    const prefix = choices.length > 1 ? `(${at + 1}) ` : '';
    const rule = key?.responses[id];
    const correct = rule?.rule === 'choice' ? rule.correct : [];
    const chosen = responses.map((response) => response[id] ?? []);
    return [
      ...options.map((option, index) => ({
        label: `${prefix}${letterOf(index)}`,
        text: contentText(option.content).replaceAll(/\s+/g, ' ').trim().slice(0, TEXT_CHARS),
        isCorrect: correct.includes(option.id),
        students: chosen.filter((ids) => ids.includes(option.id)).length,
      })),
      { label: `${prefix}没有作答`, text: '', isCorrect: false, students: chosen.filter((ids) => ids.length === 0).length },
    ];
  });
};
