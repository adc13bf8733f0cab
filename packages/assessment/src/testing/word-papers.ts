/** Generates papers in the forms in which Chinese teachers write them, with what a reader must find in them. Written for this test. */

export type ExpectedItem = {
  readonly type: 'single' | 'multiple' | 'trueFalse' | 'blank' | 'shortAnswer' | 'composite';
  /** A part of the text of the question. */
  readonly stem: string;
  readonly options?: readonly string[];
  /** Letters, `true`/`false`, texts of blanks, or a part of the sample; of a composite question of all its parts, in order. */
  readonly answers: readonly string[];
  readonly points?: number;
};
export type Paper = { readonly name: string; readonly lines: readonly string[]; readonly items: readonly ExpectedItem[] };

type Choice = readonly [stem: string, options: readonly string[], answer: string, explanation: string];
type Fact = readonly [text: string, isTrue: boolean, explanation: string];
type Gap = readonly [text: string, answers: readonly string[]];
type Essay = readonly [text: string, sample: string];

const SINGLES: readonly Choice[] = [
  ['下列城市中，是中国首都的是', ['上海', '北京', '广州', '西安'], 'B', '北京自1949年起是首都。'],
  ['《岳阳楼记》的作者是', ['范仲淹', '欧阳修', '苏轼', '王安石'], 'A', '范仲淹作于庆历六年。'],
  ['水的化学式是', ['H{sub:2}O{sub:2}', 'CO{sub:2}', 'H{sub:2}O', 'O{sub:3}'], 'C', '一个氧原子与两个氢原子。'],
  ['下列数中，最大的是', ['-3', '0', '1.5', '2.75'], 'D', '正数大于0，2.75大于1.5。'],
  ['细胞的能量工厂是', ['核糖体', '线粒体', '叶绿体', '高尔基体'], 'B', '有氧呼吸的主要场所是线粒体。'],
  ['函数 y={math:square} 的最小值是', ['0', '1', '2', '{math:frac}'], 'B', '平方不小于0。'],
  ['如图{img}所示的图形是', ['三角形', '正方形', '圆', '梯形'], 'C', '各点到圆心距离相等。'],
  ['在 Python 中，输出内容的函数是', ['input()', 'print()', 'len()', 'range()'], 'B', '输出用 print。'],
];
const MULTIPLES: readonly Choice[] = [
  ['下列属于偶数的有', ['2', '3', '4', '6'], 'ACD', '能被2整除。'],
  ['我国的直辖市包括', ['北京', '天津', '深圳', '重庆'], 'ABD', '深圳是计划单列市。'],
  ['属于唐代诗人的有', ['李白', '杜甫', '辛弃疾', '王维', '陆游'], 'ABD', '辛弃疾、陆游是宋代人。'],
  ['下列物质属于金属的是', ['铁', '氧气', '铜', '石墨'], 'AC', '石墨是非金属。'],
];
const FACTS: readonly Fact[] = [
  ['地球绕太阳公转一周约需一年。', true, '公转周期约365天。'],
  ['鲸是鱼类。', false, '鲸是哺乳动物。'],
  ['声音可以在真空中传播。', false, '声音的传播需要介质。'],
  ['任意三角形的内角和都是180度。', true, '平面几何的基本定理。'],
];
const GAPS: readonly Gap[] = [
  ['中华人民共和国成立于{blank}年。', ['1949']],
  ['中国最长的河流是{blank}，第二长的河流是{blank}。', ['长江', '黄河']],
  ['床前明月光，{blank}。', ['疑是地上霜']],
  ['三原色是红、{blank}、{blank}。', ['绿', '蓝']],
];
const ESSAYS: readonly Essay[] = [
  ['简述光合作用的过程。', '植物利用光能，把二氧化碳和水合成有机物，并释放氧气。'],
  ['谈谈你对“实践是检验真理的唯一标准”的理解。', '真理是否正确，只有通过实践才能检验。'],
];

type Bank = {
  readonly singles: readonly Choice[];
  readonly multiples: readonly Choice[];
  readonly facts: readonly Fact[];
  readonly gaps: readonly Gap[];
  readonly essays: readonly Essay[];
};

