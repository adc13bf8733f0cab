/** Writes a formula as LaTeX. Pure. */
import type { ContentNode } from '@shufang/contract';

const SYMBOLS: Readonly<Record<string, string>> = {
  α: '\\alpha',
  β: '\\beta',
  γ: '\\gamma',
  δ: '\\delta',
  ε: '\\varepsilon',
  ϵ: '\\epsilon',
  ζ: '\\zeta',
  η: '\\eta',
  θ: '\\theta',
  λ: '\\lambda',
  μ: '\\mu',
  ν: '\\nu',
  ξ: '\\xi',
  π: '\\pi',
  ρ: '\\rho',
  σ: '\\sigma',
  τ: '\\tau',
  φ: '\\varphi',
  ϕ: '\\phi',
  χ: '\\chi',
  ψ: '\\psi',
  ω: '\\omega',
  Γ: '\\Gamma',
  Δ: '\\Delta',
  Θ: '\\Theta',
  Λ: '\\Lambda',
  Π: '\\Pi',
  Σ: '\\Sigma',
  Φ: '\\Phi',
  Ψ: '\\Psi',
  Ω: '\\Omega',
  '∞': '\\infty',
  '×': '\\times',
  '÷': '\\div',
  '±': '\\pm',
  '∓': '\\mp',
  '⋅': '\\cdot',
  '·': '\\cdot',
  '≤': '\\le',
  '≥': '\\ge',
  '≠': '\\ne',
  '≈': '\\approx',
  '≡': '\\equiv',
  '∝': '\\propto',
  '∈': '\\in',
  '∉': '\\notin',
  '⊂': '\\subset',
  '⊆': '\\subseteq',
  '∪': '\\cup',
  '∩': '\\cap',
  '∅': '\\varnothing',
  '→': '\\to',
  '⇒': '\\Rightarrow',
  '⇔': '\\Leftrightarrow',
  '∀': '\\forall',
  '∃': '\\exists',
  '∂': '\\partial',
  '∇': '\\nabla',
  '∑': '\\sum',
  '∏': '\\prod',
  '∫': '\\int',
  '∮': '\\oint',
  '∠': '\\angle',
  '⊥': '\\perp',
  '∥': '\\parallel',
  '△': '\\triangle',
  '°': '^{\\circ}',
  '…': '\\ldots',
  '⋯': '\\cdots',
  '−': '-',
  '∣': '\\mid',
  '′': "'",
  '√': '\\surd',
  '{': '\\{',
  '}': '\\}',
  '%': '\\%',
  '#': '\\#',
  '&': '\\&',
  $: '\\$',
  _: '\\_',
  '\u2061': '',
  '\u2062': '',
  '\u2063': '',
};
const ACCENTS: Readonly<Record<string, string>> = {
  '→': '\\vec',
  '⃗': '\\vec',
  '¯': '\\overline',
  '‾': '\\overline',
  '̅': '\\overline',
  '^': '\\hat',
  '̂': '\\hat',
  '˙': '\\dot',
  '̇': '\\dot',
  '~': '\\tilde',
  '̃': '\\tilde',
};
const FUNCTIONS: ReadonlySet<string> = new Set([
  'sin',
  'cos',
  'tan',
  'cot',
  'sec',
  'csc',
  'arcsin',
  'arccos',
  'arctan',
  'sinh',
  'cosh',
  'tanh',
  'ln',
  'lg',
  'log',
  'exp',
  'lim',
  'max',
  'min',
  'det',
  'gcd',
]);

const symbols = (text: string): string =>
  [...text]
    .map((char) => {
      const symbol = SYMBOLS[char];
      return symbol === undefined ? char : /[A-Za-z]$/.test(symbol) ? `${symbol} ` : symbol;
    })
    .join('');

const textOf = (nodes: readonly ContentNode[]): string =>
  nodes.map((node) => (typeof node === 'string' ? node : textOf(node.children ?? []))).join('');

const group = (node: ContentNode | undefined): string => `{${node === undefined ? '' : mathTex([node]).trim()}}`;
const base = (node: ContentNode | undefined): string => {
  const tex = node === undefined ? '{}' : mathTex([node]).trim();
  return [...tex].length === 1 || /^\\[A-Za-z]+$/.test(tex) ? tex : `{${tex}}`;
};

const texOf = (node: ContentNode): string => {
  if (typeof node === 'string') return symbols(node);
  const children = node.children ?? [];
  const [first, second, third] = children;
  const text = textOf(children);
  switch (node.name) {
    case 'mi':
      return FUNCTIONS.has(text) ? `\\${text} ` : [...text].length > 1 ? `\\mathrm{${symbols(text)}}` : symbols(text);
    case 'mtext':
      return `\\text{${text}}`;
    case 'mspace':
      return '\\ ';
    case 'mfrac':
      return `\\frac${group(first)}${group(second)}`;
    case 'msqrt':
      return `\\sqrt{${mathTex(children).trim()}}`;
    case 'mroot':
      return `\\sqrt[${second === undefined ? '' : mathTex([second]).trim()}]${group(first)}`;
    case 'msub':
    case 'munder':
      return `${base(first)}_${group(second)}`;
    case 'msup':
      return `${base(first)}^${group(second)}`;
    case 'mover': {
      const accent = ACCENTS[second === undefined ? '' : textOf([second])];
      return accent === undefined ? `${base(first)}^${group(second)}` : `${accent}${group(first)}`;
    }
    case 'msubsup':
    case 'munderover':
      return `${base(first)}_${group(second)}^${group(third)}`;
    case 'mtable':
      return `\\begin{matrix}${children.map((row) => texOf(row)).join(' \\\\ ')}\\end{matrix}`;
    case 'mtr':
      return children.map((cell) => texOf(cell)).join(' & ');
    default:
      return mathTex(children);
  }
};

/** Returns the LaTeX of the parts of a formula. */
export const mathTex = (nodes: readonly ContentNode[]): string => nodes.map(texOf).join('').replace(/ +/g, ' ').trim();
