/** A formula in a list: drawn from the names the contract lets through, or as one line of TeX where it is too large or its place is locked. */
import type { FormulaNode, FoundFormula } from '@shufang/contract';
import { createElement, type ReactNode } from 'react';
import styles from './formula-line.module.css';

const draw = ({ tag, text, parts = [] }: FormulaNode, key: number): ReactNode => createElement(tag, { key }, text ?? parts.map(draw));

export const FormulaLine = ({ formula }: { formula: FoundFormula }) => (
  <p className={styles.formula}>
    {formula.drawing === undefined ? <code className={styles.tex}>{formula.latex}</code> : draw(formula.drawing, 0)}
  </p>
);
