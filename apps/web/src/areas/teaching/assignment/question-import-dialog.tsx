/** Dialog that reads questions from a text in GIFT or Aiken format. Every one is shown with its source before it is added. */
import { type ImportedItem, readAiken, readGift, scoreQuestion } from '@shufang/assessment';
import { LIMITS, type Question, type ResponseKey } from '@shufang/contract';
import {
  buttonClass,
  CheckboxOption,
  Cluster,
  FileButton,
  ModalDialog,
  SelectField,
  Stack,
  StateBadge,
  Text,
  TextAreaField,
  TextField,
} from '@shufang/ui';
import { useState } from 'react';
import { assignmentText as text } from '../../../platform/messages/zh-cn/assignment.ts';
import styles from './assignment.module.css';
import { QuestionPreview } from './question-preview.tsx';

const FORMATS = { gift: readGift, aiken: readAiken } as const;
type Format = keyof typeof FORMATS;
const isFormat = (value: string): value is Format => Object.hasOwn(FORMATS, value);

const TEXT_CHARS_MAX = 500_000;
const MILLI = 1000;
const TONES = { certain: 'good', check: 'wait', refused: 'stop' } as const;

interface QuestionImportDialogProps {
  readonly isBusy: boolean;
  readonly onAdd: (questions: Question[]) => void;
  readonly onClose: () => void;
}

/** Returns the key with all points multiplied, so that the whole question is worth `milli`. */
const scaled = (key: ResponseKey, factor: number): ResponseKey => {
  const of = (milli: number): number => Math.round(milli * factor);
  switch (key.rule) {
    case 'choice':
      return { ...key, milli: of(key.milli), incompleteMilli: of(key.incompleteMilli) };
    case 'map':
      return {
        ...key,
        milli: of(key.milli),
        entries: key.entries.map((each) => ({ ...each, milli: of(each.milli) })),
        defaultMilli: of(key.defaultMilli),
      };
    case 'text':
      return { ...key, milli: of(key.milli), accepted: key.accepted.map((each) => ({ ...each, milli: of(each.milli) })) };
    case 'number':
      return { ...key, milli: of(key.milli), withoutUnitMilli: of(key.withoutUnitMilli) };
    default:
      return { ...key, milli: of(key.milli) };
  }
};

const worth = (question: Question, points: number): Question => {
  const { possibleMilli } = scoreQuestion(question.key, {});
  const factor = possibleMilli === 0 ? 1 : (points * MILLI) / possibleMilli;
  const responses = Object.fromEntries(Object.entries(question.key.responses).map(([id, key]) => [id, scaled(key, factor)]));
  return { view: question.view, key: { ...question.key, responses } };
};

const Item = ({
  no,
  item,
  isIncluded,
  onInclude,
}: {
  no: number;
  item: ImportedItem;
  isIncluded: boolean;
  onInclude: (isIncluded: boolean) => void;
}) => (
  <li className={styles.question} data-is-compact="true">
    <Stack gap={12}>
      <Cluster gap={12} align="center">
        {item.question === undefined ? null : (
          <CheckboxOption checked={isIncluded} onChange={onInclude}>
            {text.include(no)}
          </CheckboxOption>
        )}
        <StateBadge tone={TONES[item.verdict]}>{text.verdicts[item.verdict]}</StateBadge>
        {item.findings.map((finding) => (
          <Text key={finding} size={13} tone="soft">
            {text.findings[finding]}
          </Text>
        ))}
      </Cluster>
      {item.question === undefined ? null : <QuestionPreview question={item.question} />}
      <div>
        <Text as="p" size={13} tone="soft">
          {text.source}
        </Text>
        <pre className={styles.source}>{item.source}</pre>
      </div>
    </Stack>
  </li>
);

/** Returns the positions of the items that are added without a further choice: those that are certain. */
const certainOf = (items: readonly ImportedItem[]): ReadonlySet<number> =>
  new Set(items.flatMap(({ verdict }, index) => (verdict === 'certain' ? [index] : [])));

const count = (items: readonly ImportedItem[], verdict: ImportedItem['verdict']): number =>
  items.filter((item) => item.verdict === verdict).length;

export const QuestionImportDialog = ({ isBusy, onAdd, onClose }: QuestionImportDialogProps) => {
  const [source, setSource] = useState('');
  const [format, setFormat] = useState<Format>('gift');
  const [points, setPoints] = useState('2');
  const [items, setItems] = useState<readonly ImportedItem[]>();
  const [included, setIncluded] = useState<ReadonlySet<number>>(new Set());
  const pointsNumber = /^[1-9]\d{0,2}$/.test(points.trim()) ? Number(points) : undefined;
  const read = (): void => {
    const found = FORMATS[format](source).slice(0, LIMITS.assignmentQuestionsMax);
    setItems(found);
    setIncluded(certainOf(found));
  };
  const chosen = (items ?? []).flatMap(({ question }, index) => (question !== undefined && included.has(index) ? [question] : []));
  return (
    <ModalDialog title={text.importTitle} onClose={onClose}>
      <Stack gap={20}>
        <SelectField
          label={text.importFormat}
          options={Object.keys(FORMATS)
            .filter(isFormat)
            .map((value) => ({ value, label: text.formats[value] }))}
          value={format}
          onChange={(value) => {
            if (isFormat(value)) setFormat(value);
          }}
        />
        <TextAreaField
          label={text.importText}
          hint={text.importHint}
          rows={8}
          maxLength={TEXT_CHARS_MAX}
          value={source}
          onChange={setSource}
        />
        <Cluster gap={12}>
          <FileButton
            label={text.importFile}
            accept=".txt,.gift"
            isBusy={false}
            onFiles={([file]) => {
              if (file !== undefined) void file.text().then((content) => setSource(content.slice(0, TEXT_CHARS_MAX)));
            }}
          >
            {text.importFile}
          </FileButton>
          <button type="button" className={buttonClass('quiet')} onClick={read}>
            {text.importRead}
          </button>
        </Cluster>
        {items === undefined ? null : (
          <>
            <p role="status">
              {items.length === 0
                ? text.importNothing
                : text.importCounts(count(items, 'certain'), count(items, 'check'), count(items, 'refused'))}
            </p>
            <Stack as="ul" gap={12} className={styles.items}>
              {items.map((item, index) => (
                <Item
                  key={`${item.line} ${item.source}`}
                  no={index + 1}
                  item={item}
                  isIncluded={included.has(index)}
                  onInclude={(isIncluded) => {
                    const next = new Set(included);
                    if (isIncluded) next.add(index);
                    else next.delete(index);
                    setIncluded(next);
                  }}
                />
              ))}
            </Stack>
            <TextField
              label={text.pointsEach}
              inputMode="numeric"
              maxLength={3}
              value={points}
              error={pointsNumber === undefined ? text.numberWrong : undefined}
              onChange={setPoints}
            />
          </>
        )}
        <Cluster gap={12} justify="end">
          <button type="button" className={buttonClass('quiet')} onClick={onClose}>
            {text.cancel}
          </button>
          {chosen.length === 0 || pointsNumber === undefined ? null : (
            <button
              type="button"
              className={buttonClass()}
              aria-disabled={isBusy}
              onClick={() => {
                if (!isBusy) onAdd(chosen.map((question) => worth(question, pointsNumber)));
              }}
            >
              {text.importAdd(chosen.length)}
            </button>
          )}
        </Cluster>
      </Stack>
    </ModalDialog>
  );
};
