/** The forms in which Chinese teachers write papers: numbers, options, answers, headings. Patterns are for folded texts. Pure. */

/** Returns a text of the same length with half-width letters, digits and signs, so that one pattern matches all forms. */
export const fold = (text: string): string =>
  text.replace(/[\uff01-\uff5e\u3000\u00a0\u2002\u2003\u2009\u3014\u3015\u2013\u2014\u2212\uff5e\u301c]/g, (char) => {
    const code = char.charCodeAt(0);
    if (code >= 0xff_01 && code <= 0xff_5e) return String.fromCharCode(code - 0xfe_e0);
    if (char === '\u3014') return '[';
    if (char === '\u3015') return ']';
    if (char === '\u301c') return '~';
    return /[\u2013\u2014\u2212]/.test(char) ? '-' : ' ';
  });

export type PaperType = 'single' | 'multiple' | 'choice' | 'trueFalse' | 'blank' | 'essay';

const TYPES: readonly (readonly [RegExp, PaperType])[] = [
  [/改错/, 'essay'],
  [/多项选择|多选|不定项|多项/, 'multiple'],
  [/单项选择|单选|单项|最佳选择/, 'single'],
  [/选择|完形/, 'choice'],
  [/判断|是非|对错|辨析正误/, 'trueFalse'],
  [/填空|补全|填写/, 'blank'],
  [
    /名词解释|简答|问答|论述|分析|计算|解答|应用|证明|作文|写作|翻译|案例|材料|综合|实验|主观|设计|画图|作图|辨析|阅读|默写|简述|说明|编程/,
    'essay',
  ],
];

/** Returns the type that a heading names; undefined if it names none. */
export const typeNamed = (text: string): PaperType | undefined => TYPES.find(([pattern]) => pattern.test(text))?.[1];

const TYPE_NAMES =
  '(?:单项?选(?:择)?|多项?选(?:择)?|不定项选择|选择|判断(?:正误|对错|改错)?|是非|填空|名词解释|简答|问答|论述|计算|解答|应用|证明|案例分析|材料分析|材料|综合|分析|翻译|写作|作文|实验|阅读理解|完形填空|主观|编程)';

const CHINESE = '[一二三四五六七八九十]{1,3}';
export const SECTION = new RegExp(`^\\s*(?:第\\s*)?(${CHINESE})\\s*(?:部分|大题|卷)?\\s*[、.:)\\s]\\s*(.{1,120})$`);
const BARE_SECTION = new RegExp(`^\\s*[\\[【]?\\s*(${TYPE_NAMES}题)\\s*[\\]】]?\\s*(?:\\(.*\\)|:|共.*)?\\s*$`);

export type Section = {
  readonly ordinal: string;
  readonly type: PaperType | undefined;
  readonly points: number | undefined;
  readonly isPerBlank: boolean;
};

