/** Divides a passage into lines of a given width, for pictures: by the rules of Chinese typesetting for line starts and ends. Pure. */

/** Marks that do not begin a line, and marks that do not end one (GB/T 15834). */
const NOT_FIRST = /^[，。、；：？！,.;:?!）】〕》〉」』”’)\]}·…—%‰]/;
const NOT_LAST = /[（【〔《〈「『“‘([{]$/;

/** Units that are not divided: a Latin word or number, or one character with its combining marks. */
const UNIT =
  /[\p{Script=Latin}\p{N}'’_-]+|\p{Extended_Pictographic}(?:\p{M}|\u200d|\ufe0f|\p{Extended_Pictographic})*|[^](?:\p{M}|\ufe0f)*/gu;

/** Returns the lines of a text. `widthOf` measures a text. A line feed begins a new paragraph, and white space ends no line. */
export const wrapLines = (text: string, width: number, widthOf: (text: string) => number): string[] =>
  text.split('\n').flatMap((paragraph) => {
    const lines: string[] = [];
    let line: string[] = [];
    for (const [unit] of paragraph.trim().matchAll(UNIT)) {
      if (line.length === 0 || widthOf(line.join('') + unit) <= width) {
        line.push(unit);
        continue;
      }
      // The mark takes the unit before it to the next line, as does an opening mark at the end of this line.
      const carried: string[] = [unit];
      while (line.length > 1 && (NOT_FIRST.test(carried[0] ?? '') || NOT_LAST.test(line.at(-1) ?? ''))) carried.unshift(line.pop() ?? '');
      lines.push(line.join('').trimEnd());
      line = carried[0]?.trim() === '' ? carried.slice(1) : carried;
    }
    return [...lines, line.join('')].filter((each) => each !== '');
  });
