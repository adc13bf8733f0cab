/** Books for the engine's own tests, split and numbered as by the importer. All text is written for this purpose. */
import type { PublicationMetadata, ReadingOrderItem } from '@shufang/contract';
import type { OpenedPublication } from '../src/publication/spine.ts';
import { readingOrderPart } from './reading-order-part.ts';

export interface FixtureBook {
  publication: OpenedPublication;
  /** Content files by `href`. */
  files: Map<string, { type: string; body: string }>;
  /** Block texts by id, by the rule [Note: block text], with which tests compare the engine's texts. */
  blocks: Map<string, string>;
  /** Document of each block, and the offset of its first character in the document's text. */
  starts: Map<string, { href: string; char: number }>;
}

export interface BlockSource {
  /** HTML of the block, with `%` in place of its attribute ` data-block="…"`. */
  html: string;
  /** Text of the block by the rule [Note: block text], without ruby readings. */
  text: string;
}

interface DocumentSource {
  href: string;
  title: string;
  blocks: BlockSource[];
  /** Number of blocks per segment; absent if one segment contains all blocks. */
  cut?: number;
  css?: string;
  lang?: string;
  fixed?: { width: number; height: number };
  spread?: 'left' | 'right' | 'center';
  isClosed?: boolean;
}

const page = (title: string, lang: string, css: string, body: string, viewport = '') => `<?xml version="1.0" encoding="UTF-8"?>
<!DOCTYPE html>
<html xmlns="http://www.w3.org/1999/xhtml" xmlns:epub="http://www.idpf.org/2007/ops" lang="${lang}" xml:lang="${lang}">
<head><title>${title}</title>${viewport}<style>${css}</style></head>
<body>${body}</body>
</html>`;

const makeBook = (title: string, documents: DocumentSource[], options: Partial<PublicationMetadata> = {}): FixtureBook => {
  const files: FixtureBook['files'] = new Map();
  const blocks: FixtureBook['blocks'] = new Map();
  const starts: FixtureBook['starts'] = new Map();
  const readingOrder: ReadingOrderItem[] = [];
  let number = 0;
  let position = 1;
  for (const source of documents) {
    const lang = source.lang ?? 'zh-CN';
    const numbered = source.blocks.map((block) => {
      number += 1;
      const id = `b${number.toString(36)}`;
      blocks.set(id, block.text);
      return { id, html: block.html.replace('%', ` data-block="${id}"`), text: block.text };
    });
    const size = source.cut ?? numbered.length;
    const segments: ReadingOrderItem['segments'] = [];
    let char = 0;
    let blockChar = 0;
    for (const { id, text } of numbered) {
      starts.set(id, { href: source.href, char: blockChar });
      blockChar += text.length + 1;
    }
    for (let from = 0; from < numbered.length; from += size) {
      const part = numbered.slice(from, from + size);
      const first = part[0];
      const last = part.at(-1);
      if (!first || !last) continue;
      const href = segments.length === 0 ? source.href : source.href.replace('.xhtml', `~${segments.length}.xhtml`);
      const chars = part.reduce((sum, block) => sum + block.text.length + 1, -1);
      segments.push({ href, firstBlock: first.id, lastBlock: last.id, startChar: char, chars });
      char += chars + 1;
      const viewport = source.fixed ? `<meta name="viewport" content="width=${source.fixed.width}, height=${source.fixed.height}"/>` : '';
      files.set(href, {
        type: 'application/xhtml+xml',
        body: page(source.title, lang, source.css ?? '', part.map((block) => block.html).join('\n'), viewport),
      });
    }
    const chars = Math.max(0, char - 1);
    const positions = Math.max(1, Math.ceil(chars / 1024));
    readingOrder.push({
      href: source.href,
      type: 'application/xhtml+xml',
      title: source.title,
      chars,
      startPosition: position,
      positions,
      layout: source.fixed ? 'fixed' : 'reflowable',
      linear: true,
      segments,
      open: !source.isClosed,
      ...(source.fixed ? { viewport: source.fixed } : {}),
      ...(source.spread ? { spread: source.spread } : {}),
    });
    position += positions;
  }
  const chars = readingOrder.reduce((sum, item) => sum + item.chars, 0);
  return {
    files,
    blocks,
    starts,
    publication: {
      metadata: {
        title,
        languages: ['zh-CN'],
        contributors: [],
        subjects: [],
        readingProgression: 'ltr',
        layout: 'reflowable',
        accessibility: { accessModes: [], accessModesSufficient: [], features: [], hazards: [], conformsTo: [] },
        chars,
        positions: position - 1,
        ...options,
      },
      readingOrder: readingOrderPart(readingOrder),
    },
  };
};