const FIRST: Bank = { singles: SINGLES, multiples: MULTIPLES, facts: FACTS, gaps: GAPS, essays: ESSAYS };
const SECOND: Bank = {
  singles: [
    ['资产负债表反映的是企业在', ['某一时期', '某一时点', '任意时间', '全年'], 'B', '它是静态报表。'],
    ['下列元素中，原子序数最小的是', ['氢（H）', '氦（He）', '锂（Li）', '铍（Be）'], 'A', '氢的原子序数是1。'],
    ['“A. 凡是鸟都会飞”这一判断属于', ['全称肯定判断', '全称否定判断', '特称肯定判断', '特称否定判断'], 'A', '“凡是”表示全称。'],
    ['某商品原价100元，打八折后再减5元，售价为', ['80元', '85元', '75元', '70元'], 'C', '100×0.8-5=75。'],
    ['设 a>0，则 {math:sum} 的首项是', ['0', '1', 'n', '{math:frac}'], 'B', '从1开始求和。'],
    ['数据库中能唯一标识一条记录的是', ['外键', '索引', '视图', '主键'], 'D', '主键唯一且非空。'],
    ['下图{img}中的仪器名称是', ['烧杯', '试管', '量筒', '漏斗'], 'C', '有刻度且细长。'],
    ['世界上面积最大的洲是', ['非洲', '亚洲', '欧洲', '北美洲'], 'B', '约4457.9万平方千米。'],
  ],
  multiples: [
    ['下列属于可再生能源的有', ['煤炭', '风能', '太阳能', '石油'], 'BC', '煤炭、石油不可再生。'],
    ['会计等式中属于资产的是', ['存货', '应付账款', '现金', '固定资产'], 'ACD', '应付账款是负债。'],
    ['下列说法正确的是', ['质数都是奇数', '2是质数', '1不是质数', '以上都对'], 'BC', '2是偶数。'],
    ['编程语言包括', ['Java', 'HTTP', 'C++', 'Go'], 'ACD', 'HTTP是协议。'],
  ],
  facts: [
    ['π 是无理数。', true, '它不能写成分数。'],
    ['0 是正数。', false, '0既不是正数也不是负数。'],
    ['企业的所有者权益可以为负数。', true, '资不抵债时为负。'],
    ['植物在夜间不进行呼吸作用。', false, '呼吸作用昼夜进行。'],
  ],
  gaps: [
    ['一小时有{blank}秒。', ['3600']],
    ['《史记》的作者是{blank}，他是{blank}朝人。', ['司马迁', '西汉']],
    ['海内存知己，{blank}。', ['天涯若比邻']],
    ['直角三角形两锐角之和为{blank}度，三个内角之和为{blank}度。', ['90', '180']],
  ],
  essays: [
    ['简述会计的基本职能。', '会计的基本职能是核算与监督。'],
    ['试比较栈与队列的异同。', '栈后进先出，队列先进先出，二者都是线性表。'],
  ],
};

const LETTERS = 'ABCDE';
/** Text of an option without markup, as the reader shows it. */
const plain = (text: string): string =>
  text
    .replace(/\{su[bp]:(\d)\}/g, '$1')
    .replace('{math:frac}', '\\frac{x}{2}')
    .replace('{math:square}', 'x^{2}+1')
    .replace('{math:sum}', '\\sum_{i=1}^{n}i')
    .replace('{img}', '');
const choiceItem = ([stem, options, answer]: Choice, points?: number): ExpectedItem => ({
  type: answer.length > 1 ? 'multiple' : 'single',
  stem: plain(stem),
  options: options.map(plain),
  answers: [...answer],
  ...(points === undefined ? {} : { points }),
});
const factItem = ([text, isTrue]: Fact): ExpectedItem => ({ type: 'trueFalse', stem: text, answers: [String(isTrue)] });
const gapItem = ([text, answers]: Gap): ExpectedItem => ({ type: 'blank', stem: text.split('{blank}')[0] ?? '', answers });
const essayItem = ([text, sample]: Essay): ExpectedItem => ({ type: 'shortAnswer', stem: text, answers: [sample] });
const gapLine = ([text]: Gap, blank: string): string => text.replaceAll('{blank}', blank);

/** The form of 学习通: the type in 【】, an option a line, the answer behind the item. */
const marked = (bank: Bank): Paper => {
  const lines: string[] = [];
  const items: ExpectedItem[] = [];
  let number = 0;
  const head = (type: string): string => `${(number += 1)}.【${type}】`;
  for (const each of bank.singles) {
    lines.push(
      `${head('单选题')}${each[0]}（ ）`,
      ...each[1].map((option, index) => `${LETTERS[index] ?? ''}. ${option}`),
      `答案：${each[2]}`,
      `解析：${each[3]}`,
    );
    items.push(choiceItem(each));
  }
  for (const each of bank.multiples) {
    lines.push(
      `${head('多选题')}${each[0]}（ ）`,
      ...each[1].map((option, index) => `${LETTERS[index] ?? ''}. ${option}`),
      `答案：${[...each[2]].join('，')}`,
    );
    items.push(choiceItem(each));
  }
  for (const each of bank.facts) {
    lines.push(`${head('判断题')}${each[0]}`, `答案：${each[1] ? '对' : '错'}`);
    items.push(factItem(each));
  }
  for (const each of bank.gaps) {
    lines.push(`${head('填空题')}${gapLine(each, '（ ）')}`, `答案：${each[1].join('；')}`);
    items.push(gapItem(each));
  }
  for (const each of bank.essays) {
    lines.push(`${head('简答题')}${each[0]}`, `答案：${each[1]}`);
    items.push(essayItem(each));
  }
  return { name: 'marked types', lines, items };
};

