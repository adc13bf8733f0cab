/** What a Chinese voice says of a picture and of a MathML formula, as a teacher would say it: `a/b` is “b 分之 a”. Pure. */

const GREEK_NAMES =
  'α 阿尔法 β 贝塔 γ 伽马 δ 德尔塔 ε 艾普西龙 ϵ 艾普西龙 ζ 泽塔 η 伊塔 θ 西塔 ϑ 西塔 ι 约塔 κ 卡帕 λ 兰姆达 μ 缪 ν 纽 ξ 克西 ο 奥密克戎 π 派 ρ 柔 σ 西格马 ς 西格马 τ 陶 υ 宇普西龙 φ 斐 ϕ 斐 χ 卡伊 ψ 普西 ω 欧米伽';
const OPERATOR_NAMES =
  '+ 加 - 减 − 减 ± 正负 ∓ 负正 × 乘 · 乘 ⋅ 乘 ∗ 乘 * 乘 ÷ 除以 / 除以 ∕ 除以 = 等于 ≠ 不等于 ≈ 约等于 ≃ 约等于 ≅ 全等于 ≡ 恒等于 ∼ 相似于 ~ 相似于 ∝ 正比于 < 小于 > 大于 ≤ 小于等于 ≥ 大于等于 ⩽ 小于等于 ⩾ 大于等于 ≪ 远小于 ≫ 远大于 ≔ 定义为 ∈ 属于 ∉ 不属于 ∋ 包含元素 ⊂ 包含于 ⊆ 包含于 ⊃ 包含 ⊇ 包含 ∪ 并 ∩ 交 ∖ 减 ∅ 空集 ∧ 且 ∨ 或 ¬ 非 ∀ 对任意 ∃ 存在 → 趋于 ⟶ 趋于 ↦ 映射到 ⇒ 推出 ⟹ 推出 ⇔ 等价于 ⟺ 等价于 ∞ 无穷大 ∂ 偏 ∇ 梯度 ∑ 求和 ∏ 求积 ∫ 积分 ∬ 二重积分 ∭ 三重积分 ∮ 环路积分 ⊕ 圆加 ⊗ 圆乘 ∘ 复合 ⊥ 垂直于 ∥ 平行于 ∠ 角 △ 三角形 ! 的阶乘 % 百分号 ′ 撇 ″ 两撇 ° 度 ( 左括号 ) 右括号 [ 左方括号 ] 右方括号 { 左花括号 } 右花括号 ⟨ 左尖括号 ⟩ 右尖括号 | 竖线 ∣ 竖线 ‖ 双竖线 … 等等 ⋯ 等等 ⋮ 等等 ∴ 所以 ∵ 因为';
const IDENTIFIER_NAMES =
  'sin 正弦 cos 余弦 tan 正切 cot 余切 sec 正割 csc 余割 arcsin 反正弦 arccos 反余弦 arctan 反正切 sinh 双曲正弦 cosh 双曲余弦 tanh 双曲正切 lim 极限 ln 自然对数 log 对数 lg 常用对数 exp 指数函数 max 最大值 min 最小值 sup 上确界 inf 下确界 det 行列式 arg 辐角 gcd 最大公约数 ℝ 实数集 ℕ 自然数集 ℤ 整数集 ℚ 有理数集 ℂ 复数集 ∞ 无穷大 ∅ 空集 ℓ l ℏ 约化普朗克常数';
const ACCENT_NAMES = '^ 帽 ˆ 帽 ¯ 横 ‾ 横 ˉ 横 _ 横 ~ 波浪 ˜ 波浪 ˙ 点 . 点 ¨ 两点 → 向量 ⃗ 向量';

const namesOf = (list: string): ReadonlyMap<string, string> => {
  const parts = list.split(' ');
  return new Map(Array.from({ length: parts.length / 2 }, (_, at) => [parts[2 * at] ?? '', parts[2 * at + 1] ?? '']));
};

const greek = namesOf(GREEK_NAMES);
const operators = namesOf(OPERATOR_NAMES);
const identifiers = namesOf(IDENTIFIER_NAMES);
const accents = namesOf(ACCENT_NAMES);

