/** The questions of the demo bank: written for the demo textbook “Python 编程起步”, at least one of each type. */
import type { ContentNode, Interaction, Question, QuestionLabels, ResponseKey } from '@shufang/contract';

export interface DemoQuestion extends Pick<QuestionLabels, 'tags' | 'knowledgePoints' | 'difficulty'> {
  /** Name of the folder. */
  readonly folder: string;
  readonly question: Question;
}

const p = (...children: ContentNode[]): ContentNode => ({ name: 'p', children });
const code = (text: string): ContentNode => ({ name: 'code', children: [text] });
const pre = (...lines: string[]): ContentNode => ({ name: 'pre', children: [lines.join('\n')] });
const slot = (interaction = 'R1', part?: string, text?: string): ContentNode => ({
  name: 'slot',
  attributes: { interaction, ...(part === undefined ? {} : { part }) },
  ...(text === undefined ? {} : { children: [text] }),
});

type Part = readonly [Interaction, ResponseKey];

const question = (body: readonly ContentNode[], parts: readonly Part[], explanation: string): Question => ({
  view: {
    id: 'item',
    title: '',
    body: [...body],
    interactions: Object.fromEntries(parts.map(([interaction], index) => [`R${index + 1}`, interaction])),
  },
  key: {
    responses: Object.fromEntries(parts.map(([, key], index) => [`R${index + 1}`, key])),
    explanation: explanation === '' ? [] : [p(explanation)],
  },
});

const lettered = (texts: readonly (string | ContentNode)[]) =>
  texts.map((text, index) => ({ id: 'ABCDEF'.charAt(index), content: [text] }));

/** Options of which those with these letters are right. */
const choice = (texts: readonly (string | ContentNode)[], right: string, milli = 2000): Part => [
  { type: 'choice', options: lettered(texts), maximumChoices: right.length === 1 ? 1 : 0, isShuffled: true },
  { rule: 'choice', milli, correct: [...right], incompleteMilli: right.length === 1 ? 0 : milli / 2 },
];
const trueFalse = (isTrue: boolean): Part => [
  {
    type: 'choice',
    options: [
      { id: 'true', content: ['对'] },
      { id: 'false', content: ['错'] },
    ],
    maximumChoices: 1,
    isShuffled: false,
  },
  { rule: 'choice', milli: 1000, correct: [String(isTrue)], incompleteMilli: 0 },
];
const blank = (...accepted: string[]): Part => [
  { type: 'textEntry' },
  { rule: 'text', milli: 2000, accepted: accepted.map((text) => ({ text, milli: 2000 })), isCaseSensitive: true },
];
const numeric = (value: string, amount = '0', units: readonly string[] = []): Part => [
  { type: 'textEntry' },
  {
    rule: 'number',
    milli: 2000,
    value,
    tolerance: { kind: 'absolute', amount },
    units: units.length === 0 ? [] : [{ names: [...units], factor: '1' }],
    withoutUnitMilli: units.length === 0 ? 2000 : 1000,
  },
];
const inline = (texts: readonly string[], right: string): Part => [
  { type: 'inlineChoice', options: lettered(texts), isShuffled: false },
  { rule: 'choice', milli: 1000, correct: [right], incompleteMilli: 0 },
];
const written = (sample: string, milli = 10_000): Part => [{ type: 'extendedText' }, { rule: 'manual', milli, sample: [p(sample)] }];

/** A window of an editor, drawn for the question about its parts. */
const WINDOW_PICTURE = `<svg xmlns="http://www.w3.org/2000/svg" width="600" height="360" viewBox="0 0 600 360" font-family="sans-serif" font-size="18"><rect width="600" height="360" fill="#fff" stroke="#888"/><rect width="600" height="40" fill="#eee" stroke="#888"/><text x="20" y="27">文件　编辑　运行</text><rect x="0" y="40" width="130" height="320" fill="#f6f6f6" stroke="#888"/><text x="20" y="80">hello.py</text><text x="20" y="110">total.py</text><text x="160" y="90" font-family="monospace">name = input("姓名：")</text><text x="160" y="120" font-family="monospace">print("你好", name)</text><rect x="130" y="240" width="470" height="120" fill="#fafafa" stroke="#888"/><text x="160" y="280" font-family="monospace">姓名：林小满</text><text x="160" y="310" font-family="monospace">你好 林小满</text></svg>`;

