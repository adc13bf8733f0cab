/** Search in the manuals: all of it is on the device, so it works without a network. */
import type { Manual, ManualArticle } from '../../platform/messages/zh-cn/manuals/manual.ts';

export interface ManualHit {
  readonly manual: Manual;
  readonly article: ManualArticle;
  /** The sentence that speaks of it; the lead where the title does. */
  readonly sentence: string;
}

const SHOWN = 30;

const fold = (text: string): string => text.normalize('NFKC').toLowerCase();

const sentencesOf = ({ lead, steps = [], notes = [], terms = [] }: ManualArticle): readonly string[] => [
  lead,
  ...steps,
  ...notes,
  ...terms.map(([name, meaning]) => `${name}：${meaning}`),
];

/** Articles in which every word stands, those with a word in the title first. */
export const searchManuals = (manuals: readonly Manual[], typed: string): readonly ManualHit[] => {
  const words = fold(typed)
    .split(/\s+/)
    .filter((word) => word !== '');
  if (words.length === 0) return [];
  const hits = manuals.flatMap((manual) =>
    manual.articles.flatMap((article) => {
      const sentences = sentencesOf(article);
      const all = fold([article.title, ...sentences].join('\n'));
      if (!words.every((word) => all.includes(word))) return [];
      const inTitle = words.some((word) => fold(article.title).includes(word));
      const sentence = sentences.find((text) => words.some((word) => fold(text).includes(word))) ?? article.lead;
      return [{ hit: { manual, article, sentence }, inTitle }];
    }),
  );
  return hits
    .toSorted((a, b) => Number(b.inTitle) - Number(a.inTitle))
    .slice(0, SHOWN)
    .map(({ hit }) => hit);
};
