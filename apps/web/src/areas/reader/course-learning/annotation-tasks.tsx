/**
 * The annotation assignments of the open book above the user's annotations: how many count, and what is missing. It counts the annotations
 * on the device, so that a new one counts at once. Loaded with the panel of annotations; shows nothing without an assignment.
 */
import { type Annotation, type AnnotationAssignment, isCountedAnnotation, isInChapters } from '@shufang/contract';
import { Cluster, Panel, ProgressLine, Stack, StateBadge, Text } from '@shufang/ui';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useMemo } from 'react';
import { Link } from 'react-router';
import { annotationTasksQuery } from '../../../features/teaching/queries.ts';
import { annotationTaskText as text } from '../../../platform/messages/zh-cn/assignment-annotation.ts';
import { useSession } from '../../../platform/session/session.ts';
import styles from './annotation-tasks.module.css';

export interface AnnotationTasksProps {
  readonly bookId: string;
  readonly annotations: readonly Annotation[];
  /** Called with what the list shows at annotations in chapters of an assignment, by their ids. */
  readonly onLabels: (labels: ReadonlyMap<string, string>) => void;
}

const ruled = ({ kind, body, target }: Annotation) => ({ kind, note: body, href: target.href });

const Task = ({
  one: { id, title, dueAt, task, isHandedIn },
  annotations,
}: {
  one: AnnotationAssignment;
  annotations: readonly Annotation[];
}) => {
  const inChapters = annotations.filter((annotation) => isInChapters(task, ruled(annotation)));
  const counted = inChapters.filter((annotation) => isCountedAnnotation(task, ruled(annotation))).length;
  const missing = Math.max(0, task.annotationsMin - counted);
  return (
    <Panel as="li">
      <Stack gap={8}>
        <Text weight={600}>{title}</Text>
        <Cluster gap={8} align="center">
          <span>{text.readerCount(counted, task.annotationsMin)}</span>
          <StateBadge tone={missing === 0 ? 'good' : 'wait'}>{missing === 0 ? text.enough : text.missing(missing)}</StateBadge>
        </Cluster>
        <ProgressLine value={Math.min(1, counted / task.annotationsMin)} />
        <Text size={13} tone="soft">
          {text.readerChapters(task.chapters.map((chapter) => chapter.title))}
        </Text>
        <Text size={13} tone="soft">
          {text.ruleOf(task)}
          {counted === inChapters.length ? null : `；${text.readerShort(inChapters.length - counted)}`}
        </Text>
        <Text size={13} tone="soft">
          {text.readerDue(dueAt)}
          {isHandedIn ? `；${text.readerHandedIn}` : null}
        </Text>
        <Text to={`/assignment/${id}`} as={Link} tone="accent" underline>
          {text.readerHandIn}
        </Text>
      </Stack>
    </Panel>
  );
};

export const AnnotationTasks = ({ bookId, annotations, onLabels }: AnnotationTasksProps) => {
  const userId = useSession((session) => session.userId);
  const { data } = useQuery(annotationTasksQuery(userId, bookId));
  const labels = useMemo(() => {
    const found = new Map<string, string>();
    for (const annotation of annotations) {
      const tasks = (data?.items ?? []).filter(({ task }) => isInChapters(task, ruled(annotation)));
      const isCounted = tasks.some(({ task }) => isCountedAnnotation(task, ruled(annotation)));
      if (tasks.length > 0) found.set(annotation.id, isCounted ? text.counted : text.notCounted);
    }
    return found;
  }, [data, annotations]);
  const handleLabels = useEffectEvent(onLabels);
  useEffect(() => handleLabels(labels), [labels]);
  if (data === undefined || data.items.length === 0) return null;
  return (
    <section className={styles.tasks} aria-label={text.readerTitle}>
      <Text as="h3" size={14} tone="soft">
        {text.readerTitle}
      </Text>
      <Stack as="ul" gap={12} className={styles.list}>
        {data.items.map((one) => (
          <Task key={one.id} one={one} annotations={annotations} />
        ))}
      </Stack>
    </section>
  );
};
