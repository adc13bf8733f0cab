/** The names TeX gives to signs, as the one character each stands for in the index; and what changes only how something looks. */

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

/** From the name without its backslash. Braces that are meant are \`⦃\` and \`⦄\`, so that they are not taken for groups. */
export const SYMBOLS: ReadonlyMap<string, string> = new Map(
  [...NAMED.matchAll(/(\S+)\s+(\S+)/g)].map(([, name = '', character = '']) => [name, character]),
);

/** Names of Greek letters, as somebody types them without a backslash. */
export const isGreekName = (word: string): boolean => /^\p{Script=Greek}$/u.test(SYMBOLS.get(word) ?? '');

/** Signs that are written in several ways, as the one that is kept; after NFKC. */
export const SAME_SIGN: ReadonlyMap<string, string> = new Map([
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

/** Several characters of plain typing as one sign. */
export const TYPED_SIGNS: readonly (readonly [RegExp, string])[] = [
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

/** What stands over a letter, by the command that puts it there. */
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

/** The same by the character MathML puts over or under it. */
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

/** Braces over or under a part, which say nothing of it. */
export const isStretchedBrace = (text: string): boolean => /^[⏞⏟︷︸⏠⏡]$/u.test(text);

/** Commands with a part that is no part of the formula. */
export const ASIDE: ReadonlySet<string> = new Set([
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

/** Commands that change the looks of what follows, or nothing. */
export const LOOKS: ReadonlySet<string> = new Set(
  `mathbf mathrm mathit mathsf mathtt mathcal mathbb mathfrak mathscr mathnormal boldsymbol bm pmb text textrm textbf textit textsf texttt mbox
  hbox operatorname operatorname* displaystyle textstyle scriptstyle scriptscriptstyle limits nolimits big Big bigg Bigg bigl bigr Bigl Bigr
  biggl biggr Biggl Biggr left right middle mathop mathrel mathbin mathord mathopen mathclose mathpunct quad qquad rm bf it sf tt cal nonumber
  notag overbrace underbrace rlap llap smash boxed ensuremath mathstrut strut hfill hline allowbreak nobreak`.split(/\s+/),
);
