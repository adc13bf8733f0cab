/** Finds a passage in a text by its words alone, white space aside: reading systems differ in it, and Chinese has none. Pure. */

interface Stripped {
  readonly text: string;
  /** Offset in the whole text of each unit of `text`. */
  readonly offsets: readonly number[];
}

const strip = (text: string): Stripped => {
  const kept: string[] = [];
  const offsets: number[] = [];
  for (let at = 0; at < text.length; at++) {
    const unit = text.charAt(at);
    if (/\s/.test(unit)) continue;
    kept.push(unit);
    offsets.push(at);
  }
  return { text: kept.join(''), offsets };
};

export interface QuoteSought {
  readonly exact: string;
  readonly prefix?: string | undefined;
  readonly suffix?: string | undefined;
  /** Where it stood in the text, if known: decides between places that are alike. */
  readonly near?: number | undefined;
}

/** How many units of context agree on both sides. */
const contextOf = (text: string, start: number, end: number, prefix: string, suffix: string): number => {
  let agreeing = 0;
  for (let i = 1; i <= prefix.length && text[start - i] === prefix[prefix.length - i]; i++) agreeing += 1;
  for (let i = 0; i < suffix.length && text[end + i] === suffix[i]; i++) agreeing += 1;
  return agreeing;
};

/** Looks for quotes in one text: made once a document. Answers `[start, end)` of the best place, or undefined. */
export const createQuoteFinder = (whole: string): ((sought: QuoteSought) => readonly [number, number] | undefined) => {
  const { text, offsets } = strip(whole);
  return ({ exact, prefix = '', suffix = '', near }) => {
    const words = strip(exact).text;
    if (words === '') return undefined;
    const [left, right] = [strip(prefix).text, strip(suffix).text];
    let best: { readonly at: number; readonly context: number; readonly away: number } | undefined;
    for (let at = text.indexOf(words); at >= 0; at = text.indexOf(words, at + 1)) {
      const context = contextOf(text, at, at + words.length, left, right);
      const away = near === undefined ? 0 : Math.abs((offsets[at] ?? 0) - near);
      if (best === undefined || context > best.context || (context === best.context && away < best.away)) best = { at, context, away };
    }
    if (best === undefined) return undefined;
    return [offsets[best.at] ?? 0, (offsets[best.at + words.length - 1] ?? 0) + 1];
  };
};
