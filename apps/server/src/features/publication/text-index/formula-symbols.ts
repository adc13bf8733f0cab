/** TeX names of symbols, each with the character that represents it in the search index, and TeX commands that change only the style. */

const NAMED = `
alpha α beta β gamma γ delta δ epsilon ε varepsilon ε zeta ζ eta η theta θ vartheta θ iota ι kappa κ lambda λ mu μ nu ν xi ξ omicron ο pi π
varpi π rho ρ varrho ρ sigma σ varsigma ς tau τ upsilon υ phi φ varphi φ chi χ psi ψ omega ω Gamma Γ Delta Δ Theta Θ Lambda Λ Xi Ξ Pi Π
Sigma Σ Upsilon Υ Phi Φ Psi Ψ Omega Ω
le ≤ leq ≤ leqslant ≤ ge ≥ geq ≥ geqslant ≥ ne ≠ neq ≠ lt < gt > ll ≪ gg ≫ equiv ≡ sim ∼ simeq ≃ approx ≈ cong ≅ propto ∝ triangleq ≜ doteq ≐
prec ≺ succ ≻ preceq ⪯ succeq ⪰ pm ± mp ∓ times × div ÷ cdot ⋅ cdotp ⋅ ast * star ⋆ circ ∘ bullet ⋅ oplus ⊕ ominus ⊖ otimes ⊗ odot ⊙
sum ∑ prod ∏ coprod ∐ int ∫ iint ∬ iiint ∭ oint ∮ bigcup ⋃ bigcap ⋂ bigoplus ⨁ bigotimes ⨂ partial ∂ nabla ∇ infty ∞ forall ∀ exists ∃
nexists ∄ neg ¬ lnot ¬ land ∧ wedge ∧ lor ∨ vee ∨ in ∈ notin ∉ ni ∋ subset ⊂ subseteq ⊆ supset ⊃ supseteq ⊇ subsetneq ⊊ cup ∪ cap ∩
setminus ∖ emptyset ∅ varnothing ∅ complement ∁ to → rightarrow → longrightarrow → leftarrow ← gets ← longleftarrow ← leftrightarrow ↔
Rightarrow ⇒ Longrightarrow ⇒ implies ⇒ Leftarrow ⇐ Leftrightarrow ⇔ iff ⇔ Longleftrightarrow ⇔ mapsto ↦ longmapsto ↦ uparrow ↑ downarrow ↓
rightleftharpoons ⇌ ldots … cdots … dots … vdots ⋮ ddots ⋱ prime ′ hbar ħ ell l Re R Im I aleph ℵ perp ⊥ bot ⊥ top ⊤ parallel ∥ angle ∠
triangle △ degree ° mid | vert | lvert | rvert | Vert ‖ lVert ‖ rVert ‖ langle ⟨ rangle ⟩ lfloor ⌊ rfloor ⌋ lceil ⌈ rceil ⌉ lbrace ⦃ rbrace ⦄
lbrack [ rbrack ] lparen ( rparen ) colon : coloneqq ≔ models ⊨ vdash ⊢ therefore ∴ because ∵ top ⊤ dagger † backslash ∖ surd √`;

/** Characters of the index by TeX name without the backslash. Literal braces are `⦃` and `⦄`, to distinguish them from groups. */
export const SYMBOLS: ReadonlyMap<string, string> = new Map(
  [...NAMED.matchAll(/(\S+)\s+(\S+)/g)].map(([, name = '', character = '']) => [name, character]),
);

/** Returns whether a word is the name of a Greek letter, typed without a backslash. */
export const isGreekName = (word: string): boolean => /^\p{Script=Greek}$/u.test(SYMBOLS.get(word) ?? '');

