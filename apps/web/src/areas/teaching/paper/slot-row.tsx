/** A place of a section in the editor: a question or a draw, its points, and what can be done with it. */
import { Cluster, Input, Select, Stack, StateBadge, Text, TextButton } from '@shufang/ui';
import { useState } from 'react';
import { Link } from 'react-router';
import { paperText as text } from '../../../platform/messages/zh-cn/paper.ts';
import { practiceText } from '../../../platform/messages/zh-cn/practice.ts';
import { questionsText } from '../../../platform/messages/zh-cn/questions.ts';
import { QuestionPreview } from '../assignment/question-preview.tsx';
import { type Candidates, drawCountOf, type EditedSection, type EditedSlot, milliOfSlot } from './edited-paper.ts';
import { describeFilter } from './filter-fields.tsx';
import styles from './paper.module.css';

/** Returns what a place is called: the start of the question, or the draw. */
export const nameOfSlot = (slot: EditedSlot, candidates: Candidates): string => {
  if (slot.kind === 'draw') return text.drawName(slot.bankName, slot.count);
  const question = candidates.get(slot.questionId);
  if (question === undefined) return text.goneName;
  const shown = question.title === '' ? question.excerpt : question.title;
  return shown === '' ? questionsText.untitled : shown;
};

interface SlotRowProps {
  readonly section: EditedSection;
  readonly slot: EditedSlot;
  readonly candidates: Candidates;
  /** Whether the questions are still being loaded. */
  readonly isLoading: boolean;
  /** Number of questions that a draw finds, as far as it is known. */
  readonly available: number | undefined;
  readonly problem: string | undefined;
  /** The other sections, with their names. */
  readonly others: readonly { readonly id: string; readonly name: string }[];
  readonly onChange: (slot: EditedSlot) => void;
  readonly onMoveTo: (sectionId: string) => void;
  readonly onEditDraw: () => void;
  readonly onRemove: () => void;
}

const Notes = ({ slot, candidates, isLoading, available }: Pick<SlotRowProps, 'slot' | 'candidates' | 'isLoading' | 'available'>) => {
  if (slot.kind === 'draw') {
    const wanted = drawCountOf(slot.count) ?? 0;
    return (
      <>
        {describeFilter(slot.filter, slot.folderName)}
        {available === undefined ? null : ' · '}
        {available === undefined ? null : available < wanted ? (
          <StateBadge tone="stop">{text.tooFew(available, wanted)}</StateBadge>
        ) : (
          text.available(available)
        )}
      </>
    );
  }
  const question = candidates.get(slot.questionId);
  if (question === undefined) return isLoading ? text.drawCounting : <StateBadge tone="stop">{text.gone}</StateBadge>;
  return (
    <>
      {[
        practiceText.types[question.type],
        ...(question.difficulty === undefined ? [] : [text.difficultyOf(question.difficulty)]),
        ...question.knowledgePoints,
      ].join(' · ')}
      {question.status === 'archived' ? <StateBadge>{text.archivedQuestion}</StateBadge> : null}
    </>
  );
};

export const SlotRow = (props: SlotRowProps) => {
  const { section, slot, candidates, problem, others, onChange, onMoveTo, onEditDraw, onRemove } = props;
  const [isShown, setShown] = useState(false);
  const name = nameOfSlot(slot, candidates);
  const question = slot.kind === 'question' ? candidates.get(slot.questionId) : undefined;
  const problemId = `${slot.id}-problem`;
  return (
    <Stack gap={12}>
      <div className={styles.slot}>
        <div>
          <Text as="p" className={styles.excerpt ?? ''}>
            {name}
          </Text>
          <Text as="p" size={13} tone="soft">
            <Notes {...props} />
          </Text>
          {problem === undefined ? null : (
            <Text as="p" id={problemId} size={13} tone="accent">
              {problem}
            </Text>
          )}
        </div>
        <Input
          aria-label={text.slotPoints(name)}
          inputMode="decimal"
          maxLength={8}
          placeholder={text.defaultPoints(milliOfSlot(section, { ...slot, points: '' } as EditedSlot, candidates))}
          value={slot.points}
          aria-invalid={problem !== undefined}
          {...(problem === undefined ? {} : { 'aria-describedby': problemId })}
          onChange={(points) => onChange({ ...slot, points })}
        />
        <Cluster gap={12} align="center">
          {question === undefined ? null : (
            <TextButton tone="accent" underline aria-expanded={isShown} aria-label={text.show(name)} onClick={() => setShown(!isShown)}>
              {isShown ? text.hideShort : text.showShort}
            </TextButton>
          )}
          {slot.kind === 'draw' ? (
            <TextButton tone="accent" underline onClick={onEditDraw}>
              {text.editDraw}
            </TextButton>
          ) : null}
          {others.length === 0 ? null : (
            <Select aria-label={text.moveTo(name)} value="" onChange={onMoveTo}>
              <option value="">{text.moveToShort}</option>
              {others.map(({ id, name: sectionName }) => (
                <option key={id} value={id}>
                  {sectionName}
                </option>
              ))}
            </Select>
          )}
          <TextButton tone="soft" underline aria-label={text.remove(name)} onClick={onRemove}>
            {text.removeShort}
          </TextButton>
        </Cluster>
      </div>
      {isShown && question !== undefined ? (
        <Stack gap={8}>
          <QuestionPreview question={question} />
          <p>
            <Link to={`/bank/${question.bankId}/question/${question.id}`}>{text.edit}</Link>
          </p>
        </Stack>
      ) : null}
    </Stack>
  );
};
