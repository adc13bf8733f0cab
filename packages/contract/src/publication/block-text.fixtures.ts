/**
 * Test cases of the rule [Note: block text], used by the tests of the importer and of the reading engine. `xhtml` is the content of a
 * served body.
 */
export interface BlockTextFixture {
  readonly name: string;
  readonly xhtml: string;
  /** Id of each block and its text, in document order. */
  readonly blocks: readonly (readonly [id: string, text: string])[];
  /** Present if the rule covers the markup although the importer never writes it. */
  readonly neverImported?: true;
}

export const blockTextFixtures: readonly BlockTextFixture[] = [
  {
    name: 'plain paragraphs',
    xhtml: '<p data-block="b1">学而时习之</p><p data-block="b2">不亦说乎</p>',
    blocks: [
      ['b1', '学而时习之'],
      ['b2', '不亦说乎'],
    ],
  },
  {
    name: 'ruby: the base counts, readings and their parentheses do not',
    xhtml: '<p data-block="b1"><ruby>汉<rp>(</rp><rt>hàn</rt><rp>)</rp>字<rp>(</rp><rt>zì</rt><rp>)</rp></ruby>和拼音</p>',
    blocks: [['b1', '汉字和拼音']],
  },
  {
    name: 'ruby with rb and rtc',
    xhtml: '<p data-block="b1">在<ruby><rb>東</rb><rb>京</rb><rtc><rt>とう</rt><rt>きょう</rt></rtc></ruby>。</p>',
    blocks: [['b1', '在東京。']],
  },
  {
    name: 'white space is untouched',
    xhtml: '<p data-block="b1">\n  第一行\n  <b>粗</b>\t尾 \u00a0\u3000</p>',
    blocks: [['b1', '\n  第一行\n  粗\t尾 \u00a0\u3000']],
  },
  {
    name: 'a formula counts with its annotation',
    xhtml:
      '<p data-block="b1">设<math xmlns="http://www.w3.org/1998/Math/MathML"><semantics><msup><mi>x</mi><mn>2</mn></msup><annotation encoding="application/x-tex">x^2</annotation></semantics></math>。</p>',
    blocks: [['b1', '设x2x^2。']],
  },
  {
    name: 'a drawing counts with its title, not with its style',
    xhtml:
      '<figure><svg xmlns="http://www.w3.org/2000/svg" data-block="b1"><title>圆</title><style>circle{fill:red}</style><circle r="1"/><text>标</text></svg><figcaption data-block="b2">图一</figcaption></figure>',
    blocks: [
      ['b1', '圆标'],
      ['b2', '图一'],
    ],
  },
  {
    name: 'a rare hanzi outside the basic plane is two units',
    xhtml: '<p data-block="b1">𠮷野家</p>',
    blocks: [['b1', '𠮷野家']],
  },
  {
    name: 'text of a nested block belongs to the nested block only',
    xhtml: '<ul><li data-block="b1">甲<ul><li data-block="b2">乙</li></ul>丙</li></ul>',
    blocks: [
      ['b1', '甲丙'],
      ['b2', '乙'],
    ],
    neverImported: true,
  },
  {
    name: 'table cells',
    xhtml: '<table><tbody><tr><td data-block="b1">一</td>\n<td data-block="b2"><i>二</i></td></tr></tbody></table>',
    blocks: [
      ['b1', '一'],
      ['b2', '二'],
    ],
  },
  {
    name: 'a picture has no text, a line break none either',
    xhtml: '<p data-block="b1"><img src="a.png" alt="替代文字"/></p><p data-block="b2">上<br/>下</p>',
    blocks: [
      ['b1', ''],
      ['b2', '上下'],
    ],
  },
  {
    name: 'a repeated table head is in no block',
    xhtml:
      '<table><thead aria-hidden="true" data-repeat="true"><tr><th>列</th></tr></thead><tbody><tr><td data-block="b7">值</td></tr></tbody></table>',
    blocks: [['b7', '值']],
  },
  {
    name: 'no-break and zero-width characters stay',
    xhtml: '<p data-block="b1">a\u200bb\u2060c\u00add</p>',
    blocks: [['b1', 'a\u200bb\u2060c\u00add']],
  },
];
