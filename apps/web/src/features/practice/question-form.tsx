/**
 * A question with its controls, as readers of a book, students and the preview of an author see it. Every control works by keyboard, and
 * none needs dragging.
 */
import type { QuestionScore } from '@shufang/assessment';
import { type ContentElement, type Interaction, LIMITS, type QuestionResponse, type QuestionView } from '@shufang/contract';
import { Input, Stack, Text, TextAreaField } from '@shufang/ui';
import type { ReactNode } from 'react';
import { practiceText as text } from '../../platform/messages/zh-cn/practice.ts';
import { ChoiceControl, HotspotControl, HottextControl, InlineChoiceControl } from './option-controls.tsx';
import { GapControl, MatchControl, OrderControl } from './pair-controls.tsx';
import { PartVerdict } from './part-verdict.tsx';
import styles from './practice.module.css';
import { PracticeContent } from './practice-content.tsx';

interface QuestionFormProps {
  readonly view: QuestionView;
  readonly response: QuestionResponse;
  /** The result of the last check; undefined while the response may be changed. */
  readonly score: QuestionScore | undefined;
  /** Hint below a text in the reader's own words; by default that the reader compares it with an answer. */
  readonly textHint?: string;
  readonly onResponse: (response: QuestionResponse) => void;
  /** Renders the files of an interaction; by default a note that files cannot be handed in here. */
  readonly renderFiles?: (slot: FileSlot) => ReactNode;
}

/** What a control for files to hand in gets. */
export interface FileSlot {
  readonly interaction: Extract<Interaction, { type: 'upload' }>;
  readonly values: readonly string[];
  readonly onChange: (values: string[]) => void;
}

export const QuestionForm = ({ view, response, score, textHint = text.responseHint, onResponse, renderFiles }: QuestionFormProps) => {
  const blanks = Object.entries(view.interactions).flatMap(([id, { type }]) =>
    type === 'textEntry' || type === 'inlineChoice' ? [id] : [],
  );
  const isLocked = score !== undefined;
  const labelOf = (id: string): string => text.blankOf(blanks.indexOf(id) + 1, blanks.length);

  const blank = (id: string, values: readonly string[], interaction: Extract<Interaction, { type: 'textEntry' }>): ReactNode => {
    const verdict = score?.responses[id]?.verdict;
    return (
      <span className={styles.blank} data-verdict={verdict}>
        <Input
          aria-label={labelOf(id)}
          aria-invalid={verdict === 'wrong'}
          autoCapitalize="off"
          spellCheck={false}
          maxLength={LIMITS.practiceResponseChars}
          readOnly={isLocked}
          style={interaction.expectedLength === undefined ? undefined : { width: `${Math.min(40, interaction.expectedLength + 3)}em` }}
          value={values[0] ?? ''}
          onChange={(value) => onResponse({ ...response, [id]: [value] })}
        />
        <PartVerdict verdict={verdict} />
      </span>
    );
  };

  const slot = (id: string, element: ContentElement): ReactNode => {
    const interaction = view.interactions[id];
    if (interaction === undefined) return null;
    const values = response[id] ?? [];
    const onChange = (next: string[]): void => onResponse({ ...response, [id]: next });
    const shared = { values, slot: element, verdict: score?.responses[id]?.verdict, isLocked, onChange };
    switch (interaction.type) {
      case 'choice':
        return <ChoiceControl {...shared} interaction={interaction} />;
      case 'inlineChoice':
        return <InlineChoiceControl {...shared} interaction={interaction} label={labelOf(id)} />;
      case 'textEntry':
        return blank(id, values, interaction);
      case 'match':
        return <MatchControl {...shared} interaction={interaction} />;
      case 'order':
        return <OrderControl {...shared} interaction={interaction} />;
      case 'gapMatch':
        return <GapControl {...shared} interaction={interaction} />;
      case 'hottext':
        return <HottextControl {...shared} interaction={interaction} />;
      case 'hotspot':
        return <HotspotControl {...shared} interaction={interaction} />;
      case 'upload':
        return renderFiles === undefined ? (
          <Text as="p" tone="soft">
            {text.upload}
          </Text>
        ) : (
          renderFiles({ interaction, values, onChange })
        );
      case 'extendedText':
        return (
          <TextAreaField
            label={text.response}
            hint={textHint}
            rows={interaction.expectedLines ?? 5}
            maxLength={LIMITS.practiceResponseChars}
            value={values[0] ?? ''}
            onChange={(value) => {
              if (!isLocked) onChange([value]);
            }}
          />
        );
    }
  };

  return (
    <Stack gap={12} className={styles.question}>
      <PracticeContent nodes={view.body} slot={slot} />
    </Stack>
  );
};