/** Maps variants of a symbol to the canonical one; applied after NFKC. */
export const CANONICAL_SYMBOLS: ReadonlyMap<string, string> = new Map([
  ['−', '-'],
  ['–', '-'],
  ['‐', '-'],
  ['∗', '*'],
  ['·', '⋅'],
  ['∙', '⋅'],
  ['•', '⋅'],
  ['⁄', '/'],
  ['∕', '/'],
  ['∣', '|'],
  ['∥', '‖'],
  ['⩽', '≤'],
  ['≦', '≤'],
  ['⩾', '≥'],
  ['≧', '≥'],
  ['⋯', '…'],
  ['⟶', '→'],
  ['⟵', '←'],
  ['⟹', '⇒'],
  ['⟺', '⇔'],
  ['⟼', '↦'],
  ['〈', '⟨'],
  ['〉', '⟩'],
  ['ϵ', 'ε'],
  ['∊', 'ε'],
  ['µ', 'μ'],
  ['∆', 'δ'],
  ['′', '′'],
  ["'", '′'],
  ['`', '′'],
  ['’', '′'],
]);

/** Sequences of ASCII characters that mean one symbol. */
export const ASCII_SYMBOLS: readonly (readonly [RegExp, string])[] = [
  [/\.\.\./g, '…'],
  [/<=>/g, '⇔'],
  [/<=/g, '≤'],
  [/>=/g, '≥'],
  [/!=/g, '≠'],
  [/=>/g, '⇒'],
  [/->/g, '→'],
  [/:=/g, '≔'],
  [/\+-/g, '±'],
];

/** Accents by the TeX command that writes them. */
export const ACCENT_COMMANDS: ReadonlyMap<string, string> = new Map([
  ['hat', 'hat'],
  ['widehat', 'hat'],
  ['bar', 'bar'],
  ['overline', 'bar'],
  ['underline', 'underline'],
  ['vec', 'vec'],
  ['overrightarrow', 'vec'],
  ['tilde', 'tilde'],
  ['widetilde', 'tilde'],
  ['dot', 'dot'],
  ['ddot', 'ddot'],
]);

/** Accents by the character that MathML puts over or under the base. */
export const ACCENT_CHARACTERS: ReadonlyMap<string, string> = new Map([
  ['^', 'hat'],
  ['ˆ', 'hat'],
  ['̂', 'hat'],
  ['¯', 'bar'],
  ['‾', 'bar'],
  ['̅', 'bar'],
  ['→', 'vec'],
  ['⃗', 'vec'],
  ['~', 'tilde'],
  ['˜', 'tilde'],
  ['̃', 'tilde'],
  ['˙', 'dot'],
  ['̇', 'dot'],
  ['¨', 'ddot'],
  ['̈', 'ddot'],
]);

/** Returns whether a text is a brace over or under a part, which has no meaning. */
export const isStretchedBrace = (text: string): boolean => /^[⏞⏟︷︸⏠⏡]$/u.test(text);

/** TeX commands whose argument is not part of the formula. */
export const IGNORED_COMMANDS: ReadonlySet<string> = new Set([
  'begin',
  'end',
  'label',
  'tag',
  'hspace',
  'vspace',
  'color',
  'textcolor',
  'phantom',
  'hphantom',
  'vphantom',
]);

/** TeX commands that change only the style, or have no effect. */
export const STYLE_COMMANDS: ReadonlySet<string> = new Set(
  `mathbf mathrm mathit mathsf mathtt mathcal mathbb mathfrak mathscr mathnormal boldsymbol bm pmb text textrm textbf textit textsf texttt mbox
  hbox operatorname operatorname* displaystyle textstyle scriptstyle scriptscriptstyle limits nolimits big Big bigg Bigg bigl bigr Bigl Bigr
  biggl biggr Biggl Biggr left right middle mathop mathrel mathbin mathord mathopen mathclose mathpunct quad qquad rm bf it sf tt cal nonumber
  notag overbrace underbrace rlap llap smash boxed ensuremath mathstrut strut hfill hline allowbreak nobreak`.split(/\s+/),
);
