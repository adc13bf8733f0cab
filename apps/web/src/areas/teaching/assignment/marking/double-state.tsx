/** State of a response that two teachers mark, with both marks as soon as the caller may see them. */
import type { AnonymousResponse } from '@shufang/contract';
import { Cluster, Stack, StateBadge, Text } from '@shufang/ui';
import { doubleText as text } from '../../../../platform/messages/zh-cn/marking-double.ts';

const TONES = { open: 'wait', waiting: 'plain', disputed: 'stop', agreed: 'good', settled: 'good' } as const;

export const DoubleState = ({ item, possibleMilli }: { item: AnonymousResponse; possibleMilli: number }) => {
  const { double, earnedMilli } = item;
  if (double === undefined) return null;
  const { state, finalMilli, given } = double;
  return (
    <Stack gap={8}>
      <Cluster gap={8} align="center">
        <StateBadge tone={TONES[state]}>{text.states[state]}</StateBadge>
        {finalMilli === undefined ? null : <Text weight={600}>{text.finalScore(finalMilli, possibleMilli)}</Text>}
        {earnedMilli === undefined || finalMilli !== undefined ? null : <span>{text.ownScore(earnedMilli, possibleMilli)}</span>}
      </Cluster>
      {given === undefined || given.length === 0 ? null : (
        <Stack as="ul" gap={4} aria-label={text.bothScores}>
          {given.map(({ name, earnedMilli: points, comment }, index) => (
            <li key={`${name} ${index}`}>{text.scoreBy(name === '' ? text.formerTeacher : name, points, comment)}</li>
          ))}
        </Stack>
      )}
      {state === 'open' || state === 'waiting' ? (
        <Text as="p" size={13} tone="soft">
          {text.blind}
        </Text>
      ) : null}
    </Stack>
  );
};