/** Generates sentences about reading by number. Every paragraph differs, so that a missing or repeated paragraph is detected. */
const subjects = [
  '清晨的图书馆',
  '一本翻旧的课本',
  '窗边的读者',
  '抄书的人',
  '木版上的字',
  '远方寄来的信',
  '教室后排的灯',
  '编辑手中的校样',
];
const actions = ['静静地等待着', '一行一行地记下', '慢慢理解了', '反复推敲', '忽然想起', '小心地翻开', '仔细比较', '悄悄收藏'];
const objects = [
  '昨天没有读完的那一章',
  '先生在页边写下的批注',
  '公式背后朴素的道理',
  '古人对同一轮明月的描写',
  '程序里藏得很深的错误',
  '旅途中听来的故事',
  '一个字的十三种写法',
  '关于时间的提问',
];
const endings = [
  '仿佛时间也放慢了脚步',
  '因为好的问题值得多想一遍',
  '而答案往往就在下一页',
  '这大约便是读书的乐趣',
  '于是整个下午都有了着落',
  '谁也不愿意先把灯关上',
  '纸上的墨迹似乎还没有干',
  '后来的人便沿着这条路走下去',
];

const pick = (list: string[], n: number): string => list[n % list.length] ?? '';

const paragraphText = (n: number): string => {
  const one = `第${n}段：${pick(subjects, n)}${pick(actions, n * 3 + 1)}${pick(objects, n * 5 + 2)}，${pick(endings, n * 7 + 3)}。`;
  const two = `${pick(subjects, n + 3)}也${pick(actions, n + 5)}${pick(objects, n + 1)}；到了第 ${n} 天，大家用 Unicode ${(n % 17) + 1}.0 重新核对了 ${n * 12} 个字，“${pick(endings, n + 2)}。”`;
  return n % 3 === 0 ? one + two + one : n % 3 === 1 ? one + two : one;
};

const paragraph = (text: string): BlockSource => ({ html: `<p%>${text}</p>`, text });
const heading = (level: number, text: string, id = ''): BlockSource => ({
  html: `<h${level}%${id ? ` id="${id}"` : ''}>${text}</h${level}>`,
  text,
});
const paragraphs = (from: number, count: number): BlockSource[] =>
  Array.from({ length: count }, (_, i) => paragraph(paragraphText(from + i)));

const picture = `data:image/svg+xml;base64,${btoa('<svg xmlns="http://www.w3.org/2000/svg" width="640" height="360"><rect width="640" height="360" fill="#dfe8ef"/><path d="M0 300 160 150 260 240 420 80 640 280V360H0Z" fill="#8aa5b8"/><circle cx="520" cy="80" r="36" fill="#e9c46a"/></svg>')}`;

const code = `def read(pages):
    """数一数读过的字。"""
    total = 0
    for page in pages:  # 每一页
        total += len(page.text) if page.text else 0
    return {"total": total, "average": total / max(1, len(pages)), "explanation": "a deliberately long line that must wrap"}`;
const escapeHtml = (text: string) => text.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/>/g, '&gt;');

