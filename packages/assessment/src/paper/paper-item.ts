/** An item of a paper as it is cut out of the lines, before it is a question. Pure. */
import type { ImportFinding } from '../import/imported-item.ts';
import type { PaperType, Section } from './paper-patterns.ts';
import type { RichText } from './rich-text.ts';

export type PaperOption = { readonly letter: string; rich: RichText };

export interface PaperItem {
  readonly line: number;
  readonly number: number;
  readonly section: Section | undefined;
  /** Index of its section in the paper, from 0. */
  readonly sectionIndex: number;
  type: PaperType | undefined;
  points: number | undefined;
  readonly stem: RichText[];
  readonly options: PaperOption[];
  answer: RichText[];
  explanation: RichText[];
  difficulty: string;
  knowledge: string;
  /** Sub-items of a passage. */
  readonly children: PaperItem[];
  readonly source: string[];
  readonly findings: Set<ImportFinding>;
}

export const newItem = (line: number, number: number, section: Section | undefined, sectionIndex: number): PaperItem => ({
  line,
  number,
  section,
  sectionIndex,
  type: undefined,
  points: undefined,
  stem: [],
  options: [],
  answer: [],
  explanation: [],
  difficulty: '',
  knowledge: '',
  children: [],
  source: [],
  findings: new Set(),
});
