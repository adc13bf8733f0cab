/** How questions of a paper are named, by their place in it. Pure. */
import type { PaperLayout } from './paper.ts';

/**
 * Returns the label of each question by its id: its number in the paper, and for a question of a draw the numbers that the draw fills and its
 * place among the alternatives.
 */
export const labelsOfPaper = ({ sections }: PaperLayout): ReadonlyMap<string, string> => {
  const labels = new Map<string, string>();
  let no = 0;
  for (const { entries } of sections)
    for (const entry of entries) {
      const first = no + 1;
      no += entry.kind === 'draw' ? entry.count : 1;
      if (entry.kind === 'question') labels.set(entry.questionId, String(no));
      else for (const [at, id] of entry.pool.entries()) labels.set(id, `${first === no ? first : `${first}–${no}`} 备选 ${at + 1}`);
    }
  return labels;
};
