/** Finds a quote in a text, ignoring white space: reading systems insert it differently, and Chinese has none. Pure functions. */

interface Stripped {
  readonly text: string;
  /** Offset in the original text of each UTF-16 unit of `text`. */
  readonly offsets: readonly number[];
}

const strip = (text: string): Stripped => {
  const units: string[] = [];
  const offsets: number[] = [];
  for (let at = 0; at < text.length; at++) {
    const unit = text.charAt(at);
    if (/\s/.test(unit)) continue;
    units.push(unit);
    offsets.push(at);
  }
  return { text: units.join(''), offsets };
};

export interface QuoteQuery {
  readonly exact: string;
  readonly prefix?: string | undefined;
  readonly suffix?: string | undefined;
  /** Approximate offset of the quote in the text, if known: of several equal matches the nearest one is chosen. */
  readonly near?: number | undefined;
}

/** Returns how many UTF-16 units of the texts before and after a match equal the recorded context of the quote. */
const contextOf = (text: string, start: number, end: number, prefix: string, suffix: string): number => {
  let agreeing = 0;
  for (let i = 1; i <= prefix.length && text[start - i] === prefix[prefix.length - i]; i++) agreeing += 1;
  for (let i = 0; i < suffix.length && text[end + i] === suffix[i]; i++) agreeing += 1;
  return agreeing;
};

/** Prepares the search for quotes in one document. The returned function finds the range `[start, end)` of the best match, or undefined. */
export const createQuoteFinder = (documentText: string): ((sought: QuoteQuery) => readonly [number, number] | undefined) => {
  const { text, offsets } = strip(documentText);
  return ({ exact, prefix = '', suffix = '', near }) => {
    const stripped = strip(exact).text;
    if (stripped === '') return undefined;
    const [left, right] = [strip(prefix).text, strip(suffix).text];
    let best: { readonly at: number; readonly context: number; readonly away: number } | undefined;
    for (let at = text.indexOf(stripped); at >= 0; at = text.indexOf(stripped, at + 1)) {
      const context = contextOf(text, at, at + stripped.length, left, right);
      const away = near === undefined ? 0 : Math.abs((offsets[at] ?? 0) - near);
      if (best === undefined || context > best.context || (context === best.context && away < best.away)) best = { at, context, away };
    }
    if (best === undefined) return undefined;
    return [offsets[best.at] ?? 0, (offsets[best.at + stripped.length - 1] ?? 0) + 1];
  };
};
