/** Words of a citation by GB/T 7714-2015: a book is cited in its own language. */
export const citationText = {
  chinese: { others: ', 等', editor: ', 主编', translator: ', 译', position: (position: number) => `位置 ${position}` },
  foreign: { others: ', et al', editor: ', ed', translator: ', trans', position: (position: number) => `loc. ${position}` },
} as const;