/** A textbook in modern Chinese: headings, code, formula, table, figure, ruby, notes, links. Its second chapter is split into segments. */
export const textbook = (): FixtureBook =>
  makeBook('阅读的技术', [
    {
      href: 'text/ch1.xhtml',
      title: '第一章 版面',
      blocks: [
        heading(1, '第一章 版面', 'top'),
        ...paragraphs(1, 6),
        {
          html: '<p%>汉字注音写作<ruby>漢<rp>(</rp><rt>hàn</rt><rp>)</rp>字<rp>(</rp><rt>zì</rt><rp>)</rp></ruby>，读音不算正文<a href="#n1" id="r1" epub:type="noteref"><sup>[1]</sup></a><a href="ch3.xhtml#n2" id="r2"><sup>[2]</sup></a>。参见<a href="ch2.xhtml#sec">第二章的小节</a>，或者访问<a href="https://example.org/book?x=1" target="_blank">外部网站</a>。</p>',
          text: '汉字注音写作漢字，读音不算正文[1][2]。参见第二章的小节，或者访问外部网站。',
        },
        heading(2, '代码与公式'),
        { html: `<pre%><code>${escapeHtml(code)}</code></pre>`, text: code },
        {
          html: '<p%>一元二次方程的根是<math xmlns="http://www.w3.org/1998/Math/MathML"><mi>x</mi><mo>=</mo><mfrac><mrow><mo>−</mo><mi>b</mi><mo>±</mo><msqrt><msup><mi>b</mi><mn>2</mn></msup><mo>−</mo><mn>4</mn><mi>a</mi><mi>c</mi></msqrt></mrow><mrow><mn>2</mn><mi>a</mi></mrow></mfrac></math>，其中a不为零。</p>',
          text: '一元二次方程的根是x=−b±b2−4ac2a，其中a不为零。',
        },
        ...paragraphs(7, 2),
        {
          html: `<figure><img src="${picture}" width="640" height="360" alt="山与太阳"/><figcaption%>图 1 山与太阳</figcaption></figure>`,
          text: '图 1 山与太阳',
        },
        {
          html: `<table%><tr>${Array.from({ length: 14 }, (_, i) => `<th>第${i + 1}周</th>`).join('')}</tr><tr>${Array.from({ length: 14 }, (_, i) => `<td>${(i + 1) * 128}</td>`).join('')}</tr></table>`,
          text: [
            ...Array.from({ length: 14 }, (_, i) => `第${i + 1}周`),
            ...Array.from({ length: 14 }, (_, i) => String((i + 1) * 128)),
          ].join(''),
        },
        ...paragraphs(9, 4),
        {
          html: '<blockquote%>学而不思则罔，思而不学则殆。</blockquote>',
          text: '学而不思则罔，思而不学则殆。',
        },
        { html: '<p% style="text-align:center">———</p>', text: '———' },
        ...paragraphs(13, 2),
        {
          html: '<aside% id="n1" epub:type="footnote">读音用于朗读，不参与检索。<a href="#r1" role="doc-backlink">↩</a></aside>',
          text: '读音用于朗读，不参与检索。↩',
        },
      ],
    },
    {
      href: 'text/ch2.xhtml',
      title: '第二章 长文',
      cut: 60,
      blocks: [heading(1, '第二章 长文'), ...paragraphs(100, 90), heading(2, '小节', 'sec'), ...paragraphs(200, 90)],
    },
    {
      href: 'text/ch3.xhtml',
      title: '第三章 尾声',
      blocks: [
        heading(1, '第三章 尾声'),
        ...paragraphs(300, 3),
        { html: '<p% id="n2" epub:type="endnote">书末的注。</p>', text: '书末的注。' },
      ],
    },
  ]);

/** A classical reader in vertical text with ruby readings. */
export const verticalBook = (): FixtureBook => {
  const line = (n: number): BlockSource => {
    const text = paragraphText(n);
    return {
      html: `<p%>${text.slice(0, 4)}<ruby>${text.slice(4, 5)}<rt>ㄉㄨ</rt></ruby>${text.slice(5)}</p>`,
      text,
    };
  };
  const css = 'html{writing-mode:vertical-rl} p{text-indent:2em}';
  return makeBook(
    '直排读本',
    [
      { href: 'a.xhtml', title: '卷一', css, blocks: [heading(1, '卷一'), ...Array.from({ length: 24 }, (_, i) => line(400 + i))] },
      { href: 'b.xhtml', title: '卷二', css, blocks: [heading(1, '卷二'), ...Array.from({ length: 6 }, (_, i) => line(440 + i))] },
    ],
    { readingProgression: 'rtl' },
  );
};

const bigPicture = (width: number, height: number): string =>
  `data:image/svg+xml;base64,${btoa(`<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}"><rect width="${width}" height="${height}" fill="#31506b"/></svg>`)}`;

const pictureParagraph = (width: number, height: number): BlockSource => ({
  html: `<p%><img src="${bigPicture(width, height)}" width="${width}" height="${height}" alt=""/></p>`,
  text: '',
});

/** Pictures larger than any page: a cover and a plate as documents of their own, and one between paragraphs. */
export const pictureBook = (writingMode: 'horizontal-tb' | 'vertical-rl'): FixtureBook => {
  const css = `html{writing-mode:${writingMode}} h1{margin-top:2em}`;
  const caption: BlockSource = { html: '<p%>图版一 远山</p>', text: '图版一 远山' };
  return makeBook('图与文', [
    { href: 'cover.xhtml', title: '封面', css, blocks: [pictureParagraph(1200, 1600)] },
    { href: 'plate.xhtml', title: '图版', css, blocks: [pictureParagraph(2400, 900), caption] },
    {
      href: 'text.xhtml',
      title: '正文',
      css,
      blocks: [heading(1, '正文'), ...paragraphs(500, 6), pictureParagraph(3000, 2000), ...paragraphs(510, 30)],
    },
    {
      href: 'drawing.xhtml',
      title: '插图',
      css: `${css} .dyed{fill:#b03a2e}`,
      blocks: [
        heading(1, '插图'),
        {
          html: '<figure><svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 400 200" width="400" height="200" role="img" aria-label="一块红布"><rect class="dyed" width="400" height="200"/></svg><figcaption%>图一 红布</figcaption></figure>',
          text: '图一 红布',
        },
        ...paragraphs(700, 3),
        { html: '<p%>字<img src="data:image/gif;base64,R0lGODlhAQABAAAAACw=" width="20" height="20" alt="㐂"/>外</p>', text: '字外' },
      ],
    },
  ]);
};

