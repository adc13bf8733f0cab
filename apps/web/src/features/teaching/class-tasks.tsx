/** The chapters that the user's classes wait for; part of the home page and of the account page. Nothing without such chapters. */
import { Panel, Section, Stack, Text } from '@shufang/ui';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'react-router';
import { classPlanText as text } from '../../platform/messages/zh-cn/class-plan.ts';
import { planLabel, waitingChapters } from './plan-label.ts';
import { plannedChaptersQuery } from './queries.ts';

/** Number of chapters that are shown; the page of the class has all of them. */
const SHOWN = 5;

export const ClassTasks = ({ userId }: { userId: string }) => {
  const { data } = useQuery(plannedChaptersQuery(userId));
  const [now] = useState(() => Date.now());
  const waiting = waitingChapters(data?.items ?? [], now);
  if (waiting.length === 0) return null;
  return (
    <Section title={text.mine}>
      <Stack as="ul" gap={12}>
        {waiting.slice(0, SHOWN).map((one) => (
          <Panel key={`${one.classId} ${one.href}`} as="li">
            <Text to={`/course/learning/${one.bookId}?href=${encodeURIComponent(one.href)}`} as={Link} size={17} tone="accent" underline>
              {one.title}
            </Text>
            <Text as="p" size={14} tone="soft" marginTop={4}>
              {[text.mineLine(one), planLabel(one, now)].filter((part) => part !== undefined).join(' · ')}
            </Text>
          </Panel>
        ))}
      </Stack>
    </Section>
  );
};