const [BASIC, FLOW, DATA, FUNCTIONS, EXAM] = ['起步与变量', '选择与循环', '列表与字典', '函数', '综合'];
const labels = (folder: string, difficulty: number, knowledgePoints: string[], tags: string[] = []) => ({
  folder,
  difficulty,
  knowledgePoints,
  tags,
});

export const DEMO_QUESTIONS: readonly DemoQuestion[] = [
  {
    ...labels(BASIC, 1, ['输出'], ['课堂练习']),
    question: question(
      [p('运行 ', code('print("春")'), '，屏幕上会显示什么？'), slot()],
      [choice(['春', '"春"', 'print("春")', '什么也不显示'], 'A')],
      '引号表示这是文字，不会显示出来。',
    ),
  },
  {
    ...labels(BASIC, 1, ['变量'], ['课堂练习']),
    question: question(
      [p('下面哪个可以用作变量名？'), slot()],
      [choice([code('2nd'), code('total'), code('my-name'), code('for')], 'B')],
      '变量名不能以数字开头，不能有减号，也不能是关键字。',
    ),
  },
  {
    ...labels(BASIC, 2, ['变量']),
    question: question(
      [p('运行后 ', code('b'), ' 的值是多少？'), pre('a = 3', 'b = a', 'a = 5'), slot()],
      [numeric('3')],
      'b 取的是当时 a 的值；后来 a 改变，b 不变。',
    ),
  },
  {
    ...labels(BASIC, 2, ['类型'], ['易错']),
    question: question(
      [p('表达式 ', code('"3" + "4"'), ' 的值是 ', slot(), '。')],
      [blank('"34"', "'34'", '34')],
      '两段文字相加是首尾相接，不是做加法。',
    ),
  },
  {
    ...labels(BASIC, 1, ['输入'], ['课堂练习']),
    question: question([p(code('input()'), ' 得到的总是文字，要计算须先转换。'), slot()], [trueFalse(true)], '用 int() 或 float() 转换。'),
  },
  {
    ...labels(BASIC, 2, ['运算']),
    question: question(
      [p('一张桌子长 1.2 米、宽 80 厘米，它的面积是 ', slot(), '（写上单位）。')],
      [numeric('0.96', '0.001', ['m²', 'm^2', '平方米'])],
      '先化成同一单位：1.2 × 0.8 = 0.96 平方米。',
    ),
  },
  {
    ...labels(BASIC, 2, ['运算'], ['易错']),
    question: question(
      [p('表达式 ', code('17 // 5'), ' 得 ', slot('R1'), '，', code('17 % 5'), ' 得 ', slot('R2'), '。')],
      [numeric('3'), numeric('2')],
      '// 取整数商，% 取余数。',
    ),
  },
  {
    ...labels(BASIC, 1, ['运行程序']),
    question: question(
      [p('下面是编写程序的窗口。程序的输出显示在哪里？'), slot()],
      [
        [
          {
            type: 'hotspot',
            picture: `data:image/svg+xml;base64,${Buffer.from(WINDOW_PICTURE).toString('base64')}`,
            areas: [
              { id: 'A', shape: 'rect', coordinates: [0, 0, 600, 40], label: '上边的菜单' },
              { id: 'B', shape: 'rect', coordinates: [0, 40, 130, 360], label: '左边的文件列表' },
              { id: 'C', shape: 'rect', coordinates: [130, 40, 600, 240], label: '中间写着程序的区域' },
              { id: 'D', shape: 'rect', coordinates: [130, 240, 600, 360], label: '下边的区域' },
            ],
            maximumChoices: 1,
          },
          { rule: 'choice', milli: 2000, correct: ['D'], incompleteMilli: 0 },
        ],
      ],
      '程序运行的结果显示在下边的输出区。',
    ),
  },
  {
    ...labels(FLOW, 1, ['条件'], ['课堂练习']),
    question: question(
      [p('表示“x 等于 5”的条件应写作哪一个？'), slot()],
      [choice([code('x = 5'), code('x == 5'), code('x := 5'), code('x is five')], 'B')],
      '一个等号是赋值，两个等号才是比较。',
    ),
  },
  {
    ...labels(FLOW, 2, ['循环']),
    question: question(
      [p('下面的程序一共显示几行？'), pre('for i in range(1, 10, 3):', '    print(i)'), slot()],
      [numeric('3')],
      'i 依次是 1、4、7。',
    ),
  },
  {
    ...labels(FLOW, 2, ['循环'], ['易错']),
    question: question(
      [p('下面哪些循环会正常结束？'), slot()],
      [
        choice(
          [
            code('for c in "春夏秋冬": print(c)'),
            code('while True: print(1)'),
            code('n = 3\nwhile n > 0: n = n - 1'),
            code('n = 3\nwhile n > 0: print(n)'),
          ],
          'AC',
          4000,
        ),
      ],
      '第二个条件永远成立；第四个循环里 n 没有变化。',
    ),
  },
  {
    ...labels(FLOW, 2, ['条件']),
    question: question([p(code('if'), ' 后面必须有 ', code('else'), '。'), slot()], [trueFalse(false)], 'else 可以省略。'),
  },
  {
    ...labels(FLOW, 3, ['循环'], ['期中']),
    question: question(
      [p('要求出 1 到 100 的和，把下面几行排成正确的程序。'), slot()],
      [
        [
          {
            type: 'order',
            options: lettered([code('total = 0'), code('for i in range(1, 101):'), code('    total = total + i'), code('print(total)')]),
            isShuffled: true,
          },
          { rule: 'order', milli: 4000, correct: ['A', 'B', 'C', 'D'], isPartial: false },
        ],
      ],
      '先准备好存放结果的变量，循环里逐个加上，最后输出。',
    ),
  },
  {
    ...labels(FLOW, 3, ['条件'], ['期中']),
    question: question(
      [p('补全判断闰年的说法：能被 4 整除 ', slot('R1'), ' 不能被 100 整除，', slot('R2'), ' 能被 400 整除的年份是闰年。')],
      [inline(['并且', '或者'], 'A'), inline(['并且', '或者'], 'B')],
      'y % 4 == 0 and y % 100 != 0 or y % 400 == 0',
    ),
  },
  {
    ...labels(FLOW, 3, ['循环', '调试'], ['易错']),
    question: question(
      [
        p('下面的程序想显示 1 到 5，却一直停不下来。找出写错的一行。'),
        p(slot('R1', 'T1', 'n = 1')),
        p(slot('R1', 'T2', 'while n <= 5:')),
        p(slot('R1', 'T3', '    print(n)')),
        p(slot('R1', 'T4', 'n = n + 1')),
      ],
      [
        [
          { type: 'hottext', texts: ['T1', 'T2', 'T3', 'T4'], maximumChoices: 1 },
          { rule: 'choice', milli: 2000, correct: ['T4'], incompleteMilli: 0 },
        ],
      ],
      '最后一行没有缩进，不在循环里，所以 n 一直是 1。',
    ),
  },
  {
    ...labels(DATA, 1, ['列表'], ['课堂练习']),
    question: question(
      [p('有 ', code('a = [3, 1, 2]'), '，', code('a[1]'), ' 的值是 ', slot(), '。')],
      [numeric('1')],
      '列表的位置从 0 数起。',
    ),
  },
  {
    ...labels(DATA, 2, ['列表', '字典', '元组']),
    question: question(
      [p('把写法和它的类型配起来。'), slot()],
      [
        [
          {
            type: 'match',
            sources: lettered([code('[1, 2]'), code('{"a": 1}'), code('(1, 2)'), code('"12"')]),
            targets: ['列表', '字典', '元组', '字符串', '集合'].map((text, index) => ({ id: `T${index + 1}`, content: [text] })),
            isShuffled: true,
          },
          {
            rule: 'pairs',
            milli: 4000,
            correct: [
              ['A', 'T1'],
              ['B', 'T2'],
              ['C', 'T3'],
              ['D', 'T4'],
            ],
            isPartial: true,
          },
        ],
      ],
      '看括号：方括号是列表，圆括号是元组，带冒号的花括号是字典。',
    ),
  },
  {
    ...labels(DATA, 2, ['列表', '元组']),
    question: question(
      [p('选词填空：列表是 ', slot('R1', 'G1'), ' 的，元组是 ', slot('R1', 'G2'), ' 的；字典用 ', slot('R1', 'G3'), ' 查找。')],
      [
        [
          { type: 'gapMatch', options: lettered(['可变', '不可变', '键', '位置']), gaps: ['G1', 'G2', 'G3'], isShuffled: true },
          {
            rule: 'pairs',
            milli: 3000,
            correct: [
              ['A', 'G1'],
              ['B', 'G2'],
              ['C', 'G3'],
            ],
            isPartial: true,
          },
        ],
      ],
      '元组一旦建立就不能改；字典按键取值。',
    ),
  },
  {
    ...labels(DATA, 3, ['列表'], ['易错']),
    question: question(
      [p('下面哪些写法会改变列表 ', code('a'), '？'), slot()],
      [choice([code('a.append(1)'), code('sorted(a)'), code('a[0] = 9'), code('len(a)')], 'AC', 4000)],
      'sorted 得到新的列表，len 只数个数。',
    ),
  },
  {
    ...labels(DATA, 2, ['字典']),
    question: question(
      [p('有 ', code('d = {"春": 3, "夏": 6}'), '，取出 6 的写法是 ', slot(), '。')],
      [blank('d["夏"]', "d['夏']", 'd.get("夏")', "d.get('夏')")],
      '用方括号写键，或用 get。',
    ),
  },
  {
    ...labels(FUNCTIONS, 1, ['函数']),
    question: question([p('没有写 ', code('return'), ' 的函数返回 ', code('None'), '。'), slot()], [trueFalse(true)], ''),
  },
  {
    ...labels(FUNCTIONS, 2, ['函数', '参数']),
    question: question(
      [p('运行后显示什么？'), pre('def add(a, b=2):', '    return a + b', '', 'print(add(1))'), slot()],
      [choice(['1', '2', '3', '出错'], 'C')],
      '没有给出的 b 用默认值 2。',
    ),
  },
  {
    ...labels(FUNCTIONS, 3, ['函数'], ['期末']),
    question: question(
      [p('用自己的话说明：为什么要把重复的代码写成函数？举一个书里的例子。'), slot()],
      [written('一处修改、处处生效；名字说明用途；可以单独测试。例如计算平均分的 average。')],
      '',
    ),
  },
  {
    ...labels(EXAM, 3, ['流程图'], ['期末']),
    question: question(
      [p('在纸上画出“猜数字”程序的流程图，拍照上传。'), slot()],
      [
        [
          { type: 'upload' },
          { rule: 'manual', milli: 10_000, sample: [p('有开始与结束、输入、比较、大了或小了的提示，以及回到输入的循环。')] },
        ],
      ],
      '',
    ),
  },
  {
    ...labels(EXAM, 4, ['循环', '列表', '函数'], ['期末']),
    question: question(
      [
        p('阅读程序，回答问题。'),
        pre(
          'def longest(words):',
          '    best = ""',
          '    for w in words:',
          '        if len(w) > len(best):',
          '            best = w',
          '    return best',
        ),
        p('（1）', code('longest(["春", "立春", "雨"])'), ' 返回 ', slot('R1'), '。'),
        p('（2）列表为空时返回什么？'),
        slot('R2'),
        p('（3）有几个一样长的词时，它返回哪一个？说明理由。'),
        slot('R3'),
      ],
      [
        blank('立春', '"立春"', "'立春'"),
        choice(['空字符串', 'None', '出错', '0'], 'A'),
        written('最先出现的一个：条件是“更长”才替换，一样长时不替换。', 4000),
      ],
      'best 从空字符串开始，只有遇到更长的词才改变。',
    ),
  },
];