/** A picture book with a fixed layout. */
export const fixedBook = (): FixtureBook =>
  makeBook(
    '节气图册',
    ['立春', '雨水', '惊蛰', '春分', '清明'].map((name, i) => ({
      href: `p${i + 1}.xhtml`,
      title: name,
      fixed: { width: 600, height: 800 },
      ...(i === 0 ? { spread: 'center' as const } : { spread: i % 2 === 1 ? ('left' as const) : ('right' as const) }),
      css: `body{width:600px;height:800px;position:relative;background:hsl(${i * 50} 45% 88%)} h1{position:absolute;left:60px;top:80px;font-size:72px;margin:0} p{position:absolute;left:60px;top:600px;font-size:24px}`,
      blocks: [
        { html: `<h1%>${name}</h1>`, text: name },
        { html: `<p%>第${i + 1}个节气。</p>`, text: `第${i + 1}个节气。` },
      ],
    })),
    { layout: 'fixed', spread: 'auto' },
  );

/** Malicious markup that a sanitizer might miss; the last document is not open to the reader. */
export const maliciousBook = (): FixtureBook =>
  makeBook('坏书', [
    {
      href: 'x.xhtml',
      title: '脚本',
      blocks: [
        heading(1, '脚本'),
        {
          html: `<p% onclick="parent.parent.postMessage('ran','*')">点我<img src="https://tracker.invalid/a.png" onerror="document.title='ran'" alt=""/></p><script>document.documentElement.dataset.ran='1';</script><link rel="stylesheet" href="https://tracker.invalid/a.css"/><form action="https://tracker.invalid/"><button>送</button></form>`,
          text: '点我',
        },
        {
          html: '<p%><a href="javascript:document.title=1">假链接</a><a href="https://tracker.invalid/go" target="_top">真外链</a></p>',
          text: '假链接真外链',
        },
      ],
    },
    { href: 'y.xhtml', title: '未购章节', isClosed: true, blocks: paragraphs(900, 2) },
  ]);

const codeLines = ['for i in range(10):', '    for j in range(10):', '        total = total + weights[i][j] * values[i][j] * factors[j]'];

/** What phones show badly: a table with many columns, long code in a box that scrolls, and page breaks that are hidden. */
export const phoneBook = (): FixtureBook => {
  const code = Array.from({ length: 60 }, () => codeLines.join('\n')).join('\n');
  const row = (tag: 'th' | 'td', cells: string[]): string =>
    `<tr>${cells.map((cell) => `<${tag} data-block="t${cell.length}${cell}">${cell}</${tag}>`).join('')}</tr>`;
  const names = ['朝代', '都城和陪都', '开国的年份', '代表的诗人', '通行的字体', '印书的地方', '常用的纸张'];
  return makeBook('手机', [
    {
      href: 'table.xhtml',
      title: '表',
      blocks: [
        heading(1, '表'),
        {
          html: `<table>${row('th', names)}${row(
            'td',
            names.map((name) => `${name}在书里写得很详细`),
          )}</table><p%>表后。</p>`,
          text: '表后。',
        },
      ],
    },
    {
      href: 'code.xhtml',
      title: '程序',
      css: 'pre{overflow:auto;max-height:300px;break-inside:avoid}',
      blocks: [heading(1, '程序'), { html: `<pre%><code>${code}</code></pre>`, text: code }],
    },
    {
      href: 'breaks.xhtml',
      title: '页码',
      css: '.gone{display:none} .away{position:absolute;left:-9999px}',
      blocks: [
        heading(1, '页码'),
        ...paragraphs(800, 20),
        { html: '<div% id="page-2" class="gone" role="doc-pagebreak">2</div>', text: '2' },
        ...paragraphs(820, 20),
        { html: '<div% id="page-3" class="away" role="doc-pagebreak">3</div>', text: '3' },
        ...paragraphs(840, 5),
      ],
    },
  ]);
};

/**
 * A book of poems with one document for each, as publishers often make it. `css`: a style of all poems; `linesOf`: the number of lines of a
 * poem.
 */
export const poemBook = (css = '', linesOf: (index: number) => number = () => 4): FixtureBook =>
  makeBook(
    '诗选',
    Array.from({ length: 10 }, (_, index) => ({
      href: `poem${index}.xhtml`,
      title: `第${index + 1}首`,
      css,
      blocks: [
        heading(1, `第${index + 1}首`),
        ...Array.from({ length: linesOf(index) }, (_line, line) => paragraph(`${pick(objects, index + line)}，${pick(endings, line)}。`)),
      ],
    })),
    css.includes('vertical') ? { readingProgression: 'rtl' } : {},
  );