/** Sections with points, options in one line, the answer in the bracket. */
const bracketed = (bank: Bank): Paper => {
  const lines = ['2025—2026 学年期末考试试卷', '一、单项选择题（每题2分，共16分）'];
  const items: ExpectedItem[] = [];
  for (const [index, each] of bank.singles.entries()) {
    lines.push(
      `${index + 1}、${each[0]}（ ${each[2]} ）`,
      each[1].map((option, at) => `${LETTERS[at] ?? ''}．${option}`).join(index % 2 === 0 ? '\t' : '　　'),
    );
    items.push(choiceItem(each, 2));
  }
  lines.push('二、判断题（对的打“√”，错的打“×”，每题1分）');
  for (const [index, each] of bank.facts.entries()) {
    lines.push(`${index + 1}、${each[0]}（${each[1] ? '√' : '×'}）`);
    items.push({ ...factItem(each), points: 1 });
  }
  lines.push('三、多项选择题（每小题 4 分）');
  for (const [index, each] of bank.multiples.entries()) {
    lines.push(`${index + 1}、${each[0]}（${each[2]}）。`, ...each[1].map((option, at) => `（${LETTERS[at] ?? ''}）${option}`));
    items.push(choiceItem(each, 4));
  }
  return { name: 'answers in brackets', lines, items };
};

/** Numbers that start again in each section, answers at the end as ranges and lines. */
const ranges = (bank: Bank): Paper => {
  const lines = ['一、选择题'];
  const items: ExpectedItem[] = [];
  for (const [index, each] of bank.singles.entries()) {
    const options = each[1].map((option, at) => `${LETTERS[at] ?? ''}、${option}`);
    lines.push(`${index + 1}．${each[0]}`, options.slice(0, 2).join('    '), options.slice(2).join('    '));
    items.push(choiceItem(each));
  }
  lines.push('二、填空题');
  for (const [index, each] of bank.gaps.entries()) {
    lines.push(`${index + 1}．${gapLine(each, '________')}`);
    items.push(gapItem(each));
  }
  lines.push('三、判断题');
  for (const [index, each] of bank.facts.entries()) {
    lines.push(`${index + 1}．（  ）${each[0]}`);
    items.push(factItem(each));
  }
  lines.push('四、简答题');
  for (const [index, each] of bank.essays.entries()) {
    lines.push(`${index + 1}．${each[0]}（10分）`);
    items.push({ ...essayItem(each), points: 10 });
  }
  lines.push(
    '',
    '参考答案',
    '一、选择题',
    `1-5 ${bank.singles
      .slice(0, 5)
      .map((each) => each[2])
      .join('')}　6～8：${bank.singles
      .slice(5)
      .map((each) => each[2])
      .join(' ')}`,
  );
  lines.push('二、填空题', ...bank.gaps.map((each, index) => `${index + 1}．${each[1].join('；')}`));
  lines.push('三、判断题', bank.facts.map((each, index) => `${index + 1}.${each[1] ? '√' : '×'}`).join('  '));
  lines.push('四、简答题', ...bank.essays.flatMap((each, index) => [`${index + 1}．答：${each[1]}`]));
  return { name: 'ranges at the end', lines, items };
};

