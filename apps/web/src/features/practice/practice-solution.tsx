/** The solution of a question: the correct responses, or the sample to compare with, and the explanation. */
import {
  type ContentNode,
  contentText,
  type Interaction,
  type Question,
  type QuestionOption,
  type QuestionView,
  type ResponseKey,
} from '@shufang/contract';
import { Stack, Text } from '@shufang/ui';
import { practiceText as text } from '../../platform/messages/zh-cn/practice.ts';
import styles from './practice.module.css';
import { PracticeContent } from './practice-content.tsx';

const SEPARATOR = '；';

const passageIn = (nodes: readonly ContentNode[], part: string): string | undefined => {
  for (const node of nodes) {
    if (typeof node === 'string') continue;
    if (node.name === 'slot' && node.attributes?.part === part) return contentText(node.children ?? []);
    const found = passageIn(node.children ?? [], part);
    if (found !== undefined) return found;
  }
  return undefined;
};

const optionText = (options: readonly QuestionOption[], id: string): string =>
  contentText(options.find((option) => option.id === id)?.content ?? [id]);

/** Returns how a chosen id is shown: the letter of an option, the text of a passage, the label of an area. */
const nameOf = (view: QuestionView, interaction: Interaction | undefined, id: string): string => {
  switch (interaction?.type) {
    case 'choice': {
      const at = interaction.options.findIndex((option) => option.id === id);
      return text.trueFalse[id] ?? String.fromCodePoint(65 + at);
    }
    case 'inlineChoice':
    case 'order':
      return optionText(interaction.options, id);
    case 'hottext':
      return passageIn(view.body, id) ?? id;
    case 'hotspot': {
      const at = interaction.areas.findIndex((area) => area.id === id);
      return interaction.areas[at]?.label || text.areaOf(at + 1);
    }
    default:
      return id;
  }
};

const pairName = (interaction: Interaction | undefined, [source, target]: readonly [string, string]): string => {
  if (interaction?.type === 'match') return text.pair(optionText(interaction.sources, source), optionText(interaction.targets, target));
  if (interaction?.type === 'gapMatch') return text.filled(interaction.gaps.indexOf(target) + 1, optionText(interaction.options, source));
  return `${source} ${target}`;
};

/** Returns the correct response to one interaction as a text. */
const correctText = ({ view }: Question, id: string, key: ResponseKey): string => {
  const interaction = view.interactions[id];
  switch (key.rule) {
    case 'number':
      return [key.value, key.units[0]?.names[0]].filter((part) => part !== undefined).join(' ');
    case 'text':
      return key.accepted.map(({ text: accepted }) => accepted).join(text.or);
    case 'choice':
      return key.correct.map((chosen) => nameOf(view, interaction, chosen)).join('、');
    case 'order':
      return key.correct.map((chosen) => nameOf(view, interaction, chosen)).join(' → ');
    case 'pairs':
      return key.correct.map((pair) => pairName(interaction, pair)).join('，');
    case 'map':
      return key.entries
        .filter(({ milli }) => milli > 0)
        .map(({ value }) => {
          const [source = '', target] = value.split(' ');
          return target === undefined ? nameOf(view, interaction, source) : pairName(interaction, [source, target]);
        })
        .join('、');
    case 'manual':
      return '';
  }
};

export const PracticeSolution = ({ question }: { readonly question: Question }) => {
  const keys = Object.entries(question.key.responses);
  const samples = keys.flatMap(([id, key]) =>
    key.rule === 'manual' && (key.sample ?? []).length > 0 ? [[id, key.sample ?? []] as const] : [],
  );
  const scored = keys.filter(([, { rule }]) => rule !== 'manual');
  const { explanation } = question.key;
  return (
    <Stack gap={8} className={styles.solution}>
      {scored.length > 0 && (
        <Text as="p">
          <Text weight={600}>{text.answer}</Text>
          {'　'}
          {scored.map(([id, key]) => correctText(question, id, key)).join(SEPARATOR)}
        </Text>
      )}
      {samples.map(([id, sample]) => (
        <div key={id}>
          <Text as="h3" size={14} weight={600}>
            {text.sample}
          </Text>
          <PracticeContent nodes={sample} />
        </div>
      ))}
      {explanation.length > 0 && (
        <div>
          <Text as="h3" size={14} weight={600}>
            {text.explanation}
          </Text>
          <PracticeContent nodes={explanation} />
        </div>
      )}
    </Stack>
  );
};
