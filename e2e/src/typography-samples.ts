/** Samples of the gallery of typography (docs/typography.md): paragraphs as real books have them. */

export interface TypographySample {
  readonly name: string;
  readonly title: string;
  /** Content of a body, as a book has it. */
  readonly html: string;
  readonly isVertical?: true;
  /** Length of a line in characters. */
  readonly chars: number;
}

const math = (inside: string): string => `<math xmlns="http://www.w3.org/1998/Math/MathML">${inside}</math>`;
const [w, b, y] = ['𝐰', 'b', 'y'].map((name) => math(`<mi>${name}</mi>`));
const square = math('<msup><mi>x</mi><mn>2</mn></msup>');

export const typographySamples: readonly TypographySample[] = [
  {
    name: 'formula',
    title: 'formulas, their punctuation and space',
    chars: 12,
    html: `<p>我们用权重${w}和偏置${b}表示模型，其中特征是已知的列${y}，误差是${square}，它们都可能含有少量的观测误差${y}，因此取平方${square}。</p>`,
  },
  {
    name: 'numbers',
    title: 'numbers and short code unbroken',
    chars: 13,
    html: '<p>把两种写法放在一起比较，结果见表 4-2。先在终端里用命令<code>py --version</code>查看版本，再对照图 12-10。</p>',
  },
  {
    name: 'justify',
    title: 'short lines with a long word',
    chars: 11,
    html: '<p>用引号括起来的文字是字符串，例如 configparser.RawConfigParser 的参数，读者可以自己试一试。</p>',
  },
  {
    name: 'spaces',
    title: 'spaces after full stops',
    chars: 16,
    html: '<p>这是一种常见的方法。 在自然科学里， 人们先观察， 再提出假设。 然后用实验检验它是否成立。</p><p>今天天气很好，我们一起到公园里去看花，然后回家吃饭睡觉。</p>',
  },
  {
    name: 'emphasis',
    title: 'emphasis',
    chars: 16,
    html: '<p>学习<em>不是背诵</em>，而是理解；理解的标志是<em>能够自己说出来</em>。</p>',
  },
  {
    name: 'latin',
    title: 'English that is declared as Chinese',
    chars: 22,
    html: '<p>“Well, Prince, so Genoa and Lucca are now just family estates. But I warn you, if you don’t tell me that this means war, I really believe he is Antichrist.”</p>',
  },
  {
    name: 'vertical',
    title: 'vertical text',
    chars: 14,
    isVertical: true,
    html: '<p>民国12年10月，先生说：「读书要慢。」「为什么？」（学生问。）先生答：「因为书有24史。」</p>',
  },
];
