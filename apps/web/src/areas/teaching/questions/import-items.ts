/** The items of an import: read from a file or a text on this device, with the pictures inside of each question. */
import { findQuestionProblems, type ImportedItem, type ImportVerdict, pictureType, readQuestionFile } from '@shufang/assessment';
import type { ContentNode, InputOf, importQuestions, Question } from '@shufang/contract';

/** An item in the preview. */
export interface ImportItem extends Pick<ImportedItem, 'line' | 'source' | 'findings' | 'problems'> {
  readonly id: number;
  readonly verdict: ImportVerdict;
  readonly question: Question | undefined;
  /** Whether the teacher takes it: certain items are taken, others only after a look. */
  readonly isChosen: boolean;
  /** Whether the teacher has corrected it. */
  readonly isCorrected: boolean;
  readonly isImported: boolean;
}

export interface ImportFile {
  readonly format: string;
  readonly fileName: string;
  readonly items: readonly ImportItem[];
}

const dataUrlOf = (bytes: Uint8Array): string | undefined => {
  const type = pictureType(bytes);
  if (type === undefined) return undefined;
  let binary = '';
  for (let at = 0; at < bytes.length; at += 8_192) binary += String.fromCharCode(...bytes.subarray(at, at + 8_192));
  return `data:${type.mediaType};base64,${btoa(binary)}`;
};

type Pictures = ReadonlyMap<string, Uint8Array>;

/** Returns the address of a picture inside of a question; empty if the file does not contain it. */
const inside = (src: string, pictures: Pictures): string => {
  if (src.startsWith('data:')) return src;
  const bytes = pictures.get(src);
  return bytes === undefined ? '' : (dataUrlOf(bytes) ?? '');
};

const nodesWith = (nodes: readonly ContentNode[], pictures: Pictures): ContentNode[] =>
  nodes.map((node) => {
    if (typeof node === 'string') return node;
    if (node.name === 'img') return { ...node, attributes: { ...node.attributes, src: inside(node.attributes?.src ?? '', pictures) } };
    return node.children === undefined ? node : { ...node, children: nodesWith(node.children, pictures) };
  });

/** Returns the question with its pictures inside. */
const withPictures = ({ view, key }: Question, pictures: Pictures): Question => {
  const of = <T extends { readonly content: readonly ContentNode[] }>(options: readonly T[]) =>
    options.map((option) => ({ ...option, content: nodesWith(option.content, pictures) }));
  return {
    view: {
      ...view,
      id: 'item',
      body: nodesWith(view.body, pictures),
      interactions: Object.fromEntries(
        Object.entries(view.interactions).map(([id, each]) => {
          if (each.type === 'match') return [id, { ...each, sources: of(each.sources), targets: of(each.targets) }];
          if (each.type === 'hotspot') return [id, { ...each, picture: inside(each.picture, pictures) }];
          return [id, 'options' in each ? { ...each, options: of(each.options) } : each];
        }),
      ),
    },
    key: {
      responses: Object.fromEntries(
        Object.entries(key.responses).map(([id, each]) =>
          each.rule === 'manual' && each.sample !== undefined ? [id, { ...each, sample: nodesWith(each.sample, pictures) }] : [id, each],
        ),
      ),
      explanation: nodesWith(key.explanation, pictures),
    },
  };
};

const importItem = (id: number, { line, source, verdict, findings, problems, question }: ImportedItem, pictures: Pictures): ImportItem => ({
  id,
  line,
  source,
  verdict,
  findings,
  problems,
  question: question === undefined ? undefined : withPictures(question, pictures),
  isChosen: verdict === 'certain',
  isCorrected: false,
  isImported: false,
});

/** Returns the items of a file. Throws `QuestionFileError` with a Chinese sentence if it cannot be read. */
export const readImportFile = (bytes: Uint8Array, fileName: string): ImportFile => {
  const { format, items, pictures } = readQuestionFile(bytes);
  return { format, fileName, items: items.map((item, index) => importItem(index, item, pictures)) };
};

/** Returns an item with another source text read again; undefined if it has no or several questions. */
export const readSourceAgain = (item: ImportItem, source: string): ImportItem | undefined => {
  const { items } = readQuestionFile(new TextEncoder().encode(source));
  const [only] = items;
  return items.length === 1 && only !== undefined
    ? { ...importItem(item.id, { ...only, line: item.line }, new Map()), isChosen: only.question !== undefined, isCorrected: true }
    : undefined;
};

/** Returns an item with a question that the teacher has corrected. */
export const corrected = (item: ImportItem, question: Question): ImportItem => {
  const problems = findQuestionProblems(question);
  return { ...item, question, problems, isCorrected: true, isChosen: problems.length === 0 };
};

export type ImportedQuestion = InputOf<typeof importQuestions>['items'][number];

/** Limits of a request: the server accepts 1,000 keys and 1 MB in a body. */
const KEYS_PER_CALL = 900;
const CHARS_PER_CALL = 900_000;

/** Returns the number of keys of all objects in a value. */
const keysOf = (value: unknown): number => {
  if (typeof value !== 'object' || value === null) return 0;
  const inner = Object.values(value).reduce<number>((sum, each) => sum + keysOf(each), 0);
  return Array.isArray(value) ? inner : inner + Object.keys(value).length;
};

/** Parts questions into calls, each small enough for the server. `max`: questions per call. */
export const portionsOf = <T>(items: readonly T[], max: number, contentOf: (item: T) => unknown): T[][] => {
  const portions: T[][] = [];
  let [keys, chars] = [KEYS_PER_CALL, 0];
  for (const item of items) {
    const content = contentOf(item);
    const [itemKeys, itemChars] = [keysOf(content), JSON.stringify(content).length];
    const last = portions.at(-1);
    if (last === undefined || last.length >= max || keys + itemKeys > KEYS_PER_CALL || chars + itemChars > CHARS_PER_CALL) {
      portions.push([item]);
      [keys, chars] = [itemKeys, itemChars];
    } else {
      last.push(item);
      keys += itemKeys;
      chars += itemChars;
    }
  }
  return portions;
};
