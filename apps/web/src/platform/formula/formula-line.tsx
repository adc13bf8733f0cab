/** A formula in a list: rendered as MathML, or as one line of TeX if it is too large or locked. */
import type { FormulaNode, FoundFormula } from '@shufang/contract';
import { Text } from '@shufang/ui';
import { createElement, type ReactNode } from 'react';
import styles from './formula-line.module.css';

const draw = ({ tag, text, parts = [] }: FormulaNode, key: number): ReactNode => createElement(tag, { key }, text ?? parts.map(draw));

export const FormulaLine = ({ formula }: { formula: FoundFormula }) => (
  <Text as="p" size={18} tone="soft" marginTop={4} className={styles.formula}>
    {formula.drawing === undefined ? (
      <Text as="code" size={14}>
        {formula.latex}
      </Text>
    ) : (
      draw(formula.drawing, 0)
    )}
  </Text>
);
