/** Terms in a citation by GB/T 7714-2015, in the language of the cited book. */
export const citationText = {
  chinese: {
    others: ', 等',
    editor: ', 主编',
    translator: ', 译',
    edition: (edition: number) => `${edition}版`,
    position: (position: number) => `位置 ${position}`,
  },
  foreign: {
    others: ', et al',
    editor: ', ed',
    translator: ', trans',
    edition: (edition: number) => `${edition}${({ 2: 'nd', 3: 'rd' } as Readonly<Record<number, string>>)[edition] ?? 'th'} ed`,
    position: (position: number) => `loc. ${position}`,
  },
} as const;

/** Marks of footnotes in brackets after a Chinese character or punctuation mark: saved highlights do not know their markup. */
export const BRACKETED_REFERENCE = /(?<=[\p{Script=Han}，。；：！？、”’》）])[[〔［](?:注\s*)?\d{1,3}[\]〕］]/gu;
