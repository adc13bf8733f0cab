/** `/assignment/:id/preview`: a paper as a student gets it, with the draws and the order of one possible attempt. */
import { drawPaper, findShortDraws, orderSections, plainSections } from '@shufang/assessment';
import type { Assignment, PaperLayout, QuestionResponse } from '@shufang/contract';
import { buttonClass, Cluster, EmptyState, PageHeader, Stack, Text } from '@shufang/ui';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'react-router';
import { QuestionForm } from '../../../features/practice/question-form.tsx';
import { assignmentText } from '../../../platform/messages/zh-cn/assignment.ts';
import { paperText as text } from '../../../platform/messages/zh-cn/paper.ts';
import { useSession } from '../../../platform/session/session.ts';
import styles from '../assignment/assignment.module.css';
import { questionsQuery } from '../assignment/queries.ts';
import { SectionHeading } from '../assignment/section-heading.tsx';
import { PaperPage, PaperPending } from './paper-page.tsx';

/** Returns the seed of a sample: the same number always shows the same paper. */
const seedOf = (sample: number): string => sample.toString(16).padStart(32, '0123456789abcdef');

/** A draft may have a draw with too few questions; the preview shows those that there are. */
const withEnough = (layout: PaperLayout): PaperLayout => {
  const left = new Map(findShortDraws(layout).map((short) => [short.slotId, short.left]));
  return {
    sections: layout.sections.map((section) => ({
      ...section,
      entries: section.entries.map((entry) => (entry.kind === 'draw' ? { ...entry, count: left.get(entry.slotId) ?? entry.count } : entry)),
    })),
  };
};

const Loaded = ({ one }: { readonly one: Assignment }) => {
  const userId = useSession((session) => session.userId);
  const [sample, setSample] = useState(1);
  const [responses, setResponses] = useState<ReadonlyMap<string, QuestionResponse>>(new Map());
  const { data, error, refetch } = useQuery(questionsQuery(userId, one.id));
  const title = text.previewTitle(one.title);
  if (data === undefined) return <PaperPending title={title} error={error} onRetry={() => void refetch()} />;
  const seed = seedOf(sample);
  const drawn = drawPaper(withEnough(data.layout), seed);
  const sections = one.isShuffled ? orderSections(drawn, data.items, seed) : plainSections(drawn, data.items);
  const numbers = new Map(sections.flatMap(({ items }) => items.map(({ id }) => id)).map((id, index) => [id, index + 1]));
  return (
    <>
      <PageHeader title={title} lead={text.previewLead}>
        {one.status === 'draft' && one.mayEdit ? (
          <Link to={`/assignment/${one.id}/paper`} className={buttonClass('quiet')}>
            {text.backToEditor}
          </Link>
        ) : null}
        <Link to={`/assignment/${one.id}`} className={buttonClass('quiet')}>
          {text.toAssignment}
        </Link>
      </PageHeader>
      <Stack gap={20}>
        <Cluster gap={12} align="center">
          <span role="status">{text.paperNo(sample)}</span>
          <button type="button" className={buttonClass('quiet')} onClick={() => setSample(sample + 1)}>
            {text.another}
          </button>
        </Cluster>
        {one.instructions === '' ? null : (
          <Text as="p" whiteSpace="pre-line">
            {one.instructions}
          </Text>
        )}
        {data.items.length === 0 ? <EmptyState title={text.previewEmpty} /> : null}
        {sections.map(({ items, ...section }) => (
          <Stack key={section.id} gap={16}>
            <SectionHeading section={section} />
            {items.map(({ id, view }) => (
              <section key={`${sample} ${id}`} className={styles.question} aria-labelledby={`preview-${id}`}>
                <Stack gap={12}>
                  <Text as="h3" id={`preview-${id}`} size={16} weight={600}>
                    {assignmentText.question(numbers.get(id) ?? 0)}
                  </Text>
                  <QuestionForm
                    view={view}
                    response={responses.get(id) ?? {}}
                    score={undefined}
                    textHint={assignmentText.answerHint}
                    onResponse={(response) => setResponses(new Map(responses).set(id, response))}
                  />
                </Stack>
              </section>
            ))}
          </Stack>
        ))}
      </Stack>
    </>
  );
};

export const Component = () => (
  <PaperPage title={text.preview} width="text">
    {(one) => <Loaded one={one} />}
  </PaperPage>
);