/** Numbers through the whole paper, answers with explanations at the end. */
const listed = (bank: Bank): Paper => {
  const lines: string[] = ['一、单项选择题：本大题共8小题，每小题3分，共24分'];
  const answers: string[] = [];
  const items: ExpectedItem[] = [];
  let number = 0;
  for (const each of bank.singles) {
    number += 1;
    lines.push(`${number}. ${each[0]}`, each[1].map((option, at) => `${LETTERS[at] ?? ''}. ${option}`).join(' '));
    answers.push(`${number}. ${each[2]}`, `【解析】${each[3]}`);
    items.push(choiceItem(each, 3));
  }
  lines.push('二、多项选择题');
  for (const each of bank.multiples) {
    number += 1;
    lines.push(`${number}. ${each[0]}`, ...each[1].map((option, at) => `${LETTERS[at] ?? ''}. ${option}`));
    answers.push(`${number}. 【答案】${each[2]} 【解析】${each[3]}`);
    items.push(choiceItem(each));
  }
  lines.push('三、填空题（每空2分）');
  for (const each of bank.gaps) {
    number += 1;
    lines.push(`${number}. ${gapLine(each, '{u}')}`);
    answers.push(`${number}. ${each[1].join('　　')}`);
    items.push({ ...gapItem(each), points: 2 * each[1].length });
  }
  lines.push('四、简答题');
  for (const each of bank.essays) {
    number += 1;
    lines.push(`${number}. ${each[0]}`);
    answers.push(`${number}. ${each[1]}`);
    items.push(essayItem(each));
  }
  return { name: 'list with explanations', lines: [...lines, '试题答案与解析', ...answers], items };
};

/** Automatic numbers and letters, 【答案】 and 【解析】. */
const automatic = (bank: Bank): Paper => ({
  name: 'automatic numbers',
  lines: [...bank.singles, ...bank.multiples].flatMap((each) => [
    `{item}${each[0]}`,
    ...each[1].map((option) => `{option}${option}`),
    `【答案】${each[2]}`,
    `【解析】${each[3]}`,
  ]),
  items: [...bank.singles, ...bank.multiples].map((each) => choiceItem(each)),
});

/** Numbers in brackets, labels behind the items. */
const labeled = (bank: Bank): Paper => {
  const lines: string[] = [];
  const items: ExpectedItem[] = [];
  const labels = '难度：易　知识点：常识、基础　分值：5';
  let number = 0;
  for (const each of [...bank.singles, ...bank.multiples]) {
    number += 1;
    const options = each[1].map((option, at) => `${LETTERS[at] ?? ''}、${option}`);
    lines.push(`（${number}）${each[0]}（　　）`, options.join('　'), `正确答案：${each[2]}`, labels);
    items.push(choiceItem(each, 5));
  }
  for (const each of bank.facts) {
    number += 1;
    lines.push(`（${number}）${each[0]}`, `正确答案：${each[1] ? '正确' : '错误'}`, `答案解析：${each[2]}`);
    items.push(factItem(each));
  }
  for (const each of bank.gaps) {
    number += 1;
    lines.push(
      `（${number}）${gapLine(each, '____')}`,
      `参考答案：${each[1].map((answer, index) => `（${index + 1}）${answer}`).join(' ')}`,
    );
    items.push(gapItem(each));
  }
  return { name: 'numbers in brackets', lines, items };
};

/** Passages with several questions, answers behind them; formulas, a table of answers. */
const passages = (bank: Bank): Paper => {
  const items: ExpectedItem[] = [];
  const lines = ['一、选择题'];
  for (const [index, each] of bank.singles.slice(0, 6).entries()) {
    lines.push(`${index + 1}. ${each[0]}`, each[1].map((option, at) => `${LETTERS[at] ?? ''}. ${option}`).join('\t'));
    items.push(choiceItem(each));
  }
  lines.push('阅读下面的材料，回答7～8题。', '　　春天来了，小河解冻了，岸边的柳树发了芽。');
  for (const [index, each] of bank.singles.slice(0, 2).entries())
    lines.push(`${index + 7}. ${each[0]}`, ...each[1].map((option, at) => `${LETTERS[at] ?? ''}. ${option}`));
  items.push({ type: 'composite', stem: '小河解冻了', answers: [bank.singles[0]?.[2] ?? '', bank.singles[1]?.[2] ?? ''] });
  lines.push('二、材料分析题', '9. 阅读材料：改革开放以来，人民生活水平不断提高。', '（1）材料说明了什么？', '（2）结合实际谈谈你的认识。');
  items.push({ type: 'shortAnswer', stem: '人民生活水平不断提高', answers: ['说明改革的成就'] });
  lines.push('参考答案', ['题号', '1', '2', '3', '4', '5', '6', '7', '8'].join('{cell}'));
  lines.push(
    ['答案', ...bank.singles.slice(0, 6).map((each) => each[2]), bank.singles[0]?.[2] ?? '', bank.singles[1]?.[2] ?? ''].join('{cell}'),
  );
  lines.push('9. （1）说明改革的成就。（2）言之有理即可。');
  return { name: 'passages and a table', lines, items };
};

const FORMS = [marked, bracketed, ranges, listed, automatic, labeled, passages];

/** Each form with two sets of questions: 228 items. */
export const PAPERS: readonly Paper[] = FORMS.flatMap((form) => [form(FIRST), form(SECOND)]);