/** Operators after which a minus is a sign, and which take limits. */
const opening = /^[([{⟨|∣,;=≠≈<>≤≥⩽⩾+−\-×⋅·/±→⇒∈]$/;
const largeOperators = /^[∑∏∫∬∭∮⋃⋂]$/;
/** Invisible operators, and marks that only separate. */
const silent = /^[\u2061-\u2064\u200b\u2060\s]*$/;
const separators = new Map([
  [',', '，'],
  ['，', '，'],
  [';', '；'],
  ['；', '；'],
  [':', '比'],
  ['：', '：'],
  ['.', '。'],
  ['。', '。'],
]);

const elementsOf = (parent: Element): Element[] =>
  Array.from(parent.children).filter(({ localName }) => !localName.startsWith('annotation') && localName !== 'mphantom');

/** Returns the symbol of a token without its mathematical style: 𝐰 is w. */
const symbolOf = (element: Element | undefined): string => (element?.textContent ?? '').trim().normalize('NFKC');
/** Symbols whose compatibility form is another symbol. */
const rawSymbolOf = (element: Element | undefined): string => (element?.textContent ?? '').trim();

const join = (parts: readonly string[]): string =>
  parts
    .map((part) => part.trim())
    .filter((part) => part !== '')
    .join(' ');

/** Returns the child of a grouping element that has only one, also through several levels; any other element itself. */
const unwrap = (element: Element | undefined): Element | undefined => {
  if (!element || !/^(?:mrow|mstyle|mpadded|semantics|menclose)$/.test(element.localName)) return element;
  const children = elementsOf(element);
  return children.length === 1 ? unwrap(children[0]) : element;
};

const isToken = (element: Element | undefined): boolean => /^(?:mi|mn|mo|mtext|ms)$/.test(unwrap(element)?.localName ?? '');

const readIdentifier = (raw: string): string => {
  const plain = raw.normalize('NFKC');
  const lower = plain.toLowerCase();
  return identifiers.get(raw) ?? identifiers.get(plain) ?? greek.get(plain) ?? (greek.has(lower) ? `大写 ${greek.get(lower)}` : plain);
};

const readOperator = (raw: string, previous: Element | undefined, isFirst: boolean): string => {
  if (silent.test(raw)) return '';
  const isSign = isFirst || (previous?.localName === 'mo' && opening.test(rawSymbolOf(previous)));
  if (isSign && /^[−-]$/.test(raw)) return '负';
  if (isSign && raw === '+') return '正';
  return separators.get(raw) ?? operators.get(raw) ?? operators.get(raw.normalize('NFKC')) ?? raw;
};

const readPower = (base: string, exponent: Element | undefined): string => {
  const raw = rawSymbolOf(unwrap(exponent));
  if (isToken(exponent)) {
    if (raw === '2') return `${base} 的平方`;
    if (raw === '3') return `${base} 的立方`;
    if (/^[′'’]$/.test(raw)) return `${base} 撇`;
    if (/^(?:″|′′|'')$/.test(raw)) return `${base} 两撇`;
    if (/^[∘°]$/.test(raw)) return `${base} 度`;
    if (/^[*∗]$/.test(raw)) return `${base} 星`;
    if (/^[⊤⊺]$/.test(raw) || (raw === 'T' && unwrap(exponent)?.getAttribute('mathvariant') === 'normal')) return `${base} 的转置`;
  }
  return `${base} 的 ${read(exponent)} 次方`;
};

/** Returns the reading of a large operator with its limits: “求和，从 i 等于 1 到 n，”. */
const readLimits = (operator: Element | undefined, lower: Element | undefined, upper: Element | undefined): string => {
  const name = read(operator);
  if (lower && upper) return `${name}，从 ${read(lower)} 到 ${read(upper)}，`;
  if (upper) return `${name}，到 ${read(upper)}，`;
  return `${name}，${/^(?:lim|max|min|sup|inf)$/.test(symbolOf(unwrap(operator))) ? '当' : '对'} ${read(lower)}，`;
};

const isLarge = (element: Element | undefined): boolean => {
  const symbol = rawSymbolOf(unwrap(element));
  return largeOperators.test(symbol) || /^(?:lim|max|min|sup|inf|argmax|argmin)$/.test(symbol);
};

const readScripts = (element: Element): string => {
  const [base, first, second] = elementsOf(element);
  const name = element.localName;
  const lower = name.startsWith('msub') || name.startsWith('munder') ? first : undefined;
  const upper = name === 'msup' || name === 'mover' ? first : second;
  if (isLarge(base)) return readLimits(base, lower, upper);
  if (name.startsWith('ms')) {
    const indexed = lower ? `${read(base)} 下标 ${read(lower)}` : read(base);
    return upper ? readPower(indexed, upper) : indexed;
  }
  const accent = upper && accents.get(rawSymbolOf(unwrap(upper)));
  const over = accent === '向量' ? `向量 ${read(base)}` : accent ? `${read(base)} ${accent}` : undefined;
  return join([over ?? read(base), lower ? `，下方 ${read(lower)}` : '', upper && !accent ? `，上方 ${read(upper)}` : '']);
};

const readFraction = (element: Element): string => {
  const [numerator, denominator] = elementsOf(element);
  if (/^0(?:[a-z%]*)$/.test(element.getAttribute('linethickness') ?? ''))
    return `从 ${read(numerator)} 个中取 ${read(denominator)} 个的组合数`;
  return `${read(denominator)} 分之 ${read(numerator)}`;
};

const readRoot = (radicand: readonly Element[], index: Element | undefined): string => {
  const order = index && symbolOf(unwrap(index));
  const name = index === undefined || order === '2' ? '根号' : order === '3' ? '三次根号' : `${read(index)} 次根号`;
  const [only] = radicand;
  if (radicand.length === 1 && isToken(only)) return `${name} ${read(only)}`;
  return `${name}下 ${readRow(radicand)}，根号完，`;
};

const readTable = (element: Element): string =>
  elementsOf(element)
    .map(
      (row, at) =>
        `，第 ${at + 1} 行，${elementsOf(row)
          .map((cell) => readRow(elementsOf(cell)))
          .join('，')}`,
    )
    .join('')
    .concat('，');

/** Returns whether a row is enclosed in bars: an absolute value or a norm. */
const isEnclosed = (row: readonly Element[], bar: RegExp): boolean =>
  row.length > 2 &&
  [row[0], row.at(-1)].every((element) => element?.localName === 'mo' && bar.test(rawSymbolOf(element))) &&
  row.slice(1, -1).every((element) => element.localName !== 'mo' || !bar.test(rawSymbolOf(element)));

const readRow = (row: readonly Element[]): string => {
  if (isEnclosed(row, /^[|∣]$/)) return `${readRow(row.slice(1, -1))} 的绝对值`;
  if (isEnclosed(row, /^[‖∥]$/)) return `${readRow(row.slice(1, -1))} 的范数`;
  const isBeforeTable = (at: number) => unwrap(row[at + 1])?.localName === 'mtable';
  const isAfterTable = (at: number) => unwrap(row[at - 1])?.localName === 'mtable';
  return join(
    row.map((element, at) => {
      if (element.localName !== 'mo') return read(element);
      const raw = rawSymbolOf(element);
      if (isBeforeTable(at) && /^[([{|‖]$/.test(raw)) return raw === '{' ? '分情形' : raw === '|' ? '行列式' : '矩阵';
      if (isAfterTable(at) && /^[)\]}|‖]$/.test(raw)) return '';
      return readOperator(raw, row[at - 1], at === 0);
    }),
  );
};

const read = (element: Element | undefined): string => {
  if (!element) return '';
  switch (element.localName) {
    case 'mi':
      return readIdentifier(rawSymbolOf(element));
    case 'mn':
    case 'mtext':
    case 'ms':
      return symbolOf(element);
    case 'mo':
      return readOperator(rawSymbolOf(element), undefined, false);
    case 'mfrac':
      return readFraction(element);
    case 'msqrt':
      return readRoot(elementsOf(element), undefined);
    case 'mroot': {
      const [radicand, index] = elementsOf(element);
      const inner = unwrap(radicand);
      return readRoot(inner?.localName === 'mrow' ? elementsOf(inner) : inner ? [inner] : [], index);
    }
    case 'msub':
    case 'msup':
    case 'msubsup':
    case 'munder':
    case 'mover':
    case 'munderover':
      return readScripts(element);
    case 'mtable':
      return readTable(element);
    default:
      return readRow(elementsOf(element));
  }
};

/** Returns the Chinese reading of the element `math`; its TeX annotation is not read. */
export const readFormula = (math: Element): string =>
  read(math)
    .replace(/\s*([，；。：])[\s，]*/g, '$1')
    .replace(/\s+/g, ' ')
    .replace(/^，|，$/g, '')
    .trim();

/** Returns what is said of a picture. */
export const readPicture = (alt: string): string => `图：${alt}`;
