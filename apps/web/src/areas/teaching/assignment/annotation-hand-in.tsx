/** The annotations of a student for an assignment: which count, which of them are handed in, and what the teacher will see. */
import {
  type AnnotationProgress,
  type AnnotationTask,
  type Assignment,
  handInAnnotations,
  LIMITS,
  noteCharsOf,
  type OwnAssignment,
} from '@shufang/contract';
import {
  buttonClass,
  CheckboxOption,
  Cluster,
  ConfirmDialog,
  EmptyState,
  ProgressLine,
  Section,
  Stack,
  StateBadge,
  Text,
} from '@shufang/ui';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'react-router';
import { call } from '../../../platform/api/client.ts';
import { assignmentText } from '../../../platform/messages/zh-cn/assignment.ts';
import { annotationTaskText as text } from '../../../platform/messages/zh-cn/assignment-annotation.ts';
import { AnnotationRow } from './annotation-row.tsx';
import styles from './handed-work.module.css';
import { refreshAssignments } from './queries.ts';

type Item = AnnotationProgress['items'][number];

interface HandInProps {
  readonly one: Assignment;
  readonly own: OwnAssignment;
  readonly chosen: readonly Item[];
  readonly missing: number;
}

const HandIn = ({ one, own, chosen, missing }: HandInProps) => {
  const queryClient = useQueryClient();
  const [asks, setAsks] = useState(false);
  const handingIn = useMutation({
    mutationFn: () => call(handInAnnotations, { assignmentId: one.id, annotationIds: chosen.map(({ id }) => id) }),
    onSettled: () => {
      setAsks(false);
      return refreshAssignments(queryClient);
    },
  });
  if (own.refusal !== undefined) {
    return (
      <Stack gap={8}>
        {handingIn.isSuccess ? <p role="status">{text.handedIn}</p> : null}
        <Text as="p" tone="soft">
          {assignmentText.refusals[own.refusal]}
        </Text>
      </Stack>
    );
  }
  return (
    <Stack gap={8} justifyItems="start">
      {handingIn.isSuccess ? <p role="status">{text.handedIn}</p> : null}
      <button type="button" className={buttonClass()} aria-disabled={chosen.length === 0} onClick={() => setAsks(chosen.length > 0)}>
        {own.attempts.length === 0 ? text.handIn : text.handInAgain}
      </button>
      {chosen.length === 0 ? (
        <Text as="p" size={14} tone="soft">
          {text.handInNone}
        </Text>
      ) : null}
      {asks ? (
        <ConfirmDialog
          title={text.handInTitle}
          confirmLabel={text.handInConfirm}
          cancelLabel={assignmentText.cancel}
          isBusy={handingIn.isPending}
          onConfirm={() => handingIn.mutate()}
          onClose={() => setAsks(false)}
        >
          <Stack gap={8}>
            <p>{text.handInLead(chosen.length)}</p>
            {missing === 0 ? null : <p>{text.handInFew(missing)}</p>}
            <p>{text.privacy}</p>
          </Stack>
        </ConfirmDialog>
      ) : null}
    </Stack>
  );
};

interface ListsProps {
  readonly task: AnnotationTask;
  readonly progress: AnnotationProgress;
  readonly left: ReadonlySet<string>;
  readonly onLeft: (id: string, isLeft: boolean) => void;
}

/** The annotations that count, each with the choice to leave it out, and those that do not count yet. */
const Lists = ({ task, progress: { bookId, items, isCut }, left, onLeft }: ListsProps) => {
  const counted = items.filter(({ isCounted }) => isCounted);
  const others = items.filter(({ isCounted }) => !isCounted);
  return (
    <>
      {counted.length === 0 ? null : (
        <ul className={styles.list} aria-label={text.countedTitle}>
          {counted.map((item) => (
            <AnnotationRow
              key={item.id}
              bookId={bookId}
              annotation={item}
              lead={
                <CheckboxOption
                  checked={!left.has(item.id)}
                  aria-label={text.choose(item.quote)}
                  onChange={(isChosen) => onLeft(item.id, !isChosen)}
                >
                  {text.chooseShort}
                </CheckboxOption>
              }
            />
          ))}
        </ul>
      )}
      {others.length === 0 ? null : (
        <details>
          <summary>{text.othersTitle(others.length)}</summary>
          <ul className={styles.list}>
            {others.map((item) => (
              <AnnotationRow
                key={item.id}
                bookId={bookId}
                annotation={item}
                more={<StateBadge tone="wait">{text.tooShort(noteCharsOf(item.note), task.noteCharsMin)}</StateBadge>}
              />
            ))}
          </ul>
        </details>
      )}
      {isCut ? <p>{text.cut(LIMITS.handedAnnotationsMax)}</p> : null}
    </>
  );
};

export const AnnotationHandIn = ({ one, own }: { one: Assignment; own: OwnAssignment }) => {
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set());
  const { annotations: progress } = own;
  if (one.task?.kind !== 'annotation' || progress === undefined) return null;
  const { task } = one;
  const chosen = progress.items.filter(({ id, isCounted }) => isCounted && !left.has(id));
  const missing = Math.max(0, task.annotationsMin - chosen.length);
  const handleLeft = (id: string, isLeft: boolean): void => {
    const next = new Set(left);
    if (isLeft) next.add(id);
    else next.delete(id);
    setLeft(next);
  };
  return (
    <Section title={text.title}>
      <Stack gap={16}>
        <p>{text.lead(text.ruleOf(task))}</p>
        <Cluster as="ul" gap={[8, 16]} className={styles.list}>
          {task.chapters.map(({ href, title }) => (
            <li key={href}>
              <Text to={`/course/learning/${progress.bookId}?href=${encodeURIComponent(href)}`} as={Link} tone="accent" underline>
                {text.open(title)}
              </Text>
            </li>
          ))}
        </Cluster>
        <Stack gap={8}>
          <Cluster gap={12} align="center" role="status">
            <span>{text.chosenOf(chosen.length, task.annotationsMin)}</span>
            <StateBadge tone={missing === 0 ? 'good' : 'wait'}>{missing === 0 ? text.enough : text.missing(missing)}</StateBadge>
          </Cluster>
          <ProgressLine value={Math.min(1, chosen.length / task.annotationsMin)} />
        </Stack>
        {progress.items.length === 0 ? (
          <EmptyState title={text.empty}>
            <p>{text.emptyHint}</p>
          </EmptyState>
        ) : (
          <Lists task={task} progress={progress} left={left} onLeft={handleLeft} />
        )}
        <Text as="p" size={14} tone="soft">
          {text.privacy}
        </Text>
        <HandIn one={one} own={own} chosen={chosen} missing={missing} />
      </Stack>
    </Section>
  );
};
