/** Terms in a citation by GB/T 7714-2015, in the language of the cited book. */
export const citationText = {
  chinese: { others: ', 等', editor: ', 主编', translator: ', 译', position: (position: number) => `位置 ${position}` },
  foreign: { others: ', et al', editor: ', ed', translator: ', trans', position: (position: number) => `loc. ${position}` },
} as const;