/** Returns the section that a line begins; undefined if it begins none. */
export const sectionOf = (folded: string): Section | undefined => {
  const match = SECTION.exec(folded);
  const title = match?.[2] ?? BARE_SECTION.exec(folded)?.[1];
  if (title === undefined) return undefined;
  const type = typeNamed(title);
  const isHeading = new RegExp(`${TYPE_NAMES}题?`).test(title) && /^.{0,16}?题|^\S{2,6}\s*(?:\(|$)|每|共/.test(title);
  if (match !== null && !isHeading) return undefined;
  const each = /每(?:小)?(题|空)\s*(\d+(?:\.\d+)?)\s*分/.exec(folded) ?? /(\d+(?:\.\d+)?)\s*分\s*\/\s*(?:题|空)/.exec(folded);
  const points = each === null ? undefined : Number(each[2] ?? each[1]);
  return { ordinal: match?.[1] ?? '', type, points, isPerBlank: each?.[1] === '空' };
};

/** How the numbers of the items are written: `1.`, `1、`, `第1题`; or `(1)`, `1)`, `[1]`. */
export type NumberStyle = 'dot' | 'bracket';

const DOT_NUMBER =
  /^\s*(?:第\s*(\d{1,3})\s*(?:小)?题\s*[.、:]?|(\d{1,3})\s*[.、:](?=[^\d]|$|\d{4}年)|(\d{1,3})\s*[.、:]|\*?\s*(\d{1,3})\s*(?=[[【(]\s*(?:单|多|判|填|简|选)))\s*/;
const BRACKET_NUMBER = /^\s*(?:[([【]\s*(\d{1,3})\s*[)\]】]|(\d{1,3})\))\s*[.、:]?\s*/;

/** `isTight`: a digit follows a dot of half width, as in a decimal number. */
export type NumberLabel = { readonly number: number; readonly length: number; readonly isTight: boolean };

/** Returns the number at the start of a line. `original`: the line before it was folded, because a dot of full width is no decimal point. */
export const numberOf = (folded: string, style: NumberStyle, original = folded): NumberLabel | undefined => {
  const match = (style === 'dot' ? DOT_NUMBER : BRACKET_NUMBER).exec(folded);
  if (match === null) return undefined;
  const digits = match.slice(1).find((each) => each !== undefined);
  if (digits === undefined) return undefined;
  const isTight = /^\s*\d{1,3}\.\d/.test(original) && !/^\s*\d{1,3}\.\d{4}年/.test(original);
  return { number: Number(digits), length: match[0].length, isTight };
};

export const TYPE_LABEL = new RegExp(
  `^\\s*[\\[【(]\\s*(${TYPE_NAMES}题?|[AaBbXxKk]\\d?型题?)\\s*(?:[,、;]?\\s*(\\d+(?:\\.\\d+)?)\\s*分)?\\s*[\\]】)]\\s*[.、:]?\\s*`,
);
export const POINTS_LABEL = /^\s*[([【]\s*(?:本(?:小)?题(?:满分)?)?\s*(\d+(?:\.\d+)?)\s*分\s*[)\]】]\s*/;
export const POINTS_END = /\s*[([]\s*(\d+(?:\.\d+)?)\s*分\s*[)\]]\s*$/;

export type PaperPart = 'answer' | 'explanation' | 'difficulty' | 'knowledge' | 'points' | 'type' | 'other';

const PART_NAMES: readonly (readonly [PaperPart, string])[] = [
  ['explanation', '(?:答案|试题|题目)?(?:解\\s*析|详解|点评|解题思路|思路点拨)|分析'],
  ['answer', '(?:参考|标准|正确|本题|试题)?\\s*答\\s*案|答|Answers?|ANSWERS?|Keys?|正确选项'],
  ['difficulty', '难\\s*度(?:系数|等级)?|难易(?:程)?度'],
  ['knowledge', '知识点|考点|考查点|考查知识点|知识模块'],
  ['points', '分\\s*值|分数|本题分值'],
  ['type', '题型|题目类型|试题类型'],
  ['other', '章\\s*节|所属章节|所属知识|来源|出处|能力层次|认知层次|标签|科目|备注'],
];

const PART = new RegExp(
  `(?:(?<=^|[\\s。;.)])|(?=[\\[【]))(?:${PART_NAMES.map(([name, names]) => `(?<${name}>[\\[【]\\s*(?:${names})\\s*[\\]】]\\s*:?|(?:${names})\\s*:)`).join('|')})\\s*`,
  'g',
);
/** At the start of a line, `答案` needs no colon. */
const BARE_ANSWER = /^\s*(?:参考|标准|正确)?答案\s*(?:是|为)?\s*(?=[A-J√×对错正]|\s)/;

export type PartLabel = { readonly part: PaperPart; readonly start: number; readonly end: number };

/** Returns the labels of answers, explanations and labels in a line, in order. */
export const partsOf = (folded: string): PartLabel[] => {
  const labels = [...folded.matchAll(PART)].map((match): PartLabel => {
    const part = PART_NAMES.find(([name]) => match.groups?.[name] !== undefined)?.[0] ?? 'other';
    return { part, start: match.index, end: match.index + match[0].length };
  });
  const bare = labels[0]?.start === 0 ? null : BARE_ANSWER.exec(folded);
  return bare === null
    ? labels
    : [{ part: 'answer', start: 0, end: bare[0].length }, ...labels.filter(({ start }) => start >= bare[0].length)];
};

const MATERIAL =
  /(?:(?:阅读|根据|依据|结合|分析|观察|请)[^。]{0,60}?(?:回答|完成|解答|作答)[^。\d]{0,12}|^\s*[([]\s*)(?:第\s*)?(\d{1,3})\s*(?:-|~|至|到)+\s*(?:第\s*)?(\d{1,3})\s*(?:小)?题/;

/** Returns the numbers of the items that share a passage which a line begins; undefined if it begins none. */
export const materialOf = (folded: string): { from: number; to: number } | undefined => {
  const match = MATERIAL.exec(folded);
  if (match === null) return undefined;
  const [from, to] = [Number(match[1]), Number(match[2])];
  return to > from && to - from < 20 ? { from, to } : undefined;
};

export const ANSWER_HEADING =
  /^\s*[[【]?\s*[^:。?]{0,20}?(?:参考答案|标准答案|答案(?:与|及|和|、)?(?:解析|评分标准|评分参考|提示|详解)?(?:部分|卷|页)?)\s*[\]】]?\s*(?:\(.{0,20}\))?\s*:?\s*$/;

/** A blank: underscores, or a bracket with nothing but space. */
export const BLANK = /_{2,}|\([\s_]*\)|\[\s{2,}\]|【\s+】/g;
/** A bracket for the letter of an option, or for a sign; `$1` is what is in it. */
export const ANSWER_BRACKET = /\(\s*([A-J](?:\s*[,、]?\s*[A-J])*|[√×✓✗✔✘]|对|错|正确|错误|T|F)\s*\)/g;

/** A sign or a letter in a bracket before the number, as in `（√）1．`. */
export const LEADING_BRACKET = /^(\s*)(\([\s√×✓✗✔✘对错TFA-J]{0,8}\)\s*)((?:\d{1,3})\s*[.、:]\s*)/;
/** All answers in the line of their heading. */
export const ANSWER_LINE = /^\s*[[【]?\s*(?:参考|标准|试题)?(?:答案|Keys?|KEYS?|Answers?)\s*[\]】]?\s*:?\s*(?=\d)/;
/** A section of the answers whose first answer follows in the same line. */
export const LISTED_SECTION = new RegExp(`^\\s*(${CHINESE})\\s*[、.:]\\s*(?=\\d)`);
