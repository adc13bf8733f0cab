/** The choice of a question bank, and what to do without any. */
import type { QuestionBank } from '@shufang/contract';
import { buttonClass, EmptyState, SelectField } from '@shufang/ui';
import { Link } from 'react-router';
import { paperText as text } from '../../../platform/messages/zh-cn/paper.ts';
import { questionsText } from '../../../platform/messages/zh-cn/questions.ts';

interface BankFieldProps {
  readonly banks: readonly QuestionBank[];
  readonly value: string;
  readonly onChange: (bankId: string) => void;
}

const labelOf = ({ name, owner, questions }: QuestionBank): string =>
  text.bankOption(`${name} · ${questionsText.ownerOf(owner)}`, questions);

export const BankField = ({ banks, value, onChange }: BankFieldProps) => (
  <SelectField
    label={text.bank}
    options={banks.map((bank) => ({ value: bank.id, label: labelOf(bank) }))}
    value={value}
    onChange={onChange}
  />
);

export const NoBanks = () => (
  <EmptyState title={text.noBanks}>
    <p>{text.noBanksHint}</p>
    <Link to="/user/teacher#banks" className={buttonClass('quiet')}>
      {text.toBanks}
    </Link>
  </EmptyState>
);
