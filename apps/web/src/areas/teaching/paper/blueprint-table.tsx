/** The blueprint of a paper (双向细目表): wanted and present numbers of questions by knowledge point, type and difficulty. */
import { blueprintCounts, questionsOutsideOf } from '@shufang/assessment';
import { LIMITS, QUESTION_TYPES } from '@shufang/contract';
import { buttonClass, Input, Section, Select, Stack, StateBadge, Text, TextButton } from '@shufang/ui';
import { paperText as text } from '../../../platform/messages/zh-cn/paper.ts';
import { practiceText } from '../../../platform/messages/zh-cn/practice.ts';
import { drawsOf, type EditedRow, newPartId, questionIdsOf, rowsFrom } from './edited-paper.ts';
import styles from './paper.module.css';
import type { PaperForm } from './use-paper-form.ts';

const DIFFICULTIES = ['1', '2', '3', '4', '5'];
const TONES = { met: 'good', missing: 'stop', uncertain: 'wait', tooMany: 'wait' } as const;

export const BlueprintTable = ({ form }: { readonly form: PaperForm }) => {
  const { paper, candidates, problems } = form;
  const questions = [...questionIdsOf(paper)].flatMap((id) => candidates.get(id) ?? []);
  const rows = rowsFrom(paper.blueprint);
  const counts = blueprintCounts(rows, questions, drawsOf(paper));
  const outside = questionsOutsideOf(rows, questions);
  const points = [...new Set(questions.flatMap(({ knowledgePoints }) => knowledgePoints))];
  const change = (id: string, next: Partial<EditedRow>): void =>
    form.set({ ...paper, blueprint: paper.blueprint.map((row) => (row.id === id ? { ...row, ...next } : row)) });
  const add = (): void =>
    form.set({ ...paper, blueprint: [...paper.blueprint, { id: newPartId(), knowledgePoint: '', type: '', difficulty: '', wanted: '1' }] });
  const columns = Object.values(text.row);
  return (
    <Section
      title={text.blueprint}
      more={
        paper.blueprint.length >= LIMITS.blueprintRowsMax ? undefined : (
          <button type="button" className={buttonClass('quiet')} onClick={add}>
            {text.addRow}
          </button>
        )
      }
    >
      <Stack gap={12}>
        <Text as="p" tone="soft" size={14}>
          {text.blueprintHint}
        </Text>
        {paper.blueprint.length === 0 ? null : (
          // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a region that scrolls must be reachable by keyboard
          <div className={styles.table} role="region" aria-label={text.blueprintTable} tabIndex={0}>
            <table>
              <thead>
                <tr>
                  {columns.map((name) => (
                    <th key={name} scope="col">
                      {name}
                    </th>
                  ))}
                </tr>
              </thead>
              <tbody>
                {paper.blueprint.map((row, index) => {
                  const count = counts[index];
                  const problem = problems.get(row.id);
                  return (
                    <tr key={row.id}>
                      <td>
                        <Input
                          aria-label={text.fieldOf(text.row.knowledgePoint, index + 1)}
                          placeholder={text.anyKind}
                          maxLength={LIMITS.questionTagChars}
                          list="blueprint-points"
                          value={row.knowledgePoint}
                          onChange={(knowledgePoint) => change(row.id, { knowledgePoint })}
                        />
                      </td>
                      <td>
                        <Select
                          aria-label={text.fieldOf(text.row.type, index + 1)}
                          value={row.type}
                          onChange={(type) => change(row.id, { type: QUESTION_TYPES.find((each) => each === type) ?? '' })}
                        >
                          <option value="">{text.anyKind}</option>
                          {QUESTION_TYPES.map((type) => (
                            <option key={type} value={type}>
                              {practiceText.types[type]}
                            </option>
                          ))}
                        </Select>
                      </td>
                      <td>
                        <Select
                          aria-label={text.fieldOf(text.row.difficulty, index + 1)}
                          value={row.difficulty}
                          onChange={(difficulty) => change(row.id, { difficulty })}
                        >
                          <option value="">{text.anyKind}</option>
                          {DIFFICULTIES.map((level) => (
                            <option key={level} value={level}>
                              {level}
                            </option>
                          ))}
                        </Select>
                      </td>
                      <td>
                        <Input
                          className={styles.wanted}
                          aria-label={text.fieldOf(text.row.wanted, index + 1)}
                          aria-invalid={problem !== undefined}
                          inputMode="numeric"
                          maxLength={3}
                          value={row.wanted}
                          onChange={(wanted) => change(row.id, { wanted })}
                        />
                      </td>
                      <td>{count === undefined ? null : text.presentOf(count.present, count.possible)}</td>
                      <td>
                        {problem === undefined ? (
                          <StateBadge tone={count === undefined ? 'plain' : TONES[count.verdict]}>
                            {count === undefined ? '' : text.verdicts[count.verdict]}
                          </StateBadge>
                        ) : (
                          <Text tone="accent" size={13}>
                            {problem}
                          </Text>
                        )}
                      </td>
                      <td>
                        <TextButton
                          tone="soft"
                          underline
                          aria-label={text.removeRow(index + 1)}
                          onClick={() => form.set({ ...paper, blueprint: paper.blueprint.filter(({ id }) => id !== row.id) })}
                        >
                          {text.removeShort}
                        </TextButton>
                      </td>
                    </tr>
                  );
                })}
              </tbody>
            </table>
            <datalist id="blueprint-points">
              {points.map((point) => (
                <option key={point}>{point}</option>
              ))}
            </datalist>
          </div>
        )}
        {outside === 0 ? null : <p role="status">{text.outside(outside)}</p>}
      </Stack>
    </Section>
  );
};
